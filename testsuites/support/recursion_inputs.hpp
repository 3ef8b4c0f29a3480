// Arguments of recursions from texts and from the numbers of a program.
#pragma once

#include "codegen/recursion/inputs.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace chemora::testing_support {

/// Returns the codes of the letters, which must be letters of the alphabet.
inline std::vector<std::uint8_t> codes_of(recursion::Alphabet const& alphabet, std::string_view text) {
  std::vector<std::uint8_t> codes;
  for (char const letter : text) codes.push_back(static_cast<std::uint8_t>(alphabet.code(letter).value()));
  return codes;
}

inline void set_sequence(recursion::Inputs& inputs, std::string const& parameter, recursion::Alphabet const& alphabet,
                         std::string_view text) {
  recursion::set_sequence(inputs, parameter, codes_of(alphabet, text));
}

/// Sets all scalars to the values of the file.
inline void set_scalars(recursion::Inputs& inputs, recursion::Program const& program) {
  for (recursion::Scalar const& scalar : program.scalars) inputs.scalars[scalar.name] = scalar.value;
}

} // namespace chemora::testing_support
