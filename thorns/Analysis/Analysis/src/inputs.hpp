/// Input arrays of programs from files.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <map>
#include <string>
#include <vector>

namespace analysis {

struct InputArray {
  std::string name{};   ///< of an array or a sparse matrix
  std::string source{}; ///< file in the program; empty without one
};

std::vector<InputArray> input_arrays(chemora::patterns::Program const& program);

/// Returns the arrays of an input by their names in the program. A path FILE.h5:DATASET is a dataset of an HDF5 file;
/// other files are text (codegen/patterns/read_input.hpp). Throws chemora::base::UserError.
std::map<std::string, chemora::patterns::ArrayValue> read_file(chemora::patterns::Program const& program,
                                                               std::string const& name, std::string const& path);

/// Reads an input from the object `object` of an HDF5 file: a dataset with the axes of the array; for an array of
/// structures, a dataset of compounds with the fields as members; for a sparse matrix, a group with the datasets
/// `first`, `column` and `value`, of which the last one may be left out and is then 1. Throws
/// chemora::base::UserError.
std::map<std::string, chemora::patterns::ArrayValue> read_hdf5(chemora::patterns::Program const& program,
                                                               std::string const& name, std::string const& file,
                                                               std::string const& object);

} // namespace analysis
