#include "codegen/app/compile_loops.hpp"

#include "codegen/app/generated_files.hpp"
#include "codegen/loop_functions/write_loop_functions.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::app {

namespace {

using loop_functions::LoopFunction;
using loop_functions::ScriptVariables;

/// Whether param.ccl uses parameters of other thorns, whose default values it does not contain.
bool uses_other_parameters(base::SourceText const& param_ccl) {
  auto const lines = param_ccl.lines();
  return std::any_of(lines.begin(), lines.end(), [](std::string const& line) {
    std::string const text = base::lower_case(base::trimmed(line));
    return text.starts_with("uses") || text.starts_with("extends");
  });
}

/// The variables of a script at build time. `device` is the host.
ScriptVariables with_device(ScriptVariables variables) {
  variables["device"] = transform::make_value(std::string("host"));
  return variables;
}

std::vector<base::Diagnostic> with_note(std::vector<base::Diagnostic> diagnostics) {
  for (base::Diagnostic& diagnostic : diagnostics)
    if (!diagnostic.message.ends_with(')')) diagnostic.message += " (with the default values of param.ccl)";
  return diagnostics;
}

void check_scripts(std::vector<LoopFunction> const& functions, ScriptVariables const& variables,
                   std::vector<base::Diagnostic>& findings) {
  for (LoopFunction const& function : functions) try {
      loop_functions::check_script(function, variables);
    } catch (base::UserError const& error) {
      auto const noted = with_note(error.diagnostics());
      findings.insert(findings.end(), noted.begin(), noted.end());
    }
}

} // namespace

void compile_loops(Options const& options) {
  std::vector<LoopFunction> functions;
  std::vector<base::Diagnostic> findings;
  for (std::string const& file : files_of(options.loops_folder, "loops", ".f90")) try {
      functions.push_back(loop_functions::read_loop_function(base::read_source(file)));
    } catch (base::UserError const& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  base::SourceText const param_ccl = base::read_source(options.loops_folder + "/param.ccl");
  if (!uses_other_parameters(param_ccl))
    check_scripts(functions, with_device(loop_functions::default_variables(param_ccl)), findings);
  if (!findings.empty()) throw base::UserError(std::move(findings));
  if (options.thorn_folder.empty()) return;
  std::string const thorn = thorn_of(options.loops_folder);
  for (auto const& [name, contents] : loop_functions::write_loop_functions(thorn, functions))
    write_file(options.thorn_folder, name, contents);
}

void check_loops(std::string const& file) {
  LoopFunction const function = loop_functions::read_loop_function(base::read_source(file));
  loop_functions::check_script(function, with_device({}));
}

} // namespace chemora::app
