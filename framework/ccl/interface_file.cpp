#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/reader.hpp"

#include "framework/base/errors.hpp"

#include <cctype>

namespace chemora::ccl {

namespace {

std::vector<std::string> const interface_keywords{"implements",
                                                  "inherits",
                                                  "friend",
                                                  "public",
                                                  "protected",
                                                  "private",
                                                  "include",
                                                  "includes",
                                                  "uses",
                                                  "requires",
                                                  "provides",
                                                  "void",
                                                  "subroutine",
                                                  "cctk_fpointer",
                                                  "cctk_int",
                                                  "cctk_real",
                                                  "cctk_complex",
                                                  "cctk_pointer",
                                                  "cctk_pointer_to_const",
                                                  "int",
                                                  "real",
                                                  "complex",
                                                  "char",
                                                  "byte",
                                                  "cctk_char",
                                                  "cctk_byte"};

class InterfaceParser {
public:
  InterfaceParser(base::SourceText const& source, base::Diagnostics& diagnostics) : reader_(source, diagnostics) {
    interface_.file = source.name;
  }

  Interface parse() {
    reader_.statements(interface_keywords, [this] { statement(); });
    if (interface_.implementation.text.empty())
      reader_.error({interface_.file, 1, 1}, "This file has no `IMPLEMENTS: name`.");
    return std::move(interface_);
  }

private:
  void statement() {
    auto const where = reader_.position();
    if (at_function_prototype(reader_)) return interface_.prototypes.push_back(parse_function_prototype(reader_));
    if (at_variable_group(reader_)) return interface_.groups.push_back(parse_variable_group(reader_, access_));
    if (reader_.take_word("implements")) return implements(where);
    if (reader_.take_word("inherits")) return names(interface_.inherits, "INHERITS");
    if (reader_.take_word("friend")) return names(interface_.friends, "FRIEND");
    if (take_access()) return;
    if (reader_.take_word("include") || reader_.take_word("includes")) return include();
    if (reader_.take_word("uses")) return uses();
    if (reader_.take_word("requires")) return requires_function();
    if (reader_.take_word("provides")) return provides_function();
    if (reader_.take_word("cctk_fpointer"))
      reader_.fail(where, "CCTK_FPOINTER outside an argument list is not supported; declare the function pointer in "
                          "the argument that receives it.");
    reader_.fail_expected("a statement of interface.ccl", interface_keywords);
  }

  void implements(base::SourcePosition const& where) {
    reader_.expect_sign(":", "after IMPLEMENTS");
    if (!interface_.implementation.text.empty()) reader_.fail(where, "IMPLEMENTS is given twice.");
    interface_.implementation = reader_.name("the name of the implementation");
  }

  /// Parses a list that may be empty and ends at the end of the line.
  void names(std::vector<Name>& into, std::string const& keyword) {
    reader_.expect_sign(":", "after " + keyword);
    reader_.skip_on_line();
    char const next = reader_.cursor().peek();
    if (next == '\n' || next == '\r' || next == '#' || next == '\0') return;
    for (auto& name : reader_.list([&] { return reader_.name("the name of an implementation"); }))
      into.push_back(std::move(name));
  }

  bool take_access() {
    if (reader_.take_word("public"))
      access_ = Access::public_access;
    else if (reader_.take_word("protected"))
      access_ = Access::protected_access;
    else if (reader_.take_word("private"))
      access_ = Access::private_access;
    else
      return false;
    reader_.expect_sign(":", "after PUBLIC, PROTECTED or PRIVATE");
    return true;
  }

  IncludeKind include_kind() {
    if (reader_.take_word("source")) return IncludeKind::source;
    reader_.take_word("header");
    return IncludeKind::header;
  }

  Name file_name() {
    auto const belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '/' || c == '.' || c == '_' || c == '-' || c == '+';
    };
    return reader_.run_of(belongs, "the name of a file");
  }

  /// Parses the name of a header that the build generates. Its path must be inside the folder of generated includes.
  Name include_name() {
    Name name = file_name();
    if (name.text.starts_with("/") || name.text.find("..") != std::string::npos)
      reader_.fail(name.where, "The include `" + name.text + "` would be outside of the folder of includes.");
    return name;
  }

  void include() {
    IncludeContribution contribution;
    contribution.kind = include_kind();
    reader_.expect_sign(":", "after INCLUDE");
    contribution.file = file_name();
    if (!reader_.take_word("in")) reader_.fail_expected("IN and the name of the include that it belongs to", {"IN"});
    contribution.include = include_name();
    interface_.includes.push_back(std::move(contribution));
  }

  void uses() {
    if (reader_.take_word("function"))
      return interface_.uses_functions.push_back(reader_.name("the name of a function"));
    if (!reader_.take_word("include")) reader_.fail_expected("FUNCTION or INCLUDE after USES", {"FUNCTION", "INCLUDE"});
    include_kind();
    reader_.expect_sign(":", "after USES INCLUDE");
    for (auto& name : reader_.list([&] { return include_name(); })) interface_.uses_includes.push_back(std::move(name));
  }

  void requires_function() {
    if (!reader_.take_word("function")) reader_.fail_expected("FUNCTION after REQUIRES", {"FUNCTION"});
    interface_.requires_functions.push_back(reader_.name("the name of a function"));
  }

  void provides_function() {
    ProvidedFunctionClause clause;
    if (!reader_.take_word("function")) reader_.fail_expected("FUNCTION after PROVIDES", {"FUNCTION"});
    clause.function = reader_.name("the name of a function");
    if (!reader_.take_word("with")) reader_.fail_expected("WITH and the function that implements it", {"WITH"});
    clause.with = reader_.name("the name of the function that implements it");
    if (!reader_.take_word("language")) reader_.fail_expected("LANGUAGE C or LANGUAGE Fortran", {"LANGUAGE"});
    clause.is_fortran = reader_.take_word("fortran");
    if (!clause.is_fortran && !reader_.take_word("c"))
      reader_.fail_expected("C or Fortran after LANGUAGE", {"Fortran"});
    interface_.provides_functions.push_back(std::move(clause));
  }

  Reader reader_;
  Interface interface_;
  Access access_ = Access::private_access;
};

} // namespace

Interface parse_interface(base::SourceText const& source) {
  base::Diagnostics diagnostics(&source);
  Interface interface = InterfaceParser(source, diagnostics).parse();
  diagnostics.throw_if_errors();
  return interface;
}

} // namespace chemora::ccl
