// Launches of kernels that are ready: their arrays, the boxes that wait for nobody, and the others.
#include "framework/base/errors.hpp"
#include "local_grid.hpp"
#include "part_arguments.hpp"
#include "running_function.hpp"
#include "runtime.hpp"
#include "thorn_parameters.hpp"

#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;
namespace device = chemora::device;
namespace launch = chemora::launch;
using chemora::passes::KnownValues;

namespace {

/// Index of a grid function that a kernel names. Checks that it is what the graph says.
int find_grid_function(std::string const& thorn, ir::Graph const& graph, std::string const& variable) {
  std::string const full_name = variable.find("::") != std::string::npos
                                    ? variable
                                    : std::string(CCTK_ThornImplementation(thorn.c_str())) + "::" + variable;
  int index = CCTK_VarIndex(full_name.c_str());
  if (index < 0 && variable.find("::") == std::string::npos) index = CCTK_VarIndex((thorn + "::" + variable).c_str());
  if (index < 0)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name + ", which does not exist.");
  int const type = CCTK_VarTypeI(index);
  bool const is_right = graph.real == ir::Type::real32 ? type == CCTK_VARIABLE_REAL4
                                                       : type == CCTK_VARIABLE_REAL || type == CCTK_VARIABLE_REAL8;
  if (!is_right || CCTK_GroupTypeFromVarI(index) != CCTK_GF)
    throw base::UserError("Kernel " + thorn + "::" + graph.name + " uses " + full_name +
                          ", which is not a grid function of its type.");
  return index;
}

} // namespace

KnownValues Runtime::Launch::known() const {
  return {.parameters = parameters, .spacing = grid.scalars.spacing, .global_size = grid.scalars.global_size};
}

GridArray Runtime::Launch::array(std::string const& name) const {
  GridArray const array{find_grid_function(kernel->thorn, graph(), name), 0};
  auto const other = read_instead.find(array);
  return other == read_instead.end() ? array : other->second;
}

Runtime::Launch Runtime::describe(cGH const* cctkGH, std::string const& thorn, std::string const& kernel_name) {
  Kernel const& kernel = registry_.find(thorn, kernel_name);
  std::size_t const variant = choose_variant(kernel);
  return {&kernel, variant, local_grid(cctkGH),
          parameter_values(cctkGH, kernel.thorn, kernel.variants[variant].graph()), running_function(cctkGH)};
}

void Runtime::reserve_scratch(Part const& part, launch::LocalGrid const& grid) {
  device::ArrayShape const shape{grid.allocated, sizeof(double)}; // enough for every type of a graph
  if (part.n_slots > 0) scratch_->reserve(part.n_slots, shape.bytes());
}

void Runtime::run(Part& part, std::span<base::Box const> boxes, bool is_rest, launch::LocalGrid const& grid,
                  std::span<launch::BoundKernel::Arguments const> arguments) {
  std::int64_t n_points = 0;
  for (auto const& box : boxes) n_points += box.n_points();
  for (std::size_t k = 0; k < part.kernels.size(); ++k) {
    auto& kernel = part.kernels[k];
    MeasuredKernel::Launch const measured(*kernel.measured); // nobody waits for it: readers of the data do
    kernel.bound.run(boxes, grid.scalars, arguments[k], part.row_ends);
    kernel.measured->record.calls += is_rest ? 0 : 1;
    kernel.measured->record.points += n_points;
  }
}

void Runtime::run(cGH const* cctkGH, Part& part, std::span<base::Box const> boxes, bool is_rest,
                  launch::LocalGrid const& grid, PartArguments& arguments, std::span<double const> values) {
  if (boxes.empty()) return;
  reserve_scratch(part, grid);
  run(part, boxes, is_rest, grid, arguments.now(cctkGH, *scratch_, values));
}

void Runtime::run(Part& part, std::span<base::Box const> boxes, bool is_rest, launch::LocalGrid const& grid,
                  std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  if (boxes.empty()) return;
  reserve_scratch(part, grid);
  auto const array = [&](std::string const& variable) {
    auto const slot = part.slots.find(variable);
    return slot == part.slots.end() ? find_array(variable) : scratch_->array(slot->second);
  };
  auto const value = [&](std::string const& name) { return parameters.at(name); };
  std::vector<launch::BoundKernel::Arguments> arguments;
  for (auto const& kernel : part.kernels) arguments.push_back(kernel.bound.collect(array, value));
  run(part, boxes, is_rest, grid, arguments);
}

void Runtime::launch(cGH const* cctkGH, Launch const& asked) {
  FindGridArray const find = [&](std::string const& name) { return asked.array(name); };
  std::vector<std::string> names;
  std::vector<double> values;
  for (auto const& [name, value] : asked.parameters) names.push_back(name), values.push_back(value);
  for (auto& part : ready(cctkGH, asked)) {
    auto arguments = part.arguments;
    if (!arguments || !asked.read_instead.empty()) arguments = std::make_shared<PartArguments>(part, find, names);
    if (asked.read_instead.empty()) part.arguments = arguments; // what names mean stays
    auto const run_boxes = [&](std::vector<base::Box> const& boxes, bool is_rest) {
      run(cctkGH, part, boxes, is_rest, asked.grid, *arguments, values);
    };
    std::optional<KernelData> others;
    if (!asked.read_instead.empty()) others = part.data.with_other_arrays();
    KernelData& data = others ? *others : part.data;
    data.before_writing(cctkGH, part.region, find);
    auto boxes = launch::boxes_of(part.region, asked.grid);
    if (data.is_in_flight(cctkGH, boxes, find)) {
      auto [deep, rest] = data.not_in_flight(cctkGH, boxes, asked.grid, find);
      data.require(cctkGH, deep, find);
      run_boxes(deep, false);
      boxes = std::move(rest); // to be required now, which ends the exchange
      data.require(cctkGH, boxes, find);
      run_boxes(boxes, true);
    } else {
      data.require(cctkGH, boxes, find);
      run_boxes(boxes, false);
    }
    data.notify(cctkGH, part.region, find);
  }
}

} // namespace ca_kernel
