/// Checks of single CCL files: syntax, names that C and C++ reserve, regular expressions.
#include "framework/bind/thorn_set.hpp"

#include "framework/base/generated_code.hpp"

#include <regex.h>

#include <array>
#include <filesystem>

namespace chemora::bind {

namespace {

void check_name(ccl::Name const& name, std::string const& kind, base::Diagnostics& findings) {
  if (auto const reason = base::reserved_as(name.text); !reason.empty())
    findings.error(name.where, "`" + name.text + "` is " + reason + ", and cannot be the name of a " + kind +
                                   ", because C and C++ sources of thorns would not compile; choose another name.");
}

/// The error message of the C library for a POSIX extended regular expression; empty if the expression is correct.
std::string regular_expression_error(std::string const& pattern) {
  regex_t compiled;
  int const code = regcomp(&compiled, pattern.c_str(), REG_EXTENDED | REG_NOSUB);
  if (code == 0) {
    regfree(&compiled);
    return {};
  }
  std::array<char, 200> message{};
  regerror(code, &compiled, message.data(), message.size());
  return message.data();
}

void parse_parameters(base::SourceText const& source) {
  base::Diagnostics findings(&source);
  ccl::ParameterFile const file = ccl::parse_parameter_ccl(source);
  check_regular_expressions(file, findings);
  check_names(file, findings);
  findings.throw_if_errors();
}

template <class File>
void parse_names(base::SourceText const& source, File (*parse_file)(base::SourceText const&)) {
  base::Diagnostics findings(&source);
  check_names(parse_file(source), findings);
  findings.throw_if_errors();
}

void parse(std::string const& path) {
  std::string const kind = std::filesystem::path(path).filename();
  if (kind == "interface.ccl")
    parse_names(base::read_source(path), ccl::parse_interface);
  else if (kind == "param.ccl")
    parse_parameters(base::read_source(path));
  else if (kind == "schedule.ccl")
    parse_names(base::read_source(path), ccl::parse_schedule);
  else if (kind == "configuration.ccl")
    ccl::parse_configuration(base::read_source(path));
  else
    throw base::UserError({path, 0, 0}, "The name of this file is none of interface.ccl, param.ccl, schedule.ccl and "
                                        "configuration.ccl.");
}

} // namespace

void check_names(ccl::ParameterFile const& file, base::Diagnostics& findings) {
  for (ccl::Parameter const& parameter : file.parameters)
    check_name({parameter.local_name(), parameter.name.where}, "parameter", findings);
}

void check_names(ccl::Interface const& file, base::Diagnostics& findings) {
  for (ccl::VariableGroup const& group : file.groups)
    for (ccl::Name const& variable : group.variables) check_name(variable, "variable", findings);
  for (ccl::FunctionPrototype const& function : file.prototypes) check_name(function.name, "function", findings);
}

void check_names(ccl::ScheduleFile const& file, base::Diagnostics& findings) {
  for (auto const* const item : all_items(file))
    if (!item->is_group && item->language != "FORTRAN") check_name(item->name, "function", findings);
}

void check_regular_expressions(ccl::ParameterFile const& file, base::Diagnostics& findings) {
  for (auto const& parameter : file.parameters) {
    if (parameter.type != ccl::ParameterType::string) continue;
    for (auto const& range : parameter.ranges)
      for (auto const& pattern : range.values)
        if (auto const reason = regular_expression_error(pattern); !reason.empty())
          findings.error(range.where, "`" + pattern + "` is not a POSIX extended regular expression (" + reason +
                                          "), so no value of `" + parameter.name.text + "` could match it.");
  }
}

std::vector<base::Diagnostic> check_files(std::vector<std::string> const& paths) {
  std::vector<base::Diagnostic> findings;
  for (auto const& path : paths) try {
      parse(path);
    } catch (base::UserError const& error) {
      findings.insert(findings.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  return findings;
}

} // namespace chemora::bind
