/// Files of numbers as inputs of programs.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Returns the arrays of the input `name` from the text of its file: lines of values that are separated by commas or
/// blanks. Comments begin with `#`. The first line may have names of columns.
///
/// - An array of numbers with one axis has all values of the file in their order, and a matrix has one row per line.
/// - An array of structures has one element per line. With names of columns, each field has the column of its name, and
///   other columns are ignored; otherwise the columns are the fields in their order.
/// - A CSR matrix has one element per line: row, column and value, in any order. The value may be left out in all lines
///   and is then 1. The matrix has as many rows as its largest row number + 1; a square matrix also as many as its
///   largest column number + 1. Its arrays are `name.first`, `name.column` and `name.value`.
///
/// Throws base::UserError with the positions of all values that do not fit.
std::map<std::string, ArrayValue> read_input(Program const& program, std::string const& name,
                                             base::SourceText const& file);

} // namespace chemora::patterns
