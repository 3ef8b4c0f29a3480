// Whole parameter files, and the thorns they name.
#include "framework/parameters/par_file.hpp"

#include "framework/ccl/name.hpp"
#include "framework/parameters/par_parser.hpp"

#include <cctype>
#include <set>

namespace chemora::parameters {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)); }

} // namespace

ParFile parse_parameter_file(base::SourceText source, base::Diagnostics& problems) {
  ParFile file;
  file.source = std::move(source);
  file.assignments = ParParser(file.source, problems).file();
  return file;
}

std::vector<RequestedThorn> requested_thorns(ParFile const& file, base::Diagnostics& problems) {
  std::vector<RequestedThorn> thorns;
  std::set<std::string> seen;
  for (auto const& assignment : file.assignments) {
    if (assignment.kind != ParAssignment::Kind::active_thorns) continue;
    if (assignment.value.kind != ParExpression::Kind::string && assignment.value.kind != ParExpression::Kind::word) {
      problems.error(assignment.value.where, "ActiveThorns is a list of thorns in quotes.");
      continue;
    }
    std::string name;
    for (char const c : assignment.value.text + " ") {
      if (!is_space(c) && c != ',') {
        name += c;
        continue;
      }
      if (!name.empty() && seen.insert(ccl::lower_case(name)).second) thorns.push_back({name, assignment.value.where});
      name.clear();
    }
  }
  return thorns;
}

} // namespace chemora::parameters
