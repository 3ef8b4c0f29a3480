// Each file by the parser of its kind.
#include "framework/bind/check_files.hpp"

#include "framework/bind/check_thorns.hpp"
#include "framework/ccl/configuration_file.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/ccl/schedule_file.hpp"

#include <filesystem>

namespace chemora::bind {

namespace {

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
