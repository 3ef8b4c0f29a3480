/// Kinds of values, and the search for declared names.
#include "codegen/recursion/declarations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace chemora::recursion {

std::string_view to_text(Kind kind) {
  switch (kind) {
  case Kind::unknown:
    return "unknown";
  case Kind::integer:
    return "int";
  case Kind::real:
    return "float";
  case Kind::probability:
    return "prob";
  case Kind::boolean:
    return "bool";
  case Kind::character:
    return "char";
  case Kind::state:
    return "state";
  case Kind::transition:
    return "transition";
  case Kind::transitions:
    return "list of transitions";
  case Kind::sequence:
    return "seq";
  case Kind::matrix:
    return "matrix";
  case Kind::model:
    return "hmm";
  case Kind::profile:
    return "profile";
  case Kind::grid:
    return "grid function";
  }
  return {};
}

Kind kind_of(ValueType type) {
  switch (type) {
  case ValueType::integer:
    return Kind::integer;
  case ValueType::real:
    return Kind::real;
  case ValueType::probability:
    return Kind::probability;
  case ValueType::boolean:
    return Kind::boolean;
  case ValueType::character:
    return Kind::character;
  }
  return Kind::unknown;
}

CallingParameter const* Signature::find_calling(std::string const& parameter) const {
  return find_in(calling, parameter);
}

Dimension const* Signature::find_dimension(std::string const& dimension) const {
  return find_in(dimensions, dimension);
}

bool Signature::is_on_grid() const {
  return std::any_of(dimensions.begin(), dimensions.end(),
                     [](Dimension const& dimension) { return dimension.kind == DimensionKind::axis; });
}

Scalar const* Declarations::find_scalar(std::string const& name) const { return find_in(program.scalars, name); }
GridFunction const* Declarations::find_grid(std::string const& name) const { return find_in(program.grid, name); }
Alphabet const* Declarations::find_alphabet(std::string const& name) const { return find_in(program.alphabets, name); }
Model const* Declarations::find_model(std::string const& name) const { return find_in(program.models, name); }
Matrix const* Declarations::find_matrix(std::string const& name) const { return find_in(program.matrices, name); }
Load const* Declarations::find_load(std::string const& name) const { return find_in(program.loads, name); }

std::optional<int> Alphabet::code(char letter) const {
  std::size_t position = letters.find(letter);
  auto const byte = static_cast<unsigned char>(letter);
  char const other = static_cast<char>(std::isupper(byte) != 0 ? std::tolower(byte) : std::toupper(byte));
  if (position == std::string::npos) position = letters.find(other);
  if (position == std::string::npos) return std::nullopt;
  return static_cast<int>(position);
}

Alphabet const& Program::alphabet(std::string const& alphabet_name) const {
  Alphabet const* const found = find_in(alphabets, alphabet_name);
  if (!found) throw base::InternalError(fmt::format("program `{}` has no alphabet `{}`", name, alphabet_name));
  return *found;
}

} // namespace chemora::recursion
