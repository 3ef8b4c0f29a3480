// The cube root in the languages of the C family.
#pragma once

#include "codegen/emit/dialect.hpp"

#include <string>

namespace chemora::emit {

/// How a language says what the computation needs.
struct CubeRootSpelling {
  std::string qualifiers{};    ///< before the function's type
  std::string real = "double"; ///< of the argument and the result
  std::string fused = "fma";   ///< multiply and add, rounded once
  std::string wide{};          ///< makes a number one of that type
  std::string bits_of_s{};     ///< of the variable s as unsigned 64-bit numbers
  std::string real_of_bits{};  ///< of what follows up to a closing parenthesis
};

/// Defines `double cube_root(double x)` with the bits of ir::cube_root. Reals of 32 bits are converted at the call.
std::string cube_root(CubeRootSpelling const& spelling);

/// The same if one of the functions is a cube root, else nothing.
std::string cube_root_if_needed(std::set<NeededFunction> const& functions, CubeRootSpelling const& spelling);

} // namespace chemora::emit
