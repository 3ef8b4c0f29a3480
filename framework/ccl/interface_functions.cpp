/// Prototypes of aliased functions: `CCTK_INT FUNCTION f(CCTK_REAL ARRAY IN x, ...)`, `SUBROUTINE f(...)`.
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/reader.hpp"

#include <algorithm>
#include <cctype>

namespace chemora::ccl {

namespace {

std::vector<std::string> const return_types{
    "void", "CCTK_INT", "CCTK_REAL", "CCTK_COMPLEX", "CCTK_POINTER_TO_CONST", "CCTK_POINTER"};
std::vector<std::string> const argument_types{"CCTK_STRING",           "CCTK_INT",     "CCTK_REAL", "CCTK_COMPLEX",
                                              "CCTK_POINTER_TO_CONST", "CCTK_POINTER", "STRING"};

/// CCTK_INT may have a size: CCTK_INT4.
bool is_one_of(std::vector<std::string> const& types, std::string const& word) {
  std::string upper = upper_case(word);
  if (upper.starts_with("CCTK_INT"))
    while (std::isdigit(static_cast<unsigned char>(upper.back()))) upper.pop_back();
  return std::any_of(types.begin(), types.end(), [&](auto const& type) { return same_name(type, upper); });
}

std::string parse_type(Reader& reader, std::vector<std::string> const& types, std::string const& what) {
  if (!is_one_of(types, reader.next_word())) reader.fail_expected(what, types);
  std::string const type = upper_case(reader.try_name()->text);
  if (type == "VOID") return "void";
  return type == "STRING" ? "CCTK_STRING" : type;
}

FunctionArgument::Intent parse_intent(Reader& reader) {
  using Intent = FunctionArgument::Intent;
  if (reader.take_word("in")) return Intent::in;
  if (reader.take_word("out")) return Intent::out;
  if (!reader.take_word("inout")) reader.fail_expected("IN, OUT or INOUT", {"IN", "OUT", "INOUT"});
  return Intent::inout;
}

std::vector<FunctionArgument> parse_arguments(Reader& reader, std::string const& function);

FunctionArgument parse_argument(Reader& reader) {
  FunctionArgument argument;
  argument.type = parse_type(reader, argument_types, "the type of an argument");
  auto const modifier = [&] {
    argument.is_array = argument.is_array || reader.take_word("array");
    argument.is_function_pointer = argument.is_function_pointer || reader.take_word("cctk_fpointer");
  };
  modifier();
  argument.intent = parse_intent(reader);
  modifier();
  argument.name = reader.name("the name of an argument");
  if (argument.is_function_pointer) argument.arguments = parse_arguments(reader, argument.name.text);
  if (argument.type == "CCTK_STRING" && argument.intent != FunctionArgument::Intent::in)
    reader.error(argument.name.where, "The string argument `" + argument.name.text + "` can only be IN.");
  return argument;
}

std::vector<FunctionArgument> parse_arguments(Reader& reader, std::string const& function) {
  Reader::Depth const depth(reader);
  std::vector<FunctionArgument> arguments;
  reader.expect_sign("(", "after the name of the function `" + function + "`");
  if (reader.take_sign(")")) return arguments;
  do arguments.push_back(parse_argument(reader));
  while (reader.take_sign(","));
  reader.expect_sign(")", "or `,` after an argument of `" + function + "`");
  return arguments;
}

} // namespace

bool at_function_prototype(Reader& reader) {
  if (reader.at_word("subroutine")) return true;
  if (!is_one_of(return_types, reader.next_word())) return false;
  Reader ahead = reader;
  ahead.try_name();
  return ahead.at_word("function");
}

FunctionPrototype parse_function_prototype(Reader& reader) {
  FunctionPrototype prototype;
  if (reader.take_word("subroutine")) {
    prototype.return_type = "void";
  } else {
    prototype.return_type = parse_type(reader, return_types, "the return type of a function");
    reader.take_word("function");
  }
  prototype.name = reader.name("the name of a function");
  prototype.arguments = parse_arguments(reader, prototype.name.text);
  return prototype;
}

} // namespace chemora::ccl
