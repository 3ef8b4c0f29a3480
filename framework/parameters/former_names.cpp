/// Former names of thorns in parameter files.
#include "framework/parameters/par_file.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace chemora::parameters {

namespace {

struct Renamed {
  std::string thorn; ///< the present name
  bind::FormerName former;
};

std::optional<Renamed> find_former(ThornCatalogue const& catalogue, std::string const& name) {
  if (catalogue.find_thorn(name)) return {};
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.binding) continue;
    for (auto const& former : thorn.binding->former_names)
      if (ccl::same_name(former.name, name)) return Renamed{thorn.name, former};
  }
  return {};
}

void replace_in(ParExpression& expression, ThornCatalogue const& catalogue) {
  for (auto& operand : expression.operands) replace_in(operand, catalogue);
  auto const colons = expression.text.find("::");
  if (expression.kind != ParExpression::Kind::parameter || colons == std::string::npos) return;
  if (auto const renamed = find_former(catalogue, expression.text.substr(0, colons)))
    expression.text.replace(0, colons, renamed->thorn);
}

void replace_in(ParAssignment& assignment, ThornCatalogue const& catalogue, base::Diagnostics& problems) {
  for (auto& index : assignment.index) replace_in(index, catalogue);
  replace_in(assignment.value, catalogue);
  if (assignment.kind != ParAssignment::Kind::parameter) return;
  auto const renamed = find_former(catalogue, assignment.owner);
  if (!renamed) return;
  problems.warning(assignment.where, fmt::format("{0}::{2} has been renamed. Write {1}::{2}.", assignment.owner,
                                                 renamed->thorn, assignment.name));
  assignment.owner = renamed->thorn;
}

ParAssignment setting_of(Renamed const& renamed, base::SourcePosition const& where) {
  ParAssignment assignment;
  assignment.owner = renamed.thorn;
  assignment.name = renamed.former.parameter;
  assignment.value = {ParExpression::Kind::string, renamed.former.value, {}, where};
  assignment.where = where;
  return assignment;
}

} // namespace

void replace_former_names(ParFile& file, std::vector<RequestedThorn>& requested, ThornCatalogue const& catalogue,
                          base::Diagnostics& problems) {
  for (auto& assignment : file.assignments) replace_in(assignment, catalogue, problems);
  std::vector<RequestedThorn> present;
  std::vector<ParAssignment> settings;
  for (auto& thorn : requested) {
    if (auto const renamed = find_former(catalogue, thorn.name)) {
      bool const sets_parameter = *renamed->former.parameter != '\0';
      problems.warning(thorn.where,
                       fmt::format("The thorn {0} has been renamed. Write {1} in ActiveThorns{2}.", thorn.name,
                                   renamed->thorn,
                                   sets_parameter ? fmt::format(", and set {}::{} = \"{}\"", renamed->thorn,
                                                                renamed->former.parameter, renamed->former.value)
                                                  : ""));
      if (sets_parameter) settings.push_back(setting_of(*renamed, thorn.where));
      thorn.name = renamed->thorn;
    }
    auto const is_same = [&](RequestedThorn const& other) { return ccl::same_name(other.name, thorn.name); };
    if (std::none_of(present.begin(), present.end(), is_same)) present.push_back(thorn);
  }
  file.assignments.insert(file.assignments.begin(), settings.begin(), settings.end());
  requested = std::move(present);
}

} // namespace chemora::parameters
