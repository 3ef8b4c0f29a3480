/// Loads the arguments of a run into the arrays and sizes of a system, and reads files of matrices and models.
#pragma once

#include "codegen/recursion/recursion.hpp"

#include <cstdint>
#include <span>

namespace chemora::recursion {

// These functions set the sizes and arrays (InputArray) of a calling parameter.
void set_sequence(Inputs& inputs, std::string const& parameter, std::span<std::uint8_t const> codes);
void set_matrix(Inputs& inputs, std::string const& parameter, Matrix const& matrix);
void set_model(Inputs& inputs, std::string const& parameter, Model const& model);
/// `fields` are `match` and `insert` ([position, letter]) and `entry`, `mm`, `mi`, `md`, `im`, `ii`, `dm`, `dd`
/// ([position]) for the positions 0 to `length`. Missing fields and the position length + 1 are 0.
void set_profile(Inputs& inputs, std::string const& parameter, long length, std::size_t n_letters,
                 std::map<std::string, std::vector<double>> const& fields);

/// Returns the extents of an array with so many values. An extent without an expression is the number of letters of an
/// alphabet that is not known. The array has at most two of these, which are equal.
std::vector<long> extents_of(InputArray const& array, std::size_t n_values, std::map<std::string, long> const& sizes);

/// Reads a matrix in the file format of NCBI: comments after `#`, a line with the letters of the columns, and a line
/// for each row with its letter and integers. Letters that are not in the alphabet are ignored. Throws base::UserError
/// with all errors.
Matrix read_matrix(base::SourceText const& source, std::string const& name, Alphabet const& alphabet);

/// Reads a file with one statement `hmm NAME[ALPHABET] = { ... }`. The names need not be `name` and `alphabet`.
Model read_model(base::SourceText const& source, std::string const& name, Alphabet const& alphabet);

} // namespace chemora::recursion
