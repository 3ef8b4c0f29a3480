// Names of CCL files become members, local variables and functions of generated sources.
#include "framework/base/generated_code.hpp"
#include "framework/bind/check_thorns.hpp"

namespace chemora::bind {

namespace {

void check(ccl::Name const& name, std::string const& kind, base::Diagnostics& findings) {
  if (auto const reason = base::reserved_as(name.text); !reason.empty())
    findings.error(name.where, "`" + name.text + "` is " + reason + ", and cannot be the name of a " + kind +
                                   ", because C and C++ sources of thorns would not compile; choose another name.");
}

} // namespace

void check_names(ccl::ParameterFile const& file, base::Diagnostics& findings) {
  for (ccl::Parameter const& parameter : file.parameters)
    check({parameter.local_name(), parameter.name.where}, "parameter", findings);
}

void check_names(ccl::Interface const& file, base::Diagnostics& findings) {
  for (ccl::VariableGroup const& group : file.groups)
    for (ccl::Name const& variable : group.variables) check(variable, "variable", findings);
  for (ccl::FunctionPrototype const& function : file.prototypes) check(function.name, "function", findings);
}

void check_names(ccl::ScheduleFile const& file, base::Diagnostics& findings) {
  for (auto const* const item : all_items(file))
    if (!item->is_group && item->language != "FORTRAN") check(item->name, "function", findings);
}

} // namespace chemora::bind
