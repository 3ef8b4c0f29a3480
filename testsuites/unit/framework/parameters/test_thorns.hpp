/// Creates thorns without code from CCL texts, for tests of parameters and variables.
#pragma once

#include "framework/parameters/parameter_table.hpp"

#include <deque>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace chemora::tests {

/// CCL texts of one thorn; error messages name the files `<thorn>/interface.ccl` and so on.
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
  explicit TestThorns(std::vector<ThornTexts> texts, std::vector<std::string> const& active,
                      std::map<std::string, std::span<bind::FormerName const>> const& former_names = {}) {
    for (auto& each : texts) {
      auto const& stored = texts_.emplace_back(std::move(each));
      auto const named = [&](char const* file) { return names_.emplace_back(stored.name + "/" + file).c_str(); };
      auto& binding = bindings_.emplace_back();
      binding.thorn = stored.name.c_str();
      binding.arrangement = "Test";
      binding.interface = {named("interface.ccl"), stored.interface.c_str()};
      binding.param = {named("param.ccl"), stored.param.c_str()};
      binding.schedule = {named("schedule.ccl"), stored.schedule.c_str()};
      binding.configuration = {named("configuration.ccl"), stored.configuration.c_str()};
      if (auto const former = former_names.find(stored.name); former != former_names.end())
        binding.former_names = former->second;
      catalogue.add(binding);
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
