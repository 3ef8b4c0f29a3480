// Reads pins from parameters and files.
#include "pinned_plans.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <algorithm>
#include <sstream>
#include <strings.h>

namespace ca_kernel {

namespace base = chemora::base;

namespace {

std::string trimmed(std::string const& text) {
  auto const first = text.find_first_not_of(" \t\n");
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

bool is_same(std::string const& a, std::string const& b) { return strcasecmp(a.c_str(), b.c_str()) == 0; }

/// Whether the pin is for the kernel, or for its part with `suffix` (".interior").
bool names(PinnedPlan const& pin, Kernel const& kernel, std::string const& suffix = {}) {
  return is_same(pin.kernel, kernel.name + suffix) || is_same(pin.kernel, kernel.full_name() + suffix);
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

} // namespace

PinnedPlans::PinnedPlans(std::vector<std::string> const& entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string const entry = trimmed(entries[i]);
    if (entry.empty()) continue;
    auto const colon = find_colon(entry);
    if (colon == std::string::npos) {
      add_file(entry);
      continue;
    }
    std::string lines = trimmed(entry.substr(colon + 1));
    std::replace(lines.begin(), lines.end(), ';', '\n');
    plans_.push_back({trimmed(entry.substr(0, colon)), lines, "CaKernel::plan[" + std::to_string(i) + "]"});
  }
}

void PinnedPlans::add_file(std::string const& path) {
  std::istringstream lines(base::read_source(path).contents);
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    std::string const text = trimmed(line.substr(0, line.find('#')));
    if (text.empty()) continue;
    if (text.starts_with("plan ")) {
      std::istringstream words(text);
      std::string keyword, kernel;
      words >> keyword >> kernel;
      plans_.push_back({kernel, {}, path});
      is_inside = true;
    } else if (!is_inside) {
      throw base::UserError(path + " does not begin with a line `plan KERNEL on DEVICE`.");
    } else {
      plans_.back().plan += text + "\n";
    }
  }
}

std::vector<std::string> PinnedPlans::unknown_kernels(Registry const& registry) const {
  std::vector<std::string> known, messages;
  for (auto const& kernel : registry.all()) {
    known.push_back(kernel.name);
    known.push_back(kernel.full_name());
  }
  for (auto const& pin : plans_) {
    bool is_known = false;
    for (auto const& kernel : registry.all())
      for (auto const* suffix : {"", ".interior", ".boundary", ".everywhere"})
        is_known = is_known || names(pin, kernel, suffix);
    if (!is_known)
      messages.push_back(pin.where + " pins a plan for kernel " + pin.kernel + ", which no active thorn has." +
                         base::did_you_mean(pin.kernel, known));
  }
  return messages;
}

std::optional<chemora::plan::Plan> PinnedPlans::find(Kernel const& kernel, std::string const& region,
                                                     chemora::plan::Plan const& chosen) const {
  std::optional<chemora::plan::Plan> found;
  for (std::string const& suffix : {std::string(), "." + region})
    for (auto const& pin : plans_)
      if (names(pin, kernel, suffix)) found = chemora::plan::parse_plan(pin.plan, chosen, pin.where);
  return found;
}

} // namespace ca_kernel
