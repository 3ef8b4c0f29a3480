#include "kernels/runtime/plan_chooser.hpp"

#include "codegen/plan/fission.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/machine.hpp"

#include <algorithm>
#include <omp.h>
#include <sstream>

namespace chemora::runtime {

namespace {

/// Whether the plan is pinned for the kernel, or with `suffix` (".interior") for one of its regions.
bool names(PinnedPlan const& pin, KernelName const& kernel, std::string const& suffix = {}) {
  return are_equal_names(pin.kernel, kernel.name + suffix) || are_equal_names(pin.kernel, kernel.full_name() + suffix);
}

/// The colon that ends the kernel's name; `::` belongs to the name.
std::size_t find_colon(std::string const& entry) {
  for (std::size_t i = 0; i < entry.size(); ++i) {
    if (entry[i] != ':') continue;
    if (i + 1 == entry.size() || entry[i + 1] != ':') return i;
    ++i;
  }
  return std::string::npos;
}

/// The names that a pinned plan for this kernel may have: its own name, alone and with each region that it stores to.
std::vector<std::string> allowed_names(RegisteredKernel const& kernel) {
  std::vector<std::string> allowed{kernel.name, kernel.full_name()};
  for (auto const& variant : kernel.variants)
    for (auto const& store : variant.graph().stores)
      for (auto const& name : {kernel.name, kernel.full_name()}) {
        std::string const with_region = name + "." + ir::to_text(store.region);
        if (!base::contains(allowed, with_region)) allowed.push_back(with_region);
      }
  return allowed;
}

/// The kernel from which a fused kernel was made: `Wave_RHS` for `Wave_RHS_update2`, `Wave_RHS_update2_rest` and
/// `Wave_RHS_update2.interior`.
std::string without_update(std::string const& name) {
  std::string const word = "_update";
  std::size_t const at = name.rfind(word), number = at + word.size();
  if (at == std::string::npos || number >= name.size() || name[number] < '1' || name[number] > '9') return name;
  std::size_t const end = std::min(name.find_first_not_of("0123456789", number), name.size());
  bool const is_fused = end == name.size() || name[end] == '.' || name.substr(end) == "_rest";
  return is_fused ? name.substr(0, at) : name;
}

/// Kernels for updates of arrays and for boundary conditions, which are made when a run needs them.
bool is_made_on_demand(std::string const& name) {
  return name.starts_with("CaKernel::LinearCombination") || name.starts_with("CaKernel::Boundary_");
}

void check_name(PinnedPlan const& pin, KernelRegistry const& registry) {
  if (is_made_on_demand(pin.kernel)) return;
  std::vector<std::string> registered;
  for (auto const& kernel : registry.kernels())
    for (auto const& name : allowed_names(kernel)) {
      if (are_equal_names(without_update(pin.kernel), name)) return;
      registered.push_back(name);
    }
  throw base::UserError(pin.where + " pins a plan for kernel " + pin.kernel + ", which no active thorn has." +
                        base::did_you_mean(pin.kernel, registered));
}

/// DEVICE of the line `plan KERNEL on DEVICE`; empty without such a line.
std::string device_named_in(std::string text) {
  std::replace(text.begin(), text.end(), ';', '\n');
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string keyword, kernel, on, device;
    if (words >> keyword >> kernel >> on >> device && keyword == "plan" && on == "on") return device;
  }
  return {};
}

/// Finds errors that a run would only find at the kernel's first launch.
void check_plan(PinnedPlan const& pin, std::string const& device) {
  if (base::trimmed(pin.plan).empty())
    throw base::UserError(pin.where + " pins nothing for kernel " + pin.kernel +
                          ": expected lines of a plan after the colon, such as `tile 16 8 32`.");
  plan::Plan legal;
  legal.device = device;
  legal.kernels.front().tile = {1, 1, 1};
  if (device != "host") legal.kernels.front().block = {1, 1, 1};
  plan::Plan pinned = plan::parse_plan(pin.plan, legal, pin.where);
  pinned.kernel = pin.kernel;
  try {
    plan::check_values(pinned);
  } catch (base::UserError const& error) {
    auto diagnostics = error.diagnostics();
    for (auto& diagnostic : diagnostics) diagnostic.where.file = pin.where;
    throw base::UserError(std::move(diagnostics));
  }
}

} // namespace

PinnedPlans::PinnedPlans(std::vector<std::string> const& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string const entry = base::trimmed(entries[i]), where = "CaKernel::plan[" + std::to_string(i) + "]";
    try {
      add_entry(entry, where);
    } catch (base::UserError const& error) {
      unreadable_.push_back(
          where + ": `" + entry +
          "` has no colon after the name of a kernel, so it is read as the name of a file: " + warning_text(error));
    }
  }
}

void PinnedPlans::add_entry(std::string const& entry, std::string const& where) {
  if (entry.empty()) return;
  auto const colon = find_colon(entry);
  if (colon == std::string::npos) {
    add_file(entry);
    return;
  }
  std::string const text = base::trimmed(entry.substr(colon + 1));
  plans_.push_back({base::trimmed(entry.substr(0, colon)), text, where, device_named_in(text)});
}

void PinnedPlans::add_file(std::string const& path) {
  std::istringstream lines(base::read_source(path).contents);
  std::string lines_before; // empty lines, so that messages have the line numbers of the file
  bool is_inside = false;
  for (std::string line; std::getline(lines, line); lines_before += "\n") {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string keyword, kernel, on, device;
    words >> keyword >> kernel >> on >> device;
    if (keyword == "plan") {
      plans_.push_back({kernel, lines_before, path, device});
      is_inside = true;
    } else if (!is_inside && !keyword.empty()) {
      throw base::UserError(path + " does not start with a line `plan KERNEL on DEVICE`.");
    }
    if (is_inside) plans_.back().plan += line + "\n";
  }
  if (!is_inside) throw base::UserError(path + " has no line `plan KERNEL on DEVICE`.");
}

std::vector<std::string> PinnedPlans::errors(KernelRegistry const& registry,
                                             std::vector<std::string> const& devices) const {
  std::vector<std::string> messages = unreadable_;
  auto const collect = [&](auto const& check) {
    try {
      check();
    } catch (base::UserError const& error) {
      auto message = warning_text(error);
      if (!base::contains(messages, message)) messages.push_back(std::move(message));
    }
  };
  for (auto const& pin : plans_) {
    collect([&] { check_name(pin, registry); });
    bool is_for_any = false;
    for (auto const& device : devices) {
      if (!pin.is_for(device)) continue;
      is_for_any = true;
      collect([&] { check_plan(pin, device); });
    }
    if (is_for_any || devices.empty()) continue;
    messages.push_back(pin.where + ": The plan for kernel " + pin.kernel + " is for " + pin.device +
                       ", but this run computes on " + base::join(devices, " and ") + ".");
    collect([&] { check_plan(pin, pin.device); });
  }
  return messages;
}

bool PinnedPlans::are_for(KernelName const& kernel) const {
  return std::any_of(plans_.begin(), plans_.end(), [&](PinnedPlan const& pin) {
    std::string const name = pin.kernel.substr(0, pin.kernel.find('.'));
    return are_equal_names(name, kernel.name) || are_equal_names(name, kernel.full_name());
  });
}

std::optional<plan::Plan> PinnedPlans::find(KernelName const& kernel, std::string const& region,
                                            plan::Plan const& chosen) const {
  std::optional<plan::Plan> changed;
  for (std::string const& suffix : {std::string(), "." + region})
    for (auto const& pin : plans_)
      if (pin.is_for(chosen.device) && names(pin, kernel, suffix)) {
        changed = plan::parse_plan(pin.plan, chosen, pin.where);
        pin.is_used = true;
      }
  return changed;
}

std::string PinnedPlans::uses() const {
  std::string digits;
  for (auto const& pin : plans_) digits += pin.is_used ? '1' : '0';
  return digits;
}

std::vector<std::string> PinnedPlans::unused(std::vector<std::string> const& uses_of_processes) const {
  std::vector<std::string> sentences;
  for (std::size_t n = 0; n < plans_.size(); ++n) {
    auto const uses_it = [n](std::string const& uses) { return n < uses.size() && uses[n] == '1'; };
    if (std::any_of(uses_of_processes.begin(), uses_of_processes.end(), uses_it)) continue;
    sentences.push_back(plans_[n].where + " pins a plan for kernel " + plans_[n].kernel +
                        ", which this run has not compiled.");
  }
  return sentences;
}

namespace {

/// The box that the cost model uses: the whole local grid, or the part inside its ghost zones. It does not depend on
/// the position of the process, so that processes with equal extents share one compiled kernel.
base::Box planned_box(LaunchPoints const& points, launch::LocalGrid const& grid) {
  base::Box box{{0, 0, 0}, grid.extent};
  if (points.thin_axis >= 0) box.upper[static_cast<std::size_t>(points.thin_axis)] = 1;
  if (points.region != ir::Region::interior) return box; // faces of a boundary extend over the whole grid
  for (std::size_t d = points.spans_rows ? 1 : 0; d < 3; ++d) {
    if (grid.extent[d] == 1) continue;
    box.lower[d] += grid.ghosts[d];
    box.upper[d] -= grid.ghosts[d];
  }
  return box;
}

} // namespace

PlannedKernel PlanChooser::choose(KernelName const& kernel, ir::Graph const& graph, LaunchPoints const& points,
                                  launch::LocalGrid const& grid, tiling::BlockMachine const* blocks) const {
  tiling::Problem const problem{.allocated = grid.allocated,
                                .box = planned_box(points, grid),
                                .n_threads = omp_get_max_threads(),
                                .formula = settings_.cost_formula,
                                .blocks = blocks,
                                .line_begin = grid.line_begin};
  auto chosen = tiling::choose_kernels(graph, problem, machine::this_machine(), settings_.fission);
  // Starting a parallel region takes microseconds even for one thread, as long as the computation of a thin box.
  if (!blocks && points.thin_axis >= 0 && problem.n_threads == 1)
    for (auto& part : chosen.plan.kernels) part.threads_over_tiles = false;
  PlannedKernel planned{std::move(chosen.plan), std::move(chosen.reason), std::move(chosen.reasons)};
  if (auto const pin = pinned_.find(kernel, ir::to_text(points.region), planned.plan)) {
    planned.plan = *pin;
    planned.reason = "pinned by CaKernel::plan";
    planned.reasons.assign(pin->kernels.size(), planned.reason);
  }
  std::string const device = blocks ? blocks->device : "host";
  if (planned.plan.device != device)
    throw base::UserError("The plan pinned for kernel " + kernel.full_name() + " is for " + planned.plan.device +
                          ", but this process computes on " + device + ". Remove it from CaKernel::plan.");
  plan::check_legality(graph, planned.plan);
  if (blocks)
    for (auto const& piece : plan::split(graph, planned.plan).pieces)
      if (auto const reason = tiling::excess(piece.graph, piece.plan, grid.allocated, blocks->limits); !reason.empty())
        throw base::UserError("A block of the plan pinned for kernel " + kernel.full_name() + " " + reason + " on " +
                              device + ".");
  return planned;
}

std::string to_text(PlannedKernel const& planned) {
  std::string text = "# " + planned.reason + "\n";
  bool const has_several = planned.plan.kernels.size() > 1;
  for (std::size_t n = 0; n < planned.reasons.size() && planned.reasons[n] != planned.reason; ++n)
    text += (has_several ? "# kernel " + std::to_string(n + 1) + ": " : "# ") + planned.reasons[n] + "\n";
  return text + plan::to_text(planned.plan);
}

std::string one_line(plan::KernelPlan const& kernel) {
  auto const three = [](std::string const& word, base::Index3 const& n) {
    return word + " " + std::to_string(n[0]) + " " + std::to_string(n[1]) + " " + std::to_string(n[2]);
  };
  std::string text = three("tile", kernel.tile) + ", ";
  text += kernel.has_blocks() ? three("block", kernel.block) : "vector " + std::to_string(kernel.vector_width);
  if (!kernel.threads_over_tiles) text += ", one thread";
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (kernel.unroll[axis] > 1)
      text += std::string(", unroll ") + "xyz"[axis] + " " + std::to_string(kernel.unroll[axis]);
  if (kernel.stream != plan::no_axis) text += std::string(", stream ") + "xyz"[kernel.stream];
  if (!kernel.in_tile.empty()) text += ", " + std::to_string(kernel.in_tile.size()) + " in tile";
  if (!kernel.in_registers.empty()) text += ", " + std::to_string(kernel.in_registers.size()) + " in registers";
  if (kernel.resident != 0) text += ", resident " + std::to_string(kernel.resident);
  if (!kernel.nontemporal.empty()) text += ", " + std::to_string(kernel.nontemporal.size()) + " nontemporal";
  if (kernel.prefetch.distance != 0) text += ", prefetch " + ir::to_text(kernel.prefetch);
  return text + (kernel.is_fat ? ", fat" : "");
}

} // namespace chemora::runtime
