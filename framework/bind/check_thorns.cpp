/// All checks, and the checks of shared parameters.
#include "framework/bind/thorn_set.hpp"

#include "framework/base/text.hpp"

#include <algorithm>

namespace chemora::bind {

namespace {

std::string excerpt(ThornSet const& set, base::SourcePosition const& where) {
  if (where.line < 1) return {};
  for (auto const& thorn : set.thorns)
    for (auto const* const text :
         {&thorn.interface_text, &thorn.param_text, &thorn.schedule_text, &thorn.configuration_text})
      if (text->name == where.file) return text->line(where.line);
  return {};
}

ccl::Parameter const* find_parameter(Thorn const& thorn, std::string const& name) {
  for (auto const& parameter : thorn.param.parameters)
    if (parameter.origin == ccl::ParameterOrigin::declared && ccl::same_name(parameter.name.text, name))
      return &parameter;
  return nullptr;
}

/// Finds the parameter in any of the thorns that implement its owner.
void check_shared_parameter(ThornSet const& set, ccl::Parameter const& shared, base::Diagnostics& findings) {
  std::vector<std::string> known;
  bool is_compiled = false;
  for (auto const& thorn : set.thorns) {
    if (!ccl::same_name(thorn.implementation(), shared.shared_from)) continue;
    is_compiled = true;
    for (auto const& parameter : thorn.param.parameters)
      if (parameter.scope != ccl::ParameterScope::private_scope && parameter.origin == ccl::ParameterOrigin::declared)
        known.push_back(parameter.name.text);
    auto const* const found = find_parameter(thorn, shared.name.text);
    if (!found) continue;
    if (found->type != shared.type)
      findings.error(shared.name.where, "`" + shared.name.text + "` is a " + to_text(found->type) + " of `" +
                                            shared.shared_from + "`, not a " + to_text(shared.type) + ".");
    else if (found->scope == ccl::ParameterScope::private_scope)
      findings.error(shared.name.where, "`" + shared.name.text + "` of `" + shared.shared_from +
                                            "` is private; only RESTRICTED parameters can be shared.");
    return;
  }
  if (is_compiled)
    findings.error(shared.name.where, "`" + shared.shared_from + "` has no parameter `" + shared.name.text + "`." +
                                          base::did_you_mean(shared.name.text, known));
}

void check_shared_parameters(ThornSet const& set, base::Diagnostics& findings) {
  for (auto const& thorn : set.thorns) {
    for (auto const& share : thorn.param.shares)
      if (!set.first_with_implementation(share.text) && !ccl::same_name(share.text, "cactus"))
        findings.error(share.where, "No thorn of this configuration implements `" + share.text +
                                        "`, whose parameters " + thorn.name + " shares. Add one to the ThornList.");
    for (auto const& parameter : thorn.param.parameters)
      if (parameter.origin != ccl::ParameterOrigin::declared) check_shared_parameter(set, parameter, findings);
  }
}

} // namespace

std::vector<base::Diagnostic> check_thorns(ThornSet const& set) {
  base::Diagnostics findings;
  check_implementations(set, findings);
  check_aliased_functions(set, findings);
  check_shared_parameters(set, findings);
  for (auto const& thorn : set.thorns) {
    check_regular_expressions(thorn.param, findings);
    check_names(thorn.param, findings);
    check_names(thorn.interface, findings);
    check_names(thorn.schedule, findings);
  }
  check_schedules(set, findings);
  check_capabilities(set, findings);
  auto all = findings.all();
  for (auto& finding : all) finding.excerpt = excerpt(set, finding.where);
  return all;
}

} // namespace chemora::bind
