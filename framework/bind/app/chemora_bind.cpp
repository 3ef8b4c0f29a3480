/// chemora-bind MANIFEST FOLDER: reads and checks the CCL files of all thorns, and writes the sources that bind them
/// together. chemora-bind --check FILE...: only checks CCL files.
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
  bool const only_checks = n_arguments > 1 && std::string(arguments[1]) == "--check";
  if (!only_checks && n_arguments != 3) {
    std::cerr << "usage: chemora-bind MANIFEST FOLDER\n       chemora-bind --check FILE...\n";
    return 1;
  }
  try {
    if (only_checks) {
      throw_if_errors(bind::check_files({arguments + 2, arguments + n_arguments}));
      return 0;
    }
    auto const manifest = bind::parse_manifest(base::read_source(arguments[1]));
    auto const thorns = bind::read_thorns(manifest);
    auto const findings = bind::check_thorns(thorns);
    print_warnings(findings);
    throw_if_errors(findings);
    bind::write_configuration(thorns, arguments[2]);
  } catch (base::UserError const& error) {
    std::cerr << error.what() << "\n";
    return 1;
  } catch (std::exception const& error) {
    std::cerr << "chemora-bind: internal error: " << error.what() << "\n";
    return 2;
  }
  return 0;
}
