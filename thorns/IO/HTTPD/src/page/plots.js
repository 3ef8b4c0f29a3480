R"page(
"use strict";
// Plots as SVG. The functions depend only on their arguments.

const SVG = "http://www.w3.org/2000/svg";

function svgElement(name, attributes = {}, text = "") {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
}

// A number with at most `digits` significant digits.
function numberText(value, digits = 6) {
  if (value === null || value === undefined || Number.isNaN(value)) return "-";
  if (value === 0) return "0";
  const magnitude = Math.abs(value);
  if (magnitude >= 1e6 || magnitude < 1e-4) return value.toExponential(Math.min(3, digits - 1));
  return String(Number(value.toPrecision(digits)));
}

// Positions of ticks at multiples of 1, 2 or 5 times a power of ten.
function ticksBetween(low, high, count) {
  if (!(high > low)) return [low];
  const raw = (high - low) / count, power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find(factor => factor * power >= raw);
  const ticks = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step && ticks.length < 20; ++n) ticks.push(n * step);
  return ticks;
}

function rangeOf(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values)
    if (Number.isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  if (low > high) return [0, 1];
  if (low === high) { const margin = Math.abs(low) * 0.1 || 1; return [low - margin, high + margin]; }
  return [low, high];
}

function withMargin([low, high]) {
  const margin = 0.04 * (high - low);
  return [low - margin, high + margin];
}

const BOX = {left: 66, top: 10, width: 356, height: 170};

// The axes with ticks and labels; the functions x and y map values to positions.
function drawAxes(svg, box, xRange, yRange, labels) {
  const x = value => box.left + (value - xRange[0]) / (xRange[1] - xRange[0]) * box.width;
  const y = value => box.top + box.height - (value - yRange[0]) / (yRange[1] - yRange[0]) * box.height;
  const bottom = box.top + box.height;
  for (const tick of ticksBetween(...yRange, 4)) {
    if (labels.grid) svg.append(svgElement("line", {class: "grid", x1: box.left, x2: box.left + box.width, y1: y(tick), y2: y(tick)}));
    const text = labels.log ? "1e" + numberText(tick, 3) : numberText(tick, 4);
    svg.append(svgElement("text", {x: box.left - 6, y: y(tick) + 4, "text-anchor": "end"}, text));
  }
  for (const tick of ticksBetween(...xRange, 5)) {
    svg.append(svgElement("line", {class: "axis", x1: x(tick), x2: x(tick), y1: bottom, y2: bottom + 4}));
    svg.append(svgElement("text", {x: x(tick), y: bottom + 18, "text-anchor": "middle"}, numberText(tick, 4)));
  }
  svg.append(svgElement("text", {x: box.left + box.width / 2, y: bottom + 36, "text-anchor": "middle"}, labels.x));
  if (labels.y) {
    const middle = box.top + box.height / 2;
    svg.append(svgElement("text", {x: 14, y: middle, "text-anchor": "middle", transform: `rotate(-90 14 ${middle})`}, labels.y));
  }
  svg.append(svgElement("rect", {class: "axis", x: box.left, y: box.top, width: box.width, height: box.height}));
  return [x, y];
}

// A curve through points [x, y]; missing values interrupt it.
function lineChart(points, options) {
  const log = options.log;
  const shown = points.map(([x, y]) => [x, y === null ? NaN : log ? Math.log10(Math.abs(y)) : y]);
  const finite = shown.filter(point => Number.isFinite(point[1]));
  const box = BOX;
  const svg = svgElement("svg", {viewBox: `0 0 ${box.left + box.width + 18} ${box.top + box.height + 44}`, role: "img",
                                 "aria-label": options.description});
  const [x, y] = drawAxes(svg, box, rangeOf(finite.map(point => point[0])), withMargin(rangeOf(finite.map(point => point[1]))),
                          {x: options.xLabel, log, grid: true});
  let path = "", isPen = false;
  for (const [px, py] of shown) {
    if (!Number.isFinite(py)) { if (!options.joins) isPen = false; continue; }
    path += `${isPen ? "L" : "M"}${x(px).toFixed(1)} ${y(py).toFixed(1)}`;
    isPen = true;
  }
  svg.append(svgElement("path", {class: "curve", d: path}));
  if (finite.length === 1) svg.append(svgElement("circle", {cx: x(finite[0][0]), cy: y(finite[0][1]), r: 3, fill: "currentColor"}));
  return svg;
}

const SEQUENTIAL = ["440154", "472d7b", "3b528b", "2c728e", "21918c", "28ae80", "5ec962", "addc30", "fde725"];
const DIVERGING = ["2166ac", "67a9cf", "f7f7f7", "ef8a62", "b2182b"];

function colourTable(stops) {
  const channels = stops.map(stop => [0, 2, 4].map(at => parseInt(stop.slice(at, at + 2), 16)));
  return Array.from({length: 256}, (_, n) => {
    const at = n / 255 * (channels.length - 1), low = Math.min(channels.length - 2, Math.floor(at)), part = at - low;
    return channels[low].map((value, c) => Math.round(value + (channels[low + 1][c] - value) * part));
  });
}

// The address of a picture with one pixel per value; the second axis points upwards.
function pictureOf(values, width, height, range, table) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d"), image = context.createImageData(width, height);
  const scale = 255 / (range[1] - range[0]);
  for (let j = 0; j < height; ++j)
    for (let i = 0; i < width; ++i) {
      const value = values[j * width + i], at = 4 * ((height - 1 - j) * width + i);
      const colour = Number.isFinite(value) ? table[Math.max(0, Math.min(255, Math.round((value - range[0]) * scale)))] : [128, 128, 128];
      image.data.set([...colour, 255], at);
    }
  context.putImageData(image, 0, 0);
  return canvas.toDataURL();
}

// A plane of values with axes and a colour bar. `slice` is the description that the server sends with the values.
function planeChart(slice, values, options) {
  const [nx, ny] = slice.extent;
  const table = colourTable(options.symmetric ? DIVERGING : SEQUENTIAL);
  let range = rangeOf(values);
  if (options.symmetric) { const largest = Math.max(Math.abs(range[0]), Math.abs(range[1])); range = [-largest, largest]; }
  const ends = d => [slice.lower[d] - slice.delta[d] / 2, slice.lower[d] + (slice.extent[d] - 0.5) * slice.delta[d]];
  const xEnds = ends(0), yEnds = ends(1);
  const ratio = Math.min(2, Math.max(0.25, (yEnds[1] - yEnds[0]) / (xEnds[1] - xEnds[0])));
  const box = {left: 66, top: 10, width: 300, height: 300 * ratio};
  const svg = svgElement("svg", {viewBox: `0 0 ${box.left + box.width + 110} ${box.top + box.height + 44}`, role: "img",
                                 "aria-label": options.description});
  const picture = {preserveAspectRatio: "none", "image-rendering": "pixelated"};
  svg.append(svgElement("image", {...picture, x: box.left, y: box.top, width: box.width, height: box.height,
                                  href: pictureOf(values, nx, ny, range, table)}));
  drawAxes(svg, box, xEnds, yEnds, {x: slice.axes[0], y: slice.axes[1]});
  const bar = {left: box.left + box.width + 14, top: box.top, width: 14, height: box.height};
  const ramp = Array.from({length: 256}, (_, n) => range[0] + n / 255 * (range[1] - range[0]));
  svg.append(svgElement("image", {...picture, x: bar.left, y: bar.top, width: bar.width, height: bar.height,
                                  href: pictureOf(ramp, 1, 256, range, table)}));
  for (const tick of ticksBetween(...range, 5)) {
    const at = bar.top + bar.height - (tick - range[0]) / (range[1] - range[0]) * bar.height;
    svg.append(svgElement("text", {x: bar.left + bar.width + 5, y: at + 4}, numberText(tick, 3)));
  }
  svg.append(svgElement("rect", {class: "axis", x: bar.left, y: bar.top, width: bar.width, height: bar.height}));
  return svg;
}
)page"
