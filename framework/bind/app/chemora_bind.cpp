/// chemora-bind [--added] MANIFEST FOLDER: reads and checks the CCL files of all thorns, and writes the sources that
/// bind them together; with --added, those of the last thorn as a library for a program with the other thorns.
/// chemora-bind --check FILE...: only checks CCL files.
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/thorn_set.hpp"

#include <iostream>

namespace {

using namespace chemora;

void print_warnings(std::vector<base::Diagnostic> const& findings) {
  for (auto const& finding : findings)
    if (finding.severity == base::Severity::warning) std::cerr << base::to_text(finding) << "\n";
}

void throw_if_errors(std::vector<base::Diagnostic> const& findings) {
  std::vector<base::Diagnostic> errors;
  for (auto const& finding : findings)
    if (finding.severity == base::Severity::error) errors.push_back(finding);
  if (!errors.empty()) throw base::UserError(errors);
}

} // namespace

int main(int n_arguments, char** arguments) {
  std::string const option = n_arguments > 1 ? arguments[1] : "";
  bool const only_checks = option == "--check", is_added = option == "--added";
  if (!only_checks && n_arguments != (is_added ? 4 : 3)) {
    std::cerr << "usage: chemora-bind [--added] MANIFEST FOLDER\n       chemora-bind --check FILE...\n";
    return 1;
  }
  try {
    if (only_checks) {
      throw_if_errors(bind::check_files({arguments + 2, arguments + n_arguments}));
      return 0;
    }
    auto const manifest = bind::parse_manifest(base::read_source(arguments[n_arguments - 2]));
    auto const thorns = bind::read_thorns(manifest);
    auto const findings = bind::check_thorns(thorns);
    print_warnings(findings);
    throw_if_errors(findings);
    auto* const write = is_added ? bind::write_added_thorn : bind::write_configuration;
    write(thorns, arguments[n_arguments - 1]);
  } catch (base::UserError const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  } catch (std::exception const& error) {
    std::cerr << "chemora-bind: internal error: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
