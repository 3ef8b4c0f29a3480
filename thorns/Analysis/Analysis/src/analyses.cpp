#include "analyses.hpp"

#include "inputs.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/text.hpp"
#include "cctk.h"
#include "cctk_Parameters.h"
#include "codegen/patterns/bind_inputs.hpp"
#include "codegen/patterns/distribute.hpp"
#include "codegen/patterns/expressions.hpp"
#include "codegen/patterns/fixed_mapping.hpp"
#include "codegen/patterns/kernel_program.hpp"
#include "framework/base/text.hpp"
#include "framework/base/user_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>

namespace analysis {

namespace base = chemora::base;
namespace patterns = chemora::patterns;
namespace fs = std::filesystem;

namespace {

constexpr char const *programs_parameter = "Analysis::programs", *expressions_parameter = "Analysis::expressions",
                     *variables_parameter = "Analysis::variables", *parameters_parameter = "Analysis::parameters",
                     *inputs_parameter = "Analysis::inputs", *mapping_parameter = "Analysis::mapping";

/// Returns the lines of comments at the beginning of a program as one text.
std::string description_of(base::SourceText const& source) {
  std::string text;
  for (std::string const& line : source.lines()) {
    if (!line.starts_with("//")) break;
    text += (text.empty() ? "" : " ") + base::trimmed(line.substr(2));
  }
  return text;
}

/// Returns the names of grid functions of type real, by their names without implementation. Names that several
/// implementations use are absent unless Analysis::variables selects one.
std::map<std::string, std::string> names_of_grid_functions() {
  std::map<std::string, std::string> names;
  std::set<std::string> ambiguous;
  for (int variable = 0; variable < CCTK_NumVars(); ++variable) {
    if (!iotools::is_grid_function(variable) || CCTK_VarTypeI(variable) != CCTK_VARIABLE_REAL) continue;
    std::string const name = CCTK_VarName(variable);
    if (!names.emplace(name, iotools::full_name(variable)).second) ambiguous.insert(name);
  }
  for (std::string const& name : ambiguous) names.erase(name);
  return names;
}

class AnalysisReader {
public:
  std::vector<Analysis> read() {
    DECLARE_CCTK_PARAMETERS
    variables_ = base::parse_assignments(variables, variables_parameter, errors_);
    parameters_ = base::parse_assignments(parameters, parameters_parameter, errors_);
    inputs_ = base::parse_assignments(inputs, inputs_parameter, errors_);
    if (has_single_mappings()) mappings_ = base::parse_assignments(mapping, mapping_parameter, errors_);
    for (std::string const& word : iotools::words(programs)) collect([&] { add_program(word); });
    collect([&] { add_expressions(expressions); });
    check_unused(variables_, variables_parameter, "a grid function", names_with(patterns::Role::grid));
    check_unused(parameters_, parameters_parameter, "a parameter", names_with(patterns::Role::parameter));
    check_unused(inputs_, inputs_parameter, "an input", names_of_inputs());
    check_unused(mappings_, mapping_parameter, "a pattern to map", names_of_patterns_,
                 " Programs that use the grid have no mapping; remove the assignment.");
    std::vector<base::Diagnostic> findings = wrong_programs_;
    findings.insert(findings.end(), errors_.all().begin(), errors_.all().end());
    if (!findings.empty()) throw base::UserError(std::move(findings));
    return std::move(analyses_);
  }

private:
  /// Collects the errors of a program with the excerpts of its file.
  template <class Step>
  void collect(Step step) {
    try {
      step();
    } catch (base::UserError const& error) {
      wrong_programs_.insert(wrong_programs_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }

  void error(std::string const& parameter, std::string const& message) { errors_.error({parameter, 0, 0}, message); }

  static std::string path_of(std::string const& program) {
    if (program.starts_with('.') || program.starts_with('/') || program.ends_with(".pat"))
      return base::path_from(fs::path(iotools::parameter_file_path()).parent_path(), program);
    std::string const folder = base::shipped_folder("Analysis/Analysis/patterns", programs_parameter, ".pat");
    std::set<std::string> names; // `histogram`, `papers/page_rank`
    for (auto const& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".pat")
        names.insert(fs::relative(entry.path(), folder).replace_extension().string());
    std::vector<std::string> const known(names.begin(), names.end());
    if (!names.contains(program))
      throw base::UserError({programs_parameter, 0, 0},
                            fmt::format("There is no program `{}`.{} Allowed: {}, or a file `./NAME.pat`.", program,
                                        base::did_you_mean(program, known), base::join(known)));
    return folder + "/" + program + ".pat";
  }

  void add_program(std::string const& word) {
    std::size_t const colon = word.find(':');
    std::string const program = word.substr(colon == std::string::npos ? 0 : colon + 1);
    Analysis analysis;
    analysis.name = colon == std::string::npos ? fs::path(program).stem().string() : word.substr(0, colon);
    base::SourceText const source = base::read_source(path_of(program));
    analysis.program = patterns::read_program(source);
    analysis.description = description_of(source);
    add(std::move(analysis));
  }

  void add_expressions(std::string const& text) {
    if (base::trimmed(text).empty()) return;
    std::map<std::string, std::string> fields = names_of_grid_functions();
    for (auto const& [name, variable] : variables_)
      if (name.find('.') == std::string::npos) fields[name] = variable;
    add({.name = "expressions",
         .program = patterns::read_expressions({expressions_parameter, text}, fields),
         .description = base::trimmed(text)});
  }

  void add(Analysis analysis) {
    for (Analysis const& other : analyses_)
      if (other.name == analysis.name)
        error(programs_parameter,
              fmt::format("Two programs have the name `{0}`, and would write the same files; give one "
                          "another name, as in `other:{0}`.",
                          analysis.name));
    for (base::Diagnostic const& warning : analysis.program.warnings)
      CCTK_VWARN(CCTK_WARN_ALERT, "%s", base::to_text(warning).c_str());
    for (patterns::Variable const& variable : analysis.program.variables) {
      if (variable.role == patterns::Role::grid)
        base::collect_errors(errors_, [&] { bind_variable(variable, analysis); });
      if (variable.role == patterns::Role::parameter) bind_parameter(variable, analysis);
    }
    bind_inputs(analysis);
    analysis.runner = std::make_shared<patterns::GridRunner>(analysis.program, analysis.parameters);
    bind_mappings(analysis);
    analyses_.push_back(std::move(analysis));
  }

  /// Returns the assignment to `PROGRAM.NAME` or `NAME`, if there is one.
  std::string const* assignment_to(std::string const& name, std::string const& program,
                                   std::map<std::string, std::string> const& assignments) {
    for (std::string const& key : {program + "." + name, name})
      if (auto const found = assignments.find(key); found != assignments.end()) {
        used_.insert(&found->first);
        return &found->second;
      }
    return nullptr;
  }

  void bind_variable(patterns::Variable const& variable, Analysis& analysis) {
    if (auto const derived = derived_field(analysis.program, variable)) {
      analysis.derived[variable.name] = *derived;
      return;
    }
    std::string const* const assigned = assignment_to(variable.name, analysis.name, variables_);
    std::string const& source = assigned ? *assigned : variable.source;
    if (!assigned && source.find("::") == std::string::npos)
      return error(
          variables_parameter,
          fmt::format("The grid function `{0}` of the program {1} has no variable; add `{0} = THORN::VARIABLE`.",
                      variable.name, analysis.name));
    int const index = CCTK_VarIndex(source.c_str());
    if (index < 0)
      return error(variables_parameter, fmt::format("There is no variable `{}` in the active thorns.{}", source,
                                                    base::did_you_mean(source, all_grid_functions())));
    if (!iotools::is_grid_function(index) || CCTK_VarTypeI(index) != CCTK_VARIABLE_REAL)
      return error(variables_parameter,
                   fmt::format("{} is not a grid function of type CCTK_REAL.", iotools::full_name(index)));
    if (!iotools::has_scheduled_storage(index))
      return error(
          variables_parameter,
          fmt::format("{} has no storage in this run, because no active thorn schedules storage for its group.",
                      iotools::full_name(index)));
    analysis.variables[variable.name] = index;
  }

  static std::vector<std::string> all_grid_functions() {
    std::vector<std::string> names;
    for (int variable = 0; variable < CCTK_NumVars(); ++variable)
      if (iotools::is_grid_function(variable)) names.push_back(iotools::full_name(variable));
    return names;
  }

  void bind_parameter(patterns::Variable const& variable, Analysis& analysis) {
    std::string const* const text = assignment_to(variable.name, analysis.name, parameters_);
    if (!text) return;
    double value = 0;
    char const* const end = text->data() + text->size();
    auto const [rest, problem] = std::from_chars(text->data(), end, value); // neither hexadecimal nor padded numbers
    bool const is_number = problem == std::errc() && rest == end && std::isfinite(value);
    bool const is_whole = std::trunc(value) == value && std::abs(value) <= std::numeric_limits<int>::max();
    bool const is_real = variable.type.kind == patterns::Kind::real;
    if (!is_number || !(is_real || is_whole))
      return error(parameters_parameter,
                   fmt::format("`{} = {}` is not {}.", variable.name, *text, is_real ? "a number" : "an integer"));
    if (std::string const reason = patterns::why_not_value(variable, value); !reason.empty())
      return error(parameters_parameter, reason);
    analysis.parameters[variable.name] = value;
  }

  /// Reads the files of inputs. A path in a program is relative to the folder of the program, and a path in a parameter
  /// to the folder of the parameter file.
  void bind_inputs(Analysis& analysis) {
    std::size_t const n_errors = errors_.all().size();
    for (InputArray const& input : input_arrays(analysis.program)) {
      std::string const* const assigned = assignment_to(input.name, analysis.name, inputs_);
      std::string const file = assigned ? *assigned : input.source;
      if (file.empty()) {
        error(inputs_parameter, fmt::format("The input `{0}` of the program {1} has no file; add `{0} = FILE`.",
                                            input.name, analysis.name));
        continue;
      }
      fs::path const from = assigned ? iotools::parameter_file_path() : analysis.program.name;
      base::collect_errors(errors_, [&] {
        analysis.inputs.merge(read_file(analysis.program, input.name, base::path_from(from.parent_path(), file)));
      });
    }
    if (!analysis.inputs.empty() && errors_.all().size() == n_errors)
      base::collect_errors(errors_, [&] {
        patterns::Inputs const given{.parameters = analysis.parameters, .arrays = analysis.inputs};
        patterns::bind_inputs(analysis.program, given, patterns::GridInputs::separate);
      });
  }

  void bind_mappings(Analysis& analysis) {
    if (mappings_.empty() || analysis.uses_grid()) return;
    patterns::KernelProgram const program = patterns::kernel_program(analysis.program);
    std::set<std::string> names;
    for (auto const& [_, name] : program.names) names.insert(name);
    for (std::string const& name : names) {
      names_of_patterns_.push_back(name);
      std::string const* const text = assignment_to(name, analysis.name, mappings_);
      if (!text) continue;
      base::collect_errors(errors_, [&] { patterns::check_request({mapping_parameter, *text}); });
      analysis.mappings[name] = *text;
    }
  }

  std::vector<std::string> names_with(patterns::Role role) const {
    std::vector<std::string> names;
    for (Analysis const& analysis : analyses_)
      for (patterns::Variable const& variable : analysis.program.variables)
        if (variable.role == role) names.push_back(variable.name);
    return names;
  }

  std::vector<std::string> names_of_inputs() const {
    std::vector<std::string> names;
    for (Analysis const& analysis : analyses_)
      for (InputArray const& input : input_arrays(analysis.program)) names.push_back(input.name);
    return names;
  }

  void check_unused(std::map<std::string, std::string> const& assignments, std::string const& parameter,
                    std::string const& kind, std::vector<std::string> const& names, std::string const& hint = "") {
    for (auto const& [name, value] : assignments)
      if (!used_.contains(&name) && wrong_programs_.empty())
        error(parameter,
              fmt::format("No program or expression has {} `{}`.{}{}{}", kind, name, base::did_you_mean(name, names),
                          names.empty() ? "" : " They have " + base::list_in_words(names) + ".", hint));
  }

  base::Diagnostics errors_;
  std::map<std::string, std::string> variables_, parameters_, inputs_, mappings_;
  std::vector<std::string> names_of_patterns_;
  std::vector<base::Diagnostic> wrong_programs_; ///< errors of programs, whose names are not known
  std::set<std::string const*> used_;            ///< names of assignments
  std::vector<Analysis> analyses_;
};

} // namespace

bool Analysis::uses_grid() const {
  return !runner->program().sweeps.empty() ||
         std::ranges::any_of(program.variables, [](auto const& each) { return each.role == patterns::Role::grid; });
}

double Analysis::parameter(std::string const& parameter) const {
  if (auto const value = parameters.find(parameter); value != parameters.end()) return value->second;
  int const number = program.find(parameter);
  return number < 0 ? 0 : program.variables[static_cast<std::size_t>(number)].value;
}

std::string Analysis::parameters_text(std::map<std::string, double> const& used) const {
  std::vector<std::string> parts;
  for (patterns::Variable const& variable : program.variables) {
    if (variable.role != patterns::Role::parameter) continue;
    auto const value = used.find(variable.name);
    parts.push_back(
        fmt::format("{} = {}", variable.name, value == used.end() ? parameter(variable.name) : value->second));
  }
  return base::join(parts);
}

std::string Analysis::variables_text() const {
  std::vector<std::string> parts;
  for (auto const& [name, index] : variables) parts.push_back(name + " = " + iotools::full_name(index));
  return base::join(parts);
}

bool has_single_mappings() {
  DECLARE_CCTK_PARAMETERS
  return std::string_view(mapping).find('=') != std::string_view::npos;
}

std::vector<Analysis> read_analyses() { return AnalysisReader().read(); }

std::vector<Analysis>& analyses() {
  static std::vector<Analysis> read;
  return read;
}

} // namespace analysis
