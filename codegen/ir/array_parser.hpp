/// Reads declarations of arrays, for the text forms of loop kernels and loop trees.
#pragma once

#include "codegen/ir/array.hpp"
#include "codegen/ir/text_form.hpp"

namespace chemora::ir {

/// Reads a declaration as to_text(TypedArray) prints it. Without `layout`, the first axis varies fastest. `sizes` are
/// the int32 parameters that extents may name; the names of `copies` must be in `loops` if it is not null.
TypedArray take_array(LineReader& line, std::vector<std::string> const& sizes, std::vector<std::string> const* loops);

} // namespace chemora::ir
