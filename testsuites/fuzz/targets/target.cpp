#include "testsuites/fuzz/targets/target.hpp"

#include "framework/base/errors.hpp"

#include <array>

namespace chemora::fuzz {

std::span<Target const> targets() {
  static constexpr std::array all{
      Target{"interface", interface_ccl, 0.9},
      Target{"param", param_ccl, 0.85},
      Target{"schedule", schedule_ccl, 0.9},
      Target{"configuration", configuration_ccl, 0.7},
      Target{"parameters", parameter_file, 0.75},
      Target{"equations", equation_file, 0.9},
      Target{"graph", graph_text, 0.95},
      Target{"loops", loops_text, 0.9},
      Target{"kernel", kernel_text, 0.8},
      Target{"tree", tree_text, 0.8},
      Target{"plan", plan_text, 0.8},
      Target{"table", key_value_table, 0.75},
      Target{"fortran", fortran_source, 0.6},
      Target{"script", script_text, 0.6},
      Target{"patterns", patterns_file, 0.6},
      Target{"expressions", expressions_text, 0.6},
      Target{"fasta", fasta_file, 0.5},
      Target{"profile", profile_file, 0.8},
      Target{"recursion", recursion_program, 0.85},
      Target{"matrix", matrix_file, 0.85},
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
    require(!error.diagnostics().empty(), "a rejection without diagnostics");
    for (auto const& finding : error.diagnostics()) {
      require(!finding.message.empty(), "a diagnostic without a message");
      require(finding.where.line > 0, "a diagnostic without a position: " + finding.message);
    }
    return false;
  }
}

} // namespace chemora::fuzz
