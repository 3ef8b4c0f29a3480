/// The tables of the analyses as text.
#pragma once

#include "kernels/tuning/database.hpp"

#include <string>

namespace chemora::tuning {

/// Returns a summary of a search and the tables of the Paraiso paper: contribution distances (A1 to A7), ranks relative
/// to the parents (A8 to A14), tests of independence (A15) and of the order of families (11), and the component study
/// (10) if its individuals were measured.
std::string to_tables(std::vector<Individual> const& individuals);

/// Returns the tables of every search in the database for kernels whose names contain `kernel`.
std::string to_tables(Database const& database, std::string const& kernel);

} // namespace chemora::tuning
