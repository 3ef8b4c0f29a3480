// The list of targets, and what is expected of each of them.
#include "testsuites/fuzz/targets/target.hpp"

#include "framework/base/errors.hpp"

#include <array>

namespace chemora::fuzz {

std::span<Target const> targets() {
  static constexpr std::array all{
      Target{"interface", interface_ccl},
      Target{"param", param_ccl},
      Target{"schedule", schedule_ccl},
      Target{"configuration", configuration_ccl},
      Target{"parameters", parameter_file},
      Target{"equations", equation_file},
      Target{"graph", graph_text},
      Target{"loops", loops_text},
      Target{"plan", plan_text},
      Target{"table", key_value_table},
  };
  return all;
}

void require(bool holds, std::string const& what) {
  if (!holds) throw Failure(what);
}

bool accepted(std::function<void()> const& parse) {
  try {
    parse();
    return true;
  } catch (base::UserError const& error) {
    require(!error.diagnostics().empty(), "a refusal without findings");
    for (auto const& finding : error.diagnostics()) {
      require(!finding.message.empty(), "a finding without a message");
      require(finding.where.line > 0, "a finding without a place: " + finding.message);
    }
    return false;
  }
}

} // namespace chemora::fuzz
