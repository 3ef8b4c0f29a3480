#include "kernels/runtime/captures.hpp"

#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"
#include "kernels/runtime/compiled_kernel.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::runtime {

Captures::Captures(Settings const& settings, device::Device& device, bool is_first_process)
    : device_(device),
      is_enabled_(is_first_process && (!settings.capture_folder.empty() || settings.search_seconds > 0)),
      is_for_this_run_(settings.capture_folder.empty()), folder_(settings.capture_folder) {}

void Captures::take(CompiledRegion& region, std::span<base::Box const> boxes, launch::LocalGrid const& grid,
                    std::span<launch::BoundKernel::Arguments const> arguments) {
  // Captured arrays have elements of one type.
  bool const has_one_type = region.uncaptured && region.uncaptured->graph.element_types.empty();
  if (!is_enabled_ || !has_one_type || grid.scalars.iteration < 1) return;
  search::Capture capture = *region.uncaptured;
  region.uncaptured.reset();
  capture.row_ends = region.row_ends;
  capture.boxes.assign(boxes.begin(), boxes.end());
  capture.scalars = grid.scalars;
  capture.access = machine::this_machine().access;
  if (!is_for_this_run_) return write(std::move(capture), region, arguments);
  try {
    if (!new_.folder) new_.folder = std::make_unique<device::PrivateFolder>();
    folder_ = new_.folder->path().string();
    write(std::move(capture), region, arguments);
  } catch (std::exception const& error) {
    new_.error = error.what();
  }
}

void Captures::write(search::Capture capture, CompiledRegion const& region,
                     std::span<launch::BoundKernel::Arguments const> arguments) {
  std::map<std::string, void const*> addresses;
  for (std::size_t n = 0; n < region.parts.size(); ++n) {
    ir::Graph const& graph = region.parts[n].bound.graph();
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) addresses[graph.inputs[i]] = arguments[n].inputs[i];
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) addresses[graph.outputs[i]] = arguments[n].outputs[i];
    for (std::size_t i = 0; i < graph.parameters.size(); ++i)
      capture.parameters[graph.parameters[i].name] = arguments[n].parameters[i];
  }
  for (auto const& [name, address] : addresses)
    if (base::contains(capture.graph.inputs, name) || base::contains(capture.graph.outputs, name))
      capture.arrays.push_back({name});
  std::string const folder = fmt::format("{}/{:03}", folder_, n_captures_++);
  search::write_capture(folder, capture, device_, [&](std::string const& name) { return addresses.at(name); });
  double const work = static_cast<double>(capture.arrays.size()) * static_cast<double>(capture.n_points());
  if (is_for_this_run_) new_.kernels.push_back({folder, capture.kernel, work});
}

} // namespace chemora::runtime
