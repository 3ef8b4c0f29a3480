/// Aliased functions have one prototype and a provider. Items are scheduled once and refer to existing variables.
#include "framework/base/text.hpp"
#include "framework/base/words.hpp"
#include "framework/bind/generated_texts.hpp"
#include "framework/bind/thorn_set.hpp"
#include "framework/bind/visible_names.hpp"

namespace chemora::bind {

namespace {

void erase_names(std::vector<ccl::FunctionArgument>& arguments) {
  for (auto& argument : arguments) {
    argument.name.text.clear();
    erase_names(argument.arguments);
  }
}

std::string without_argument_names(ccl::FunctionPrototype prototype) {
  erase_names(prototype.arguments);
  return c_pointer_type(prototype);
}

std::vector<std::string> provided_names(ThornSet const& set) {
  std::vector<std::string> names;
  for (auto const& thorn : set.thorns)
    for (auto const& clause : thorn.interface.provides_functions) names.push_back(clause.function.text);
  return names;
}

void check_prototypes(ThornSet const& set, base::Diagnostics& findings) {
  for (auto const& thorn : set.thorns) {
    for (auto const& prototype : thorn.interface.prototypes) {
      auto const* const first = find_prototype(set, set.thorns.front(), prototype.name.text);
      if (without_argument_names(*first) != without_argument_names(prototype))
        findings.error(prototype.name.where, "`" + c_declaration(prototype, prototype.name.text) +
                                                 "` is declared differently at " + base::to_text(first->name.where) +
                                                 ": `" + c_declaration(*first, prototype.name.text) + "`.");
    }
    for (auto const& name : aliased_function_names(thorn))
      if (!find_prototype(set, thorn, name.text))
        findings.error(name.where, "The function `" + name.text +
                                       "` has no prototype; declare it as in `CCTK_INT FUNCTION " + name.text +
                                       "(CCTK_INT IN x)`.");
  }
}

void check_spelling(ThornSet const& set, base::Diagnostics& findings) {
  auto const names = aliased_function_names(set);
  for (std::size_t n = 0; n < names.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (ccl::same_name(names[n].text, names[m].text))
        findings.error(names[n].where, "`" + names[n].text + "` is written `" + names[m].text + "` at " +
                                           base::to_text(names[m].where) + "; in C these are different functions.");
}

/// The branch of an item: two items in the same branch are both active or both inactive.
void check_branch(std::vector<ccl::ScheduleStatement> const& statements, std::vector<ccl::ScheduleItem const*> above,
                  base::Diagnostics& findings) {
  for (auto const& statement : statements) {
    if (auto const* const block = std::get_if<std::shared_ptr<ccl::ConditionalBlock const>>(&statement)) {
      check_branch((*block)->then_statements, above, findings);
      check_branch((*block)->else_statements, above, findings);
    }
    auto const* const item = std::get_if<ccl::ScheduleItem>(&statement);
    if (!item || item->is_group) continue;
    for (auto const* const other : above)
      if (ccl::same_name(other->shown_name(), item->shown_name()) && ccl::same_name(other->in.text, item->in.text))
        findings.error(item->name.where, "`" + item->shown_name() + "` is already scheduled in `" + item->in.text +
                                             "` at " + base::to_text(other->name.where) +
                                             ". Name one of them with AS.");
    above.push_back(item);
  }
}

void check_items(Thorn const& thorn, base::Diagnostics& findings) {
  for (auto const* const item : all_items(thorn.schedule)) {
    std::string const& name = item->name.text;
    if (!item->is_group && item->in.text.empty())
      findings.warning(item->name.where, "`" + name + "` has neither AT nor IN, so it never runs.");
    if (!item->replaced_in.text.empty())
      findings.warning(item->replaced_in.where, "`" + name + "` is scheduled in `" + item->in.text + "`, not in `" +
                                                    item->replaced_in.text + "`: the last AT or IN is used.");
    if (!item->is_group && item->language.empty())
      findings.error(item->name.where, "The function `" + name +
                                           "` has no LANG; write `LANG: C` or "
                                           "`LANG: Fortran`.");
  }
}

/// Fortran ignores case.
bool is_same_symbol(ccl::ProvidedFunctionClause const& clause) {
  return clause.is_fortran ? ccl::same_name(clause.function.text, clause.with.text)
                           : clause.function.text == clause.with.text;
}

} // namespace

void check_aliased_functions(ThornSet const& set, base::Diagnostics& findings) {
  check_prototypes(set, findings);
  check_spelling(set, findings);
  auto const provided = provided_names(set);
  for (auto const& thorn : set.thorns) {
    for (auto const& name : thorn.interface.requires_functions)
      if (!base::contains(provided, name.text))
        findings.warning(name.where, "No thorn of this configuration provides the function `" + name.text + "`, so " +
                                         thorn.name + " cannot be activated." +
                                         base::did_you_mean(name.text, provided));
    for (auto const& clause : thorn.interface.provides_functions)
      if (is_same_symbol(clause))
        findings.error(clause.with.where, "`" + clause.function.text +
                                              "` cannot be provided WITH itself; name the "
                                              "function that implements it differently.");
  }
}

void check_schedules(ThornSet const& set, base::Diagnostics& findings) {
  for (auto const& thorn : set.thorns) {
    check_branch(thorn.schedule.statements, {}, findings);
    check_items(thorn, findings);
    std::vector<std::string> known;
    for (auto const& variable : visible_variables(set, thorn))
      for (auto const& name : {variable.name, variable.group->name.text, variable.full_name()}) known.push_back(name);
    for (auto const& reference : unresolved_accesses(set, thorn))
      findings.error(reference.where, "Thorn " + thorn.name + " sees no variable or group `" + reference.text + "`." +
                                          base::did_you_mean(reference.text, known));
    for (auto const& missing : accesses_to_missing_time_levels(set, thorn)) {
      int const n_levels = missing.variable.group->n_time_levels;
      findings.error(missing.reference.where, "`" + missing.reference.text + "` means time level " +
                                                  std::to_string(missing.time_level) + " (0 is the current one), but " +
                                                  missing.variable.full_name() + " is declared with " +
                                                  base::counted(n_levels, "time level") + ".");
    }
  }
}

} // namespace chemora::bind
