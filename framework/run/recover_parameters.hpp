// Parameters from a checkpoint: the first thing that thorns do in a run.
#pragma once

#include "framework/parameters/parameter_table.hpp"

namespace chemora::run {

/// Calls the functions that active thorns schedule AT RECOVER_PARAMETERS, after the parameter file was read and before
/// anything follows from parameters: variables, aliased functions, the rest of the schedule. A function returns
/// > 0: it has recovered, and no other is called; 0: there is nothing to recover; < 0: it failed, having said why.
/// While they run, the table obeys the rules of recovery; afterwards those of a running simulation. Returns whether
/// parameters were recovered. Throws base::UserError when the only ones that wanted to recover have failed.
bool recover_parameters(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable& parameters);

} // namespace chemora::run
