// Files of Kranc, which need fewer declarations than EDL.
#pragma once

#include "codegen/edl/syntax_tree.hpp"

namespace chemora::tensor {

/// Whether the name of the file ends in `.kranc`. Unused declarations are no error in such files.
bool is_of_kranc(edl::SyntaxTree const& tree);

/// In a Kranc file that inherits one implementation, undeclared names are scalars of that implementation. Returns the
/// tree with these declarations added. Other trees are returned unchanged.
edl::SyntaxTree with_inherited_names(edl::SyntaxTree tree);

} // namespace chemora::tensor
