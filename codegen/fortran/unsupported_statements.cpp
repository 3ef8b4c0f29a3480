/// The remarks on statements of Fortran that the subset does not have.
#include "codegen/fortran/line_reader.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::fortran {

namespace {

using base::UserError;

/// Statements of Fortran that the subset does not have, and the remark on what to do instead.
std::map<std::string, std::string> const& unsupported_statements() {
  static std::map<std::string, std::string> const words{
      {"module", "Write the subroutines outside of modules"},
      {"program", "Write subroutines only"},
      {"function", "Write a subroutine that assigns its result to an array"},
      {"contains", "Write the subroutines one after another"},
      {"interface", "Calls are not supported, so that no interface is needed"},
      {"use", "Pass values as arguments, or give them as definitions of `c_preprocess`"},
      {"call", "Write the statements of the called subroutine in its place"},
      {"return", "A subroutine ends after its last statement"},
      {"stop", "A subroutine ends after its last statement"},
      {"goto", "Use `if` blocks"},
      {"go", "Use `if` blocks"},
      {"continue", "End loops with `end do`"},
      {"cycle", "Use `if` blocks"},
      {"exit", "Use `if` blocks"},
      {"while", "Loops need bounds: `do i = 1, n`"},
      {"where", "Use `do` and `if`"},
      {"forall", "Use `do`"},
      {"select", "Use `if` and `else if`"},
      {"block", "Declare all variables at the start of the subroutine"},
      {"associate", "Write the expression where its name is used"},
      {"print", "A kernel has no input or output"},
      {"write", "A kernel has no input or output"},
      {"read", "A kernel has no input or output"},
      {"open", "A kernel has no input or output"},
      {"close", "A kernel has no input or output"},
      {"format", "A kernel has no input or output"},
      {"allocate", "Declare local arrays with their shapes"},
      {"deallocate", "Declare local arrays with their shapes"},
      {"common", "Pass variables as arguments"},
      {"data", "Assign initial values in the subroutine"},
      {"save", "Pass variables that keep their values as arguments"},
      {"equivalence", "Use separate variables"},
      {"implicit", "Only `implicit none` is allowed; declare all variables"},
      {"external", "Calls are not supported"},
      {"intrinsic", "Intrinsic functions need no declaration"},
      {"parameter", "Write `integer, parameter :: n = 8`"},
      {"dimension", "Write the shape in the declaration: `real*8 a(n)`"},
      {"include", "Write the statements in this file"},
      {"type", "Use `real` and `integer` variables"}};
  return words;
}

bool is_wrong_type_word(std::string const& word) {
  return word == "character" || word == "logical" || word == "complex";
}

} // namespace

void fail_unsupported(Line const& line) {
  Token const& token = line.tokens[0];
  if (token.kind == TokenKind::integer)
    throw UserError(token.where, "Statement labels are not supported; end loops with `end do`.");
  std::string const name = base::lower_case(token.text);
  if (is_wrong_type_word(name))
    throw UserError(token.where,
                    fmt::format("The type `{}` is not supported; allowed are `real`, `real*4`, `real*8`, `double "
                                "precision`, `integer` and `integer*4`.",
                                name));
  auto const found = unsupported_statements().find(name);
  if (found != unsupported_statements().end())
    throw UserError(token.where, fmt::format("`{}` is not supported. {}.", name, found->second));
}

} // namespace chemora::fortran
