// Files of Kranc, which say less than ours.
#pragma once

#include "codegen/edl/syntax_tree.hpp"

namespace chemora::tensor {

/// Whether the file is one of Kranc: its name ends in `.kranc`. What is declared and never used is no error in it.
bool is_of_kranc(edl::SyntaxTree const& tree);

/// In a file of Kranc that inherits one implementation, names that nothing declares are scalars of that implementation:
/// the tree with their declarations. Other trees stay as they are.
edl::SyntaxTree with_inherited_names(edl::SyntaxTree tree);

} // namespace chemora::tensor
