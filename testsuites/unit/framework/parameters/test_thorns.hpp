// Thorns without code, for tests of what the framework makes of their CCL files.
#pragma once

#include "framework/parameters/parameter_table.hpp"

#include <deque>
#include <string>
#include <vector>

namespace chemora::tests {

/// CCL texts of one thorn; the files are named `<thorn>/interface.ccl` and so on in messages.
struct ThornTexts {
  std::string name;
  std::string interface;
  std::string param = "";
  std::string schedule = "";
  std::string configuration = "";
};

/// A catalogue with these thorns; those in `active` are active.
class TestThorns {
public:
  explicit TestThorns(std::vector<ThornTexts> texts, std::vector<std::string> const& active) {
    for (auto& each : texts) {
      auto const& kept = texts_.emplace_back(std::move(each));
      auto const named = [&](char const* file) { return names_.emplace_back(kept.name + "/" + file).c_str(); };
      bindings_.push_back({kept.name.c_str(),
                           "Test",
                           {named("interface.ccl"), kept.interface.c_str()},
                           {named("param.ccl"), kept.param.c_str()},
                           {named("schedule.ccl"), kept.schedule.c_str()},
                           {named("configuration.ccl"), kept.configuration.c_str()},
                           {},
                           {},
                           {},
                           {}});
      catalogue.add(bindings_.back());
    }
    for (auto const& name : active) catalogue.find_thorn(name)->is_active = true;
  }

  parameters::ThornCatalogue catalogue;

private:
  std::deque<ThornTexts> texts_;
  std::deque<std::string> names_;
  std::deque<bind::ThornBinding> bindings_;
};

} // namespace chemora::tests
