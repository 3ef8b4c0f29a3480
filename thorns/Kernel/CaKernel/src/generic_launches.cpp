// Kernels of graphs that belong to no thorn, on boxes that the caller says.
#include "runtime.hpp"

#include "compile_only.hpp"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace ca_kernel {

namespace base = chemora::base;
namespace ir = chemora::ir;
namespace launch = chemora::launch;
using chemora::passes::KnownValues;

namespace {

/// The number N of a name `wordN` that is less than `n`; -1 if the name is none.
int number_of(std::string const& name, std::string_view word, std::size_t n) {
  int i = -1;
  char const* const end = name.data() + name.size();
  bool const is_numbered = name.starts_with(word) && std::from_chars(name.data() + word.size(), end, i).ptr == end;
  return is_numbered && i >= 0 && static_cast<std::size_t>(i) < n ? i : -1;
}

void* array_of(Runtime::Update const& update, std::string const& name) {
  int const i = number_of(name, "array", update.arrays.size());
  if (i >= 0) return update.arrays[static_cast<std::size_t>(i)];
  throw base::UserError("The graph " + update.kernel.graph->name + " names the array " + name +
                        ", but CaKernel_UpdateBoxes is given " + std::to_string(update.arrays.size()) +
                        (update.arrays.size() == 1 ? " array" : " arrays") + ", the first of which is array0.");
}

double parameter_of(Runtime::Update const& update, std::string const& name) {
  int const i = number_of(name, "parameter", update.parameters.size());
  if (i >= 0) return update.parameters[static_cast<std::size_t>(i)];
  throw base::UserError("The graph " + update.kernel.graph->name + " names the parameter " + name +
                        ", but CaKernel_UpdateBoxes is given " + std::to_string(update.parameters.size()) +
                        (update.parameters.size() == 1 ? " parameter" : " parameters") +
                        ", the first of which is parameter0.");
}

} // namespace

// Made of texts once and again would take longer than a launch.
Runtime::Parts& Runtime::known_generic_parts(cGH const* cctkGH, Generic const& kernel, launch::LocalGrid const& grid) {
  auto& known = generic_[{kernel, grid.allocated}];
  if (!known) known = &generic_parts(cctkGH, kernel, grid);
  return *known;
}

// Its plan may be pinned as that of a kernel of CaKernel's own.
Runtime::Parts& Runtime::generic_parts(cGH const* cctkGH, Generic const& generic, launch::LocalGrid const& grid) {
  set_up(cctkGH);
  KernelName const kernel{CCTK_THORNSTRING, generic.graph->name};
  KnownValues const nothing_known;
  std::string const key =
      key_of(kernel, 0, nothing_known, grid.allocated) + " thin along " + std::to_string(generic.thin_axis);
  auto found = prepared_.find(key);
  if (found == prepared_.end())
    found = prepared_.emplace(key, prepare(kernel, *generic.graph, grid, nothing_known, generic.thin_axis)).first;
  return found->second;
}

void Runtime::run_generic(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid,
                          std::span<base::Box const> boxes, std::map<std::string, double> const& parameters,
                          launch::FindArray const& find_array) {
  run_in_order(generic_parts(cctkGH, {&graph}, grid), grid, boxes, parameters, find_array);
}

// Boxes one after the other, each with all of its kernels: it may read what the last one has stored.
void Runtime::run_in_order(Parts& parts, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                           std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  for (auto& part : parts)
    if (part.kernels.size() == 1)
      run(part, boxes, false, grid, parameters, find_array);
    else
      for (auto const& box : boxes) run(part, {&box, 1}, &box != boxes.data(), grid, parameters, find_array);
}

void Runtime::launch_generic(cGH const* cctkGH, ir::Graph const& graph, launch::LocalGrid const& grid,
                             std::span<base::Box const> boxes, std::map<std::string, double> const& parameters,
                             launch::FindArray const& find_array) {
  Parts& parts = known_generic_parts(cctkGH, {&graph}, grid);
  if (!CCTK_CompilesOnly()) run_in_order(parts, grid, boxes, parameters, find_array);
}

/// A kernel with what one of the updates gives it.
struct Runtime::Bound {
  Compiled* kernel;
  launch::BoundKernel::Arguments arguments;
};

std::vector<Runtime::Bound> Runtime::bind(Parts& parts, Update const& update, launch::LocalGrid const& grid) {
  std::vector<Bound> bound;
  auto const parameter = [&](std::string const& name) { return parameter_of(update, name); };
  for (auto& part : parts) {
    reserve_scratch(part, grid);
    auto const array = [&](std::string const& name) {
      auto const slot = part.slots.find(name);
      return slot == part.slots.end() ? array_of(update, name) : scratch_->array(slot->second);
    };
    for (auto& kernel : part.kernels) bound.push_back({&kernel, kernel.bound.collect(array, parameter)});
  }
  return bound;
}

// Clocks are read where the kernel changes: a box may take less time than two readings.
void Runtime::update_boxes(cGH const* cctkGH, std::vector<Update> const& updates, std::span<UpdatedBox const> boxes,
                           launch::LocalGrid const& grid) {
  std::vector<std::vector<Bound>> bound(updates.size());
  for (std::size_t n = 0; n < updates.size(); ++n) {
    if (std::none_of(boxes.begin(), boxes.end(), [&](auto const& one) { return one.update == n; })) continue;
    bound[n] = bind(known_generic_parts(cctkGH, updates[n].kernel, grid), updates[n], grid);
    for (auto& one : bound[n]) ++one.kernel->measured->record.calls;
  }
  MeasuredKernel* running = nullptr;
  std::optional<MeasuredKernel::Launch> measured;
  for (auto const& [update, box] : boxes)
    for (auto& one : bound.at(update)) {
      if (one.kernel->measured != running) {
        measured.reset();
        running = one.kernel->measured;
        measured.emplace(*running);
      }
      one.kernel->bound.run({&box, 1}, grid.scalars, one.arguments);
      running->record.points += box.n_points();
    }
}

void Runtime::compile(cGH const* cctkGH, Generic const& kernel, launch::LocalGrid const& grid) {
  known_generic_parts(cctkGH, kernel, grid);
}

} // namespace ca_kernel
