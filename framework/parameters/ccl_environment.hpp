// What names mean in the expressions of a thorn's CCL files.
#pragma once

#include "framework/ccl/expression.hpp"
#include "framework/parameters/parameter_table.hpp"

namespace chemora::parameters {

/// `par` is a parameter of the thorn or one it shares (under its local name); `owner::par` any parameter.
/// The arguments must outlive the result.
ccl::Environment ccl_environment(CompiledThorn const& thorn, ThornCatalogue const& catalogue,
                                 ParameterTable const& table);

/// The parameter that `name` means in that thorn's code and CCL; nullptr if there is none.
Parameter const* find_local(CompiledThorn const& thorn, ParameterTable const& table, std::string const& name);

} // namespace chemora::parameters
