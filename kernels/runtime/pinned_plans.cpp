#include "kernels/runtime/pinned_plans.hpp"

#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <array>
#include <sstream>

namespace chemora::runtime {

namespace {

/// Starts of the names of kernels that a run creates when it needs them, in lower case.
constexpr std::array made_on_demand{"cakernel::linearcombination", "cakernel::boundary_", "cakernel::updates"};

} // namespace

void check_at(std::string const& place, std::function<void()> const& check) {
  try {
    check();
  } catch (base::UserError const& error) {
    auto diagnostics = error.diagnostics();
    for (auto& diagnostic : diagnostics) diagnostic.where.file = place;
    throw base::UserError(std::move(diagnostics));
  }
}

namespace {

/// Returns whether the plan is pinned for the kernel. A `suffix` such as ".interior" restricts the test to one region
/// of the kernel.
bool names(PinnedPlan const& pin, KernelName const& kernel, std::string const& suffix = {}) {
  return are_equal_names(pin.kernel, kernel.name + suffix) || are_equal_names(pin.kernel, kernel.full_name() + suffix);
}

/// Returns the position of the single colon after the kernel name. A double colon `::` is part of the name.
std::size_t find_colon(std::string const& entry) {
  for (std::size_t i = 0; i < entry.size(); ++i) {
    if (entry[i] != ':') continue;
    if (i + 1 == entry.size() || entry[i + 1] != ':') return i;
    ++i;
  }
  return std::string::npos;
}

/// Returns the names by which a pinned plan may refer to this kernel. These are the kernel name, and the kernel name
/// followed by the name of a region that the kernel stores.
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

/// Returns the combined names of the kernels from which a fused kernel was made. For example, the result is `Wave_RHS`
/// for `Wave_RHS_update2`, `Wave_RHS_update2_rest` and `Wave_RHS_update2.interior`.
std::string without_update(std::string const& name) {
  std::string const word = "_update";
  std::size_t const at = name.rfind(word), number = at + word.size();
  if (at == std::string::npos || number >= name.size() || name[number] < '1' || name[number] > '9') return name;
  std::size_t const end = std::min(name.find_first_not_of("0123456789", number), name.size());
  bool const is_fused = end == name.size() || name[end] == '.' || name.substr(end) == "_rest";
  return is_fused ? name.substr(0, at) : name;
}

/// Returns whether this is the name of a kernel for array updates or boundary conditions. Such kernels are created when
/// a run needs them.
bool is_made_on_demand(std::string const& name) {
  std::string const lower = base::lower_case(name);
  return std::any_of(made_on_demand.begin(), made_on_demand.end(),
                     [&](char const* prefix) { return lower.starts_with(prefix); });
}

/// Returns whether `combined` consists of names in this list with `_` between them. All names are in lower case.
bool is_combined_from(std::vector<std::string> const& names, std::string const& combined) {
  return std::any_of(names.begin(), names.end(), [&](std::string const& name) {
    return combined == name ||
           (combined.starts_with(name + "_") && is_combined_from(names, combined.substr(name.size() + 1)));
  });
}

void check_name(PinnedPlan const& pin, KernelRegistry const& registry) {
  if (is_made_on_demand(pin.kernel)) return;
  std::vector<std::string> registered, in_lower_case;
  for (auto const& kernel : registry.kernels())
    for (auto const& name : allowed_names(kernel)) {
      registered.push_back(name);
      in_lower_case.push_back(base::lower_case(name));
    }
  std::string const combined = without_update(pin.kernel), lower = base::lower_case(combined);
  bool const is_fused = combined != pin.kernel;
  if (is_fused ? is_combined_from(in_lower_case, lower) : base::contains(in_lower_case, lower)) return;
  throw base::UserError(pin.where + " pins a plan for kernel " + pin.kernel + ", which no active thorn has." +
                        base::did_you_mean(pin.kernel, registered));
}

/// Returns DEVICE from the line `plan KERNEL on DEVICE`; empty if the text has no such line.
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

/// Returns the kernel name in lower case, without thorn and region.
std::string short_name(std::string const& kernel) {
  auto const colons = kernel.rfind("::");
  std::string const name = colons == std::string::npos ? kernel : kernel.substr(colons + 2);
  return base::lower_case(name.substr(0, name.find('.')));
}

/// Throws an error if the plan is invalid. Without this check, a run would report the error only at the kernel's first
/// launch.
void check_plan(PinnedPlan const& pin, std::string const& device) {
  if (base::trimmed(pin.plan).empty())
    throw base::UserError(pin.where + " pins nothing for kernel " + pin.kernel +
                          ": expected lines of a plan after the colon, such as `tile 16 8 32`.");
  plan::Plan legal;
  legal.device = device;
  legal.kernels.front().tile = {1, 1, 1};
  if (device != "host") legal.kernels.front().block = {1, 1, 1};
  plan::Plan pinned = plan::parse_plan(pin.plan, legal, pin.where);
  if (!pinned.kernel.empty() && short_name(pinned.kernel) != short_name(pin.kernel))
    throw base::UserError(pin.where + " pins a plan for kernel " + pin.kernel + ", but its statement `plan " +
                          pinned.kernel + " on " + pinned.device + "` names another kernel.");
  pinned.kernel = pin.kernel;
  check_at(pin.where, [&] { plan::check_values(pinned); });
}

/// Returns whether both plans are entries of the parameter file for the same kernel, region and device.
bool have_same_target(PinnedPlan const& first, PinnedPlan const& second) {
  bool const are_entries = !first.is_from_file && !second.is_from_file && !first.plan.empty() && !second.plan.empty();
  bool const share_device = first.device.empty() || second.device.empty() || first.device == second.device;
  auto const without_thorn = [](std::string const& kernel) {
    auto const colons = kernel.find("::");
    return colons == std::string::npos ? kernel : kernel.substr(colons + 2);
  };
  bool const have_thorns =
      first.kernel.find("::") != std::string::npos && second.kernel.find("::") != std::string::npos;
  return are_entries && share_device &&
         (have_thorns ? are_equal_names(first.kernel, second.kernel)
                      : are_equal_names(without_thorn(first.kernel), without_thorn(second.kernel)));
}

/// Returns whether both plans are valid separately, but not together, because they contain the same decision. Plans
/// from files do not contradict: a file may contain several plans for one kernel, and entries may change a plan from a
/// file.
bool contradict(PinnedPlan const& first, PinnedPlan const& second) {
  auto const is_valid = [](std::string const& text) {
    try {
      plan::parse_plan(text, {});
      return true;
    } catch (base::UserError const&) {
      return false;
    }
  };
  return is_valid(first.plan) && is_valid(second.plan) && !is_valid(first.plan + "\n" + second.plan);
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
  plans_.push_back({base::trimmed(entry.substr(0, colon)), text, where, device_named_in(text), false});
}

void PinnedPlans::add_file(std::string const& path) {
  std::istringstream lines(base::read_source(path).contents);
  std::string lines_before; // empty lines before the plan, so that line numbers in messages agree with the file
  bool is_inside = false;
  for (std::string line; std::getline(lines, line); lines_before += "\n") {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string keyword, kernel, on, device;
    words >> keyword >> kernel >> on >> device;
    if (keyword == "plan") {
      plans_.push_back({kernel, lines_before, path, device, true});
      is_inside = true;
    } else if (!is_inside && !keyword.empty()) {
      throw base::UserError(path + " does not start with a line `plan KERNEL on DEVICE`.");
    }
    if (is_inside) plans_.back().plan += line + "\n";
  }
  if (!is_inside) throw base::UserError(path + " has no line `plan KERNEL on DEVICE`.");
}

std::vector<std::string> PinnedPlans::errors(KernelRegistry const& registry, std::vector<std::string> const& devices,
                                             std::vector<std::string> const& loop_functions) const {
  auto const is_of_loops = [&](PinnedPlan const& pin) {
    return std::any_of(loop_functions.begin(), loop_functions.end(), [&](std::string const& name) {
      return are_equal_names(name, pin.kernel) || are_equal_names(name.substr(name.find("::") + 2), pin.kernel);
    });
  };
  std::vector<std::string> messages = unreadable_;
  auto const collect = [&](auto const& check) {
    try {
      check();
    } catch (base::UserError const& error) {
      auto message = warning_text(error);
      if (!base::contains(messages, message)) messages.push_back(std::move(message));
    }
  };
  for (std::size_t n = 0; n < plans_.size(); ++n) {
    auto const& pin = plans_[n];
    if (is_of_loops(pin)) continue;
    collect([&] { check_name(pin, registry); });
    for (std::size_t earlier = 0; earlier < n && !pin.is_from_file; ++earlier)
      if (have_same_target(plans_[earlier], pin) && contradict(plans_[earlier], pin))
        messages.push_back(pin.where + " decides for kernel " + pin.kernel + " what " + plans_[earlier].where +
                           " decides too. Remove one of them.");
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

std::optional<PinnedPlans::Text> PinnedPlans::find_text(KernelName const& function, std::string const& device) const {
  std::optional<Text> found;
  for (auto const& pin : plans_) {
    if (!pin.is_for(device) || !names(pin, function)) continue;
    std::string text = pin.plan;
    // A blank after `;` is not an indentation.
    for (std::size_t at = 0; !pin.is_from_file && (at = text.find(';', at)) != std::string::npos;)
      text.replace(at, text.compare(at, 2, "; ") == 0 ? 2 : 1, "\n");
    if (auto const at = text.find("plan "); !pin.device.empty() && at != std::string::npos)
      text.erase(at, text.find('\n', at) - at);
    found = Text{text, pin.where};
    pin.is_used = true;
  }
  return found;
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
        changed = plan::parse_plan(pin.plan, changed.value_or(chosen), pin.where);
        pin.is_used = true;
      }
  return changed;
}

std::string PinnedPlans::place_of(KernelName const& kernel, std::string const& region,
                                  std::string const& device) const {
  std::vector<std::string> places;
  for (std::string const& suffix : {std::string(), "." + region})
    for (auto const& pin : plans_)
      if (pin.is_for(device) && names(pin, kernel, suffix) && !base::contains(places, pin.where))
        places.push_back(pin.where);
  return base::join(places);
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

} // namespace chemora::runtime
