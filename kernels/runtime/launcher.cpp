#include "kernels/runtime/launcher.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <string_view>

namespace chemora::runtime {

std::map<std::string, double> LaunchRequest::constants() const {
  auto constants = parameters;
  std::erase_if(constants, [](auto const& value) { return value.first.starts_with(ir::scalar_prefix); });
  return constants;
}

passes::KnownValues LaunchRequest::known() const {
  return {.parameters = constants(), .spacing = grid.scalars.spacing, .global_size = grid.scalars.global_size};
}

bool LaunchRequest::has_same_kernel(LaunchRequest const& other) const {
  return kernel == other.kernel && variant == other.variant && base::same_bits(constants(), other.constants()) &&
         grid.allocated == other.grid.allocated && base::same_bits(grid.scalars.spacing, other.grid.scalars.spacing) &&
         grid.scalars.global_size == other.grid.scalars.global_size;
}

GridArray LaunchRequest::array(GridFunctions const& functions, std::string const& name) const {
  GridArray const array = functions.find(kernel->thorn, graph(), name);
  auto const replacement = replacements.find(array);
  return replacement == replacements.end() ? array : replacement->second;
}

std::vector<std::string> pinned_plan_errors(PlanChooser const& chooser, std::vector<LaunchRequest> const& requests) {
  std::vector<std::string> messages;
  for (LaunchRequest const& request : requests)
    for (auto const& special : jit::specialise(request.graph(), request.known())) try {
        chooser.choose(*request.kernel, special.graph, {.region = special.region}, request.grid, nullptr);
      } catch (base::UserError const& error) {
        if (auto text = warning_text(error); !base::contains(messages, text)) messages.push_back(std::move(text));
      }
  return messages;
}

Launcher::Launcher(KernelCache& cache)
    : cache_(cache), captures_(cache.settings(), cache.device(), cache.exchange().rank() == 0),
      scratch_(cache.device()) {}

void Launcher::reserve_scratch(CompiledRegion const& region, launch::LocalGrid const& grid) {
  device::ArrayShape const shape{grid.allocated, sizeof(double)}; // No element type of a graph is larger than a double.
  if (region.n_scratch_arrays > 0) scratch_.reserve(region.n_scratch_arrays, shape.bytes());
}

// The function returns before the launches have finished. Functions that read the results on the host wait for them.
void Launcher::run(CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind, launch::LocalGrid const& grid,
                   std::span<launch::BoundKernel::Arguments const> arguments) {
  std::int64_t n_points = 0;
  for (auto const& box : boxes) n_points += box.n_points();
  if (kind == Boxes::of_new_launch) captures_.take(region, boxes, grid, arguments);
  for (std::size_t n = 0; n < region.parts.size(); ++n) {
    auto& part = region.parts[n];
    MeasuredKernel::Launch const measured(*part.measured);
    part.bound.run(boxes, grid.scalars, arguments[n], region.row_ends);
    part.measured->record.calls += kind == Boxes::of_new_launch ? 1 : 0;
    part.measured->record.points += n_points;
  }
}

void Launcher::run(GridFunctions const& functions, CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind,
                   launch::LocalGrid const& grid, RegionArguments& arguments, std::span<double const> values) {
  if (boxes.empty()) return;
  reserve_scratch(region, grid);
  run(region, boxes, kind, grid, arguments.update(functions, scratch_, values));
}

void Launcher::run(CompiledRegion& region, std::span<base::Box const> boxes, Boxes kind, launch::LocalGrid const& grid,
                   std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  if (boxes.empty()) return;
  reserve_scratch(region, grid);
  auto const array = [&](std::string const& variable) {
    auto const slot = region.scratch_slots.find(variable);
    return slot == region.scratch_slots.end() ? find_array(variable) : scratch_.array(slot->second);
  };
  auto const value = [&](std::string const& name) { return parameters.at(name); };
  std::vector<launch::BoundKernel::Arguments> arguments;
  for (auto const& part : region.parts) arguments.push_back(part.bound.collect(array, value));
  run(region, boxes, kind, grid, arguments);
}

CompiledKernel& Launcher::compile(LaunchRequest const& request) {
  return cache_.find_or_compile(*request.kernel, request.variant, request.graph(), request.known(), request.grid);
}

void Launcher::launch(GridFunctions const& functions, LaunchRequest const& request) {
  auto& kernel = compile(request);
  if (cache_.settings().only_compiles) return;
  for (auto& region : kernel) launch_region(functions, request, region);
}

// The arguments of launches without replacements are cached, because their names always refer to the same arrays.
void Launcher::launch_region(GridFunctions const& functions, LaunchRequest const& request, CompiledRegion& region) {
  FindGridArray const find = [&](std::string const& name) { return request.array(functions, name); };
  std::vector<std::string> names;
  std::vector<double> values;
  for (auto const& [name, value] : request.parameters) names.push_back(name), values.push_back(value);
  bool const has_replacements = !request.replacements.empty();
  auto arguments = region.arguments;
  if (!arguments || has_replacements) arguments = std::make_shared<RegionArguments>(region, find, names);
  if (!has_replacements) region.arguments = arguments;
  std::optional<KernelAccesses> with_replacements;
  if (has_replacements) with_replacements = region.accesses.with_other_arrays();
  KernelAccesses& accesses = with_replacements ? *with_replacements : region.accesses;
  auto const run_boxes = [&](std::vector<base::Box> const& boxes, Boxes kind) {
    accesses.require(functions, boxes, find);
    run(functions, region, boxes, kind, request.grid, *arguments, values);
  };
  accesses.announce_writes(functions, region.region, find);
  auto const boxes = launch::boxes_of(region.region, request.grid);
  if (accesses.is_in_flight(functions, boxes, find)) {
    auto const [deep, others] = accesses.split_at_exchange(functions, boxes, request.grid, find);
    run_boxes(deep, Boxes::of_new_launch);
    run_boxes(others, Boxes::of_same_launch); // The data request for these boxes finishes the exchange.
  } else {
    run_boxes(boxes, Boxes::of_new_launch);
  }
  accesses.report_writes(functions, region.region, find);
}

int Launcher::number_of(std::string const& graph_text, int thin_axis) {
  if (thin_axis < -1 || thin_axis > 2)
    throw base::UserError("CaKernel_BoxKernel is given the axis " + std::to_string(thin_axis) +
                          " along which boxes are thin; allowed are 0, 1, 2 and, for none, -1.");
  auto graph = graphs_.find(graph_text);
  if (graph == graphs_.end())
    graph = graphs_.emplace(graph_text, ir::parse_graph(graph_text, "CaKernel_BoxKernel")).first;
  BoxKernel const kernel{&graph->second, thin_axis};
  auto position = std::find(numbered_.begin(), numbered_.end(), kernel);
  if (position == numbered_.end()) position = numbered_.insert(numbered_.end(), kernel);
  return static_cast<int>(position - numbered_.begin());
}

BoxKernel const& Launcher::box_kernel(int number) const {
  if (number >= 0 && static_cast<std::size_t>(number) < numbered_.size())
    return numbered_[static_cast<std::size_t>(number)];
  throw base::UserError("CaKernel_UpdateBoxes is given the kernel number " + std::to_string(number) + "; there are " +
                        std::to_string(numbered_.size()) + ", the first of which is number 0.");
}

CompiledKernel& Launcher::compile(BoxKernel const& kernel, launch::LocalGrid const& grid) {
  return cache_.find_or_compile({own_kernels, kernel.graph->name}, 0, *kernel.graph, {}, grid, kernel.thin_axis);
}

CompiledKernel& Launcher::find_or_compile(BoxKernel const& kernel, launch::LocalGrid const& grid) {
  auto& compiled = box_kernels_[{kernel, grid.allocated}];
  if (!compiled) compiled = &compile(kernel, grid);
  return *compiled;
}

// If a region has several kernels, all kernels run on one box before the first kernel runs on the next box.
void Launcher::run_in_order(CompiledKernel& kernel, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                            std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  for (auto& region : kernel)
    if (region.parts.size() == 1)
      run(region, boxes, Boxes::of_new_launch, grid, parameters, find_array);
    else
      for (auto const& box : boxes)
        run(region, {&box, 1}, &box == boxes.data() ? Boxes::of_new_launch : Boxes::of_same_launch, grid, parameters,
            find_array);
}

void Launcher::launch(BoxKernel const& kernel, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                      std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  CompiledKernel& compiled = find_or_compile(kernel, grid);
  if (!cache_.settings().only_compiles) run_in_order(compiled, grid, boxes, parameters, find_array);
}

void Launcher::run_graph(ir::Graph const& graph, launch::LocalGrid const& grid, std::span<base::Box const> boxes,
                         std::map<std::string, double> const& parameters, launch::FindArray const& find_array) {
  run_in_order(compile(BoxKernel{&graph}, grid), grid, boxes, parameters, find_array);
}

namespace {

/// Returns the element of `values` whose index follows the prefix in a name such as `array2`. The function throws
/// base::UserError if the element does not exist.
template <class Value>
Value const& numbered(std::vector<Value> const& values, BoxKernel const& kernel, std::string const& name,
                      std::string_view word) {
  std::size_t n = values.size();
  char const* const end = name.data() + name.size();
  bool const is_numbered = name.starts_with(word) && std::from_chars(name.data() + word.size(), end, n).ptr == end;
  if (is_numbered && n < values.size()) return values[n];
  std::string const kind(word);
  throw base::UserError("The graph " + kernel.graph->name + " names the " + kind + " " + name +
                        ", but CaKernel_UpdateBoxes is given " + std::to_string(values.size()) + " " + kind +
                        (values.size() == 1 ? "" : "s") + ", the first of which is " + kind + "0.");
}

} // namespace

/// A compiled kernel with the array and parameter arguments of one BoxUpdate.
struct Launcher::BoundPart {
  CompiledPart* part;
  launch::BoundKernel::Arguments arguments;
};

std::vector<Launcher::BoundPart> Launcher::bind(CompiledKernel& kernel, BoxUpdate const& update,
                                                launch::LocalGrid const& grid) {
  std::vector<BoundPart> bound;
  auto const parameter = [&](std::string const& name) {
    return numbered(update.parameters, update.kernel, name, "parameter");
  };
  for (auto& region : kernel) {
    reserve_scratch(region, grid);
    auto const array = [&](std::string const& name) {
      auto const slot = region.scratch_slots.find(name);
      return slot == region.scratch_slots.end() ? numbered(update.arrays, update.kernel, name, "array")
                                                : scratch_.array(slot->second);
    };
    for (auto& part : region.parts) bound.push_back({&part, part.bound.collect(array, parameter)});
  }
  return bound;
}

// The stopwatch is started and stopped only when the kernel changes, because the computation of a box may take less
// time than two clock readings.
void Launcher::update_boxes(std::vector<BoxUpdate> const& updates, std::span<UpdatedBox const> boxes,
                            launch::LocalGrid const& grid) {
  for (auto const& box : boxes)
    if (box.update >= updates.size())
      throw base::UserError("CaKernel_UpdateBoxes is given the update number " +
                            std::to_string(static_cast<std::ptrdiff_t>(box.update)) + "; there are " +
                            std::to_string(updates.size()) + ", the first of which is number 0.");
  std::vector<std::vector<BoundPart>> bound(updates.size());
  for (std::size_t n = 0; n < updates.size(); ++n) {
    if (std::none_of(boxes.begin(), boxes.end(), [&](auto const& box) { return box.update == n; })) continue;
    bound[n] = bind(find_or_compile(updates[n].kernel, grid), updates[n], grid);
    for (auto& part : bound[n]) ++part.part->measured->record.calls;
  }
  MeasuredKernel* running = nullptr;
  std::optional<MeasuredKernel::Launch> measured;
  for (auto const& [update, box] : boxes)
    for (auto& [part, arguments] : bound[update]) {
      if (part->measured != running) {
        measured.reset();
        running = part->measured;
        measured.emplace(*running);
      }
      part->bound.run({&box, 1}, grid.scalars, arguments);
      running->record.points += box.n_points();
    }
}

} // namespace chemora::runtime
