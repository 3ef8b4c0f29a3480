// Reductions of variables to one number, by name, through the reductions of the driver.
#pragma once

#include "IO/IOTools/src/output_list.hpp"

#include <cctk.h>

#include <optional>
#include <string>
#include <vector>

namespace iotools {

/// Sentences about the names in `list` that no active thorn reduces by; empty when all are known.
std::vector<std::string> unknown_reductions(std::string const& list);

/// At PARAMCHECK: every unknown reduction that the list of a method or the options of its variables name is an error
/// of the parameter file; names in a list that only grid scalars would use are a warning. `parameter` is the list's
/// name, as in messages: "IOBasic::outInfo_reductions".
void check_reductions(std::string const& thorn, std::string const& parameter, char const* list,
                      OutputList const& variables);

/// Collective. The reduction of the whole variable, on all ranks; empty, with a warning, when it fails.
std::optional<double> reduce(cGH const* cctkGH, std::string const& reduction, int variable);

/// The value of a grid scalar of integer or real type.
std::optional<double> scalar(cGH const* cctkGH, int variable);

bool is_scalar(int variable);
bool is_integer(int variable);
bool is_real(int variable);

/// Objection (see output_list.hpp) of methods that write real and integer numbers only.
std::string not_a_number(int variable);

} // namespace iotools
