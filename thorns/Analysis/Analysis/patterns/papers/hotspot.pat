// The temperature of a processor with given power per cell (Rodinia's hotspot): explicit steps of the heat equation
// with thermal resistances between cells and to the surroundings.
parameter int n_steps = 60 in 0 .. *
parameter real chip_height = 0.016
parameter real chip_width = 0.016
parameter real thickness = 0.0005
parameter real max_density = 3e6
parameter real precision = 0.001
parameter real ambient = 80
input real power[rows, columns]
input real temperature[rows, columns]

let conductivity = 100.0
let cell_height = chip_height / rows
let cell_width = chip_width / columns
let capacity = 0.5 * 1.75e6 * thickness * cell_width * cell_height
let resistance_x = cell_width / (2 * conductivity * thickness * cell_height)
let resistance_y = cell_height / (2 * conductivity * thickness * cell_width)
let resistance_z = thickness / (conductivity * cell_height * cell_width)
let time_step = precision / (max_density / (0.5 * 1.75e6 * thickness))

var t = temperature
repeat step < n_steps {
  t = map(i < rows, j < columns:
    let here = t[i, j];
    let north = if i > 0 then t[i - 1, j] else here;
    let south = if i < rows - 1 then t[i + 1, j] else here;
    let west = if j > 0 then t[i, j - 1] else here;
    let east = if j < columns - 1 then t[i, j + 1] else here;
    here + time_step / capacity * (power[i, j] + (north + south - 2 * here) / resistance_y +
                                   (east + west - 2 * here) / resistance_x + (ambient - here) / resistance_z))
}

output result = t
