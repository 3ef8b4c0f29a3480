// Former names of thorns in parameter files.
#pragma once

#include "framework/parameters/par_file.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

namespace chemora::parameters {

/// Replaces former names of compiled thorns by the present ones: in `requested`, which came from ActiveThorns, before
/// `::` of assignments, and in expressions. A former name that is requested may set a parameter (bind::FormerName): the
/// assignment precedes those of the file. Each name in ActiveThorns, and each assignment, gives a warning with the new
/// spelling. A thorn that is compiled under the name itself takes precedence.
void replace_former_names(ParFile& file, std::vector<RequestedThorn>& requested, ThornCatalogue const& catalogue,
                          base::Diagnostics& problems);

} // namespace chemora::parameters
