// From a syntax tree to a system of tensor equations.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/source_text.hpp"

namespace chemora::tensor {

/// Looks up every name and checks every index, rank and type. Messages quote lines of `source`.
/// Throws base::UserError with all errors of the file.
TensorSystem resolve(edl::SyntaxTree const& tree, base::SourceText const& source);

} // namespace chemora::tensor
