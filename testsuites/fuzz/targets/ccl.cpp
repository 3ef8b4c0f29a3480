// Fuzz targets for the four CCL languages and for the evaluation of their expressions.
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/schedule_file.hpp"
#include "testsuites/fuzz/targets/target.hpp"

#include "framework/base/errors.hpp"

namespace chemora::fuzz {

namespace {

/// Provides parameter values for expressions. Names that start with n are integers, with r reals and with t strings; no
/// other names exist.
ccl::Environment environment() {
  ccl::Environment result;
  result.parameter = [](std::string const& name) -> std::optional<ccl::Value> {
    switch (name.front()) {
    case 'n':
      return std::int64_t{3};
    case 'r':
      return 0.5;
    case 't':
      return "text";
    default:
      return std::nullopt;
    }
  };
  result.is_thorn_active = [](std::string const& thorn) { return thorn == "A"; };
  result.is_implementation_active = result.is_thorn_active;
  result.known_parameters = {"n", "r", "t"};
  return result;
}

/// Evaluates an expression, which must either give a value or report an error.
void evaluate(ccl::Expression const& expression) {
  accepted([&] { ccl::evaluate_integer(expression, environment()); });
  require(!ccl::to_text(expression).empty(), "an expression without text");
}

} // namespace

bool interface_ccl(std::string const& text) {
  return accepted([&] {
    ccl::Interface const interface = ccl::parse_interface({"interface.ccl", text});
    require(!interface.implementation.text.empty(), "a thorn without implementation");
    for (auto const& group : interface.groups) {
      require(!group.variables.empty(), "a group without variables");
      for (auto const& size : group.size) evaluate(size);
      for (auto const& size : group.ghost_size) evaluate(size);
      if (group.vector_length) evaluate(*group.vector_length);
    }
  });
}

bool schedule_ccl(std::string const& text) {
  return accepted([&] {
    ccl::ScheduleFile const file = ccl::parse_schedule({"schedule.ccl", text});
    std::size_t const n_items = ccl::all_items(file).size();
    accepted([&] {
      auto const active = ccl::active_statements(file, environment());
      require(active.items.size() <= n_items, "more items hold than there are");
      for (auto const* const storage : active.storage)
        if (storage->index) evaluate(*storage->index);
    });
  });
}

bool configuration_ccl(std::string const& text) {
  return accepted([&] {
    for (auto const& need : ccl::parse_configuration({"configuration.ccl", text}).requirements)
      require(!need.name.text.empty() && need.comparison.empty() == need.version.empty(), "half a version");
  });
}

} // namespace chemora::fuzz
