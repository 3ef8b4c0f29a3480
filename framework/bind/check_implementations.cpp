/// Thorns of one implementation have the same variables; inheritance has no gaps, no cycles and no conflicts of names.
#include "framework/bind/thorn_set.hpp"
#include "framework/bind/visible_names.hpp"

#include <algorithm>
#include <map>

namespace chemora::bind {

namespace {

std::string text_of(std::vector<ccl::Expression> const& expressions) {
  std::string text;
  for (auto const& expression : expressions) text += (text.empty() ? "" : ",") + to_text(expression);
  return text;
}

/// The properties that must be equal in all thorns of an implementation, as texts.
std::vector<std::pair<std::string, std::string>> properties(ccl::VariableGroup const& group) {
  std::string variables;
  for (auto const& variable : group.variables) variables += ccl::lower_case(variable.text) + " ";
  char const* const types[]{"GF", "ARRAY", "SCALAR"};
  return {{"access", group.access == ccl::Access::public_access ? "PUBLIC" : "PROTECTED"},
          {"type", group.type},
          {"TYPE", types[static_cast<int>(group.group_type)]},
          {"DIM", std::to_string(group.dimension)},
          {"TIMELEVELS", std::to_string(group.n_time_levels)},
          {"SIZE", text_of(group.size)},
          {"GHOSTSIZE", text_of(group.ghost_size)},
          {"DISTRIB", group.distribution == ccl::Distribution::constant ? "CONSTANT" : "DEFAULT"},
          {"vector length", group.vector_length ? to_text(*group.vector_length) : ""},
          {"list of variables", variables}};
}

ccl::VariableGroup const* find_group(Thorn const& thorn, std::string const& name) {
  for (auto const& group : thorn.interface.groups)
    if (group.access != ccl::Access::private_access && ccl::same_name(group.name.text, name)) return &group;
  return nullptr;
}

void compare_groups(Thorn const& first, Thorn const& second, base::Diagnostics& findings) {
  std::string const both =
      "Thorns " + first.name + " and " + second.name + " both implement `" + first.implementation() + "`, but ";
  for (auto const& group : second.interface.groups) {
    if (group.access == ccl::Access::private_access) continue;
    auto const* const other = find_group(first, group.name.text);
    if (!other) {
      findings.error(group.name.where, both + first.name + " has no group `" + group.name.text + "`.");
      continue;
    }
    auto const mine = properties(group), theirs = properties(*other);
    for (std::size_t n = 0; n < mine.size(); ++n)
      if (mine[n].second != theirs[n].second)
        findings.error(group.name.where, both + "the " + mine[n].first + " of group `" + group.name.text + "` is `" +
                                             mine[n].second + "` here and `" + theirs[n].second + "` at " +
                                             base::to_text(other->name.where) + ".");
  }
  for (auto const& group : first.interface.groups)
    if (group.access != ccl::Access::private_access && !find_group(second, group.name.text))
      findings.error(second.interface.implementation.where,
                     both + second.name + " has no group `" + group.name.text + "`.");
}

/// Returns the names in `first` that `second` does not contain.
void compare_names(Thorn const& first, Thorn const& second, std::vector<ccl::Name> ccl::Interface::*list,
                   char const* keyword, base::Diagnostics& findings) {
  auto const& theirs = second.interface.*list;
  for (auto const& name : first.interface.*list)
    if (std::none_of(theirs.begin(), theirs.end(),
                     [&](auto const& other) { return ccl::same_name(other.text, name.text); }))
      findings.error(name.where, "Thorns " + first.name + " and " + second.name + " both implement `" +
                                     first.implementation() + "`, but only " + first.name + " has `" + keyword + ": " +
                                     name.text + "`.");
}

void compare_thorns(Thorn const& first, Thorn const& second, base::Diagnostics& findings) {
  compare_groups(first, second, findings);
  for (auto const& [one, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
    compare_names(*one, *other, &ccl::Interface::inherits, "INHERITS", findings);
    compare_names(*one, *other, &ccl::Interface::friends, "FRIEND", findings);
  }
}

void check_inheritance(ThornSet const& set, Thorn const& thorn, base::Diagnostics& findings) {
  for (auto const& inherited : thorn.interface.inherits) {
    Thorn const* const other = set.first_with_implementation(inherited.text);
    if (!other) {
      findings.error(inherited.where, "No thorn of this configuration implements `" + inherited.text + "`, which " +
                                          thorn.name + " inherits. Add one to the ThornList.");
      continue;
    }
    auto const beyond = inherited_implementations(set, *other);
    bool const is_cycle = ccl::same_name(inherited.text, thorn.implementation()) ||
                          std::any_of(beyond.begin(), beyond.end(),
                                      [&](auto const& name) { return ccl::same_name(name, thorn.implementation()); });
    if (is_cycle)
      findings.error(inherited.where, "`" + thorn.implementation() + "` inherits `" + inherited.text +
                                          "`, which inherits `" + thorn.implementation() + "` again.");
  }
}

void check_visible_names(ThornSet const& set, Thorn const& thorn, base::Diagnostics& findings) {
  std::map<std::string, VisibleVariable> seen;
  for (auto const& variable : visible_variables(set, thorn)) {
    auto const [place, is_new] = seen.emplace(ccl::lower_case(variable.name), variable);
    if (!is_new && !ccl::same_name(place->second.full_name(), variable.full_name()))
      findings.error(thorn.interface.implementation.where, "Thorn " + thorn.name + " sees two variables `" +
                                                               variable.name + "`: " + place->second.full_name() +
                                                               " and " + variable.full_name() + ".");
    else if (!is_new)
      findings.error(variable.group->name.where, "The variable `" + variable.full_name() + "` is declared twice.");
  }
}

/// Warns of features that depend on the driver: it places the variables, and not every driver reads these attributes.
void warn_of_places(Thorn const& thorn, base::Diagnostics& findings) {
  auto const warn = [&](ccl::VariableGroup const& group, std::string const& attribute) {
    findings.warning(group.name.where,
                     attribute + " of group `" + group.name.text +
                         "` depends on the driver; some drivers place all variables at the vertices.");
  };
  for (auto const& group : thorn.interface.groups) {
    if (!group.stagger.empty()) warn(group, "STAGGER=" + group.stagger);
    if (group.centering.find('c') != std::string::npos) warn(group, "CENTERING={" + group.centering + "}");
  }
}

} // namespace

void check_implementations(ThornSet const& set, base::Diagnostics& findings) {
  for (auto const& thorn : set.thorns) {
    Thorn const* const first = set.first_with_implementation(thorn.implementation());
    if (first != &thorn) compare_thorns(*first, thorn, findings);
    check_inheritance(set, thorn, findings);
    check_visible_names(set, thorn, findings);
    warn_of_places(thorn, findings);
  }
}

} // namespace chemora::bind
