/// Declarations of the Fortran subset.
#include "codegen/fortran/line_reader.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::fortran {

namespace {

using base::SourcePosition;
using base::UserError;

ir::Type take_type(LineReader& reader, Options const& options) {
  SourcePosition const start = reader.where();
  std::string const name = reader.word();
  reader.skip_token();
  if (name == "double" && !reader.take_word("precision"))
    throw UserError(reader.where(), "Expected `precision` after `double`.");
  bool const is_double = name == "double" || name == "doubleprecision";
  long size = name == "integer" ? 4 : is_double ? 8 : options.real == ir::Type::real32 ? 4 : 8;
  bool const has_size = !is_double && (reader.take_if("*") || reader.is_next("("));
  if (has_size) {
    bool const is_kind = reader.take_if("(");
    if (is_kind && reader.take_word("kind")) reader.expect("=", "`kind`");
    if (reader.is_next(TokenKind::integer) && reader.word().size() == 1)
      size = reader.word()[0] - '0';
    else
      size = 0;
    reader.skip_token();
    if (is_kind) reader.expect(")", "the size of the type");
  }
  if (name == "integer" && size == 4) return ir::Type::int32;
  if (name != "integer" && size == 4) return ir::Type::real32;
  if (name != "integer" && size == 8) return ir::Type::real64;
  throw UserError(start, "This size of a type is not supported; expected `real*4`, `real*8` or `integer*4`.");
}

std::vector<Dimension> take_shape(LineReader& reader) {
  std::vector<Dimension> shape;
  if (!reader.take_if("(")) return shape;
  do {
    if (reader.is_next("*") || reader.is_next(":"))
      throw UserError(reader.where(),
                      "The extent of every axis must be given, as in `a(n, m)`; assumed shapes and sizes are "
                      "not supported.");
    Dimension dimension{.upper = reader.expression()};
    if (reader.take_if(":")) {
      if (reader.is_next(",") || reader.is_next(")"))
        throw UserError(reader.where(),
                        "The extent of every axis must be given, as in `a(n, m)`; assumed shapes and sizes "
                        "are not supported.");
      dimension.lower = std::move(dimension.upper);
      dimension.upper = reader.expression();
    }
    shape.push_back(std::move(dimension));
  } while (reader.take_if(","));
  reader.expect(")", "the shape");
  return shape;
}

} // namespace

void take_declaration(LineReader& reader, Options const& options, std::vector<Declaration>& declarations) {
  ir::Type const type = take_type(reader, options);
  std::vector<Dimension> shape;
  bool is_constant = false;
  while (reader.take_if(",")) {
    Token const attribute = reader.take_name("an attribute");
    std::string const name = base::lower_case(attribute.text);
    if (name == "dimension") {
      shape = take_shape(reader);
    } else if (name == "parameter") {
      is_constant = true;
    } else if (name == "intent") {
      reader.expect("(", "`intent`");
      if (!reader.take_word("in") && !reader.take_word("out") && !reader.take_word("inout"))
        throw UserError(reader.where(), "Expected `in`, `out` or `inout`.");
      reader.take_word("out");
      reader.expect(")", "the intent");
    } else {
      throw UserError(attribute.where, fmt::format("The attribute `{}` is not supported; allowed are `dimension`, "
                                                   "`intent` and `parameter`.",
                                                   attribute.text));
    }
  }
  reader.take_if("::");
  do {
    Token const name = reader.take_name("the name of a variable");
    Declaration item{.name = name.text, .type = type, .shape = shape, .where = name.where};
    if (reader.is_next("(")) item.shape = take_shape(reader);
    if (is_constant) {
      reader.expect("=", "the name of a constant");
      item.constant = reader.expression();
    } else if (reader.is_next("=")) {
      throw UserError(reader.where(),
                      fmt::format("Initial values are not supported; assign `{}` in the subroutine, or write "
                                  "`parameter` for a constant.",
                                  name.text));
    }
    declarations.push_back(std::move(item));
  } while (reader.take_if(","));
  reader.expect_end_of_line("the declaration");
}

} // namespace chemora::fortran
