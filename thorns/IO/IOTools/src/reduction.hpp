/// Reductions of variables to one number by the operators of the driver, selected by name.
#pragma once

#include "IO/IOTools/src/output_list.hpp"

#include <cctk.h>

#include <optional>
#include <string>
#include <vector>

namespace iotools {

/// Sentences about names in `list` for which no active thorn provides a reduction.
std::vector<std::string> unknown_reductions(std::string const& list);

/// At PARAMCHECK: reports an error of the parameter file for every unknown reduction in the list of a method or in the
/// options of its variables. If all variables are grid scalars, which need no reductions, it is a warning. `parameter`
/// is the full name of the list: "IOBasic::outInfo_reductions".
void check_reductions(std::string const& thorn, std::string const& parameter, char const* list,
                      OutputList const& variables);

/// The reduction of the whole variable, on all ranks. Empty, after a warning, if it fails. Collective.
std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable);

/// The value of a grid scalar of integer or real type.
std::optional<double> scalar(cGH const* cctkGH, int variable);

bool is_scalar(int variable);
bool is_integer(int variable);
bool is_real(int variable);

/// RejectionReason (see output_list.hpp) of methods that write only real and integer numbers.
std::string not_numeric_reason(int variable);

} // namespace iotools
