#include "framework/ccl/parameter_ccl_file.hpp"
#include "framework/base/text.hpp"
#include "framework/ccl/reader.hpp"

#include "framework/base/errors.hpp"

#include <algorithm>
#include <map>

namespace chemora::ccl {

namespace {

std::vector<std::string> const type_words{"int", "real", "keyword", "string", "boolean"};
std::vector<std::string> const parameter_keywords{
    "global",  "restricted", "private", "shares",   "uses",      "extends",      "int",         "real",
    "keyword", "string",     "boolean", "cctk_int", "cctk_real", "cctk_keyword", "cctk_string", "cctk_boolean"};

class ParameterCclParser {
public:
  ParameterCclParser(base::SourceText const& source, base::Diagnostics& diagnostics) : reader_(source, diagnostics) {
    file_.file = source.name;
  }

  ParameterFile parse() {
    reader_.statements(parameter_keywords, [this] { statement(); });
    return std::move(file_);
  }

private:
  void statement() {
    if (take_scope()) return;
    auto const where = reader_.position();
    Parameter parameter;
    if (reader_.take_word("uses"))
      parameter.origin = ParameterOrigin::used;
    else if (reader_.take_word("extends"))
      parameter.origin = ParameterOrigin::extended;
    bool const is_shared = parameter.origin != ParameterOrigin::declared;
    if (is_shared && scope_ != ParameterScope::shared)
      reader_.fail(where, "USES and EXTENDS need `SHARES: implementation` before them.");
    parse_parameter(parameter);
  }

  bool take_scope() {
    if (reader_.take_word("global"))
      scope_ = ParameterScope::global;
    else if (reader_.take_word("restricted"))
      scope_ = ParameterScope::restricted;
    else if (reader_.take_word("private"))
      scope_ = ParameterScope::private_scope;
    else if (reader_.take_word("shares")) {
      reader_.expect_sign(":", "after SHARES");
      file_.shares.push_back(reader_.name("the implementation whose parameters are shared"));
      scope_ = ParameterScope::shared;
      return true;
    } else
      return false;
    reader_.expect_sign(":", "after GLOBAL, RESTRICTED or PRIVATE");
    return true;
  }

  static std::string without_prefix(std::string const& word) {
    return word.starts_with("cctk_") ? word.substr(5) : word;
  }

  bool at_type() { return base::contains(type_words, without_prefix(reader_.next_word())); }

  ParameterType parse_type() {
    if (!at_type())
      reader_.fail_expected("the type of a parameter, or PRIVATE, RESTRICTED, SHARES, USES, EXTENDS",
                            parameter_keywords);
    std::string const word = without_prefix(lower_case(reader_.try_name()->text));
    auto const place = std::find(type_words.begin(), type_words.end(), word) - type_words.begin();
    return static_cast<ParameterType>(place);
  }

  void parse_parameter(Parameter& parameter) {
    bool const is_declared = parameter.origin == ParameterOrigin::declared;
    parameter.scope = is_declared && scope_ == ParameterScope::shared ? ParameterScope::private_scope : scope_;
    if (!is_declared) parameter.shared_from = file_.shares.back().text;
    parameter.type = parse_type();
    parameter.name = reader_.name("the name of a parameter");
    if (reader_.take_sign("[")) {
      parameter.array_length = reader_.natural_number("the length of an array parameter");
      if (*parameter.array_length < 1)
        reader_.error(parameter.name.where, "An array parameter needs at least 1 element.");
      reader_.expect_sign("]", "after the length of an array parameter");
    }
    parameter.description = reader_.optional_description();
    while (parse_option(parameter)) {
    }
    if (reader_.take_sign("{")) {
      parameter.ranges = parse_ranges(reader_, parameter);
      if (is_declared) parse_default(reader_, parameter);
    } else if (is_declared) {
      reader_.fail_expected("`{` and the values `" + parameter.name.text + "` may have, or an option",
                            {"STEERABLE", "ACCUMULATOR", "AS"});
    }
    add(std::move(parameter));
  }

  bool parse_option(Parameter& parameter) {
    if (reader_.take_word("steerable")) {
      reader_.expect_sign("=", "after STEERABLE");
      if (reader_.take_word("never"))
        parameter.steerable = Steerable::never;
      else if (reader_.take_word("always"))
        parameter.steerable = Steerable::always;
      else if (reader_.take_word("recover"))
        parameter.steerable = Steerable::recover;
      else
        reader_.fail_expected("NEVER, ALWAYS or RECOVER after STEERABLE=", {"NEVER", "ALWAYS", "RECOVER"});
      return true;
    }
    if (reader_.take_word("as")) {
      parameter.alias = reader_.name("the name of the parameter in this thorn").text;
      return true;
    }
    if (!reader_.take_word("accumulator")) return false;
    if (reader_.take_sign("-")) {
      if (!reader_.take_word("base")) reader_.fail_expected("BASE after ACCUMULATOR-", {"BASE"});
      reader_.expect_sign("=", "after ACCUMULATOR-BASE");
      parameter.accumulator_base = reader_.qualified_name("the accumulator parameter").text;
      return true;
    }
    reader_.expect_sign("=", "after ACCUMULATOR");
    parameter.accumulator = parenthesised();
    return true;
  }

  /// The text between balanced parentheses.
  std::string parenthesised() {
    auto const where = reader_.position();
    reader_.expect_sign("(", "around an accumulator's expression");
    std::string text;
    for (int depth = 1;; text += reader_.cursor().take()) {
      if (reader_.cursor().at_end()) reader_.fail(where, "This `(` has no closing `)`.");
      if (reader_.cursor().peek() == '(') ++depth;
      if (reader_.cursor().peek() == ')' && --depth == 0) break;
    }
    reader_.cursor().take();
    return text;
  }

  void add(Parameter parameter) {
    auto const [first, is_new] = lines_.emplace(lower_case(parameter.local_name()), parameter.name.where.line);
    if (!is_new)
      reader_.error(parameter.name.where, "The parameter `" + parameter.local_name() +
                                              "` is already declared at line " + std::to_string(first->second) + ".");
    file_.parameters.push_back(std::move(parameter));
  }

  Reader reader_;
  ParameterFile file_;
  std::map<std::string, int> lines_; ///< line of the declaration, keyed by parameter name in lower case
  ParameterScope scope_ = ParameterScope::private_scope;
};

} // namespace

ParameterFile parse_parameter_ccl(base::SourceText const& source) {
  base::Diagnostics diagnostics(&source);
  ParameterFile file = ParameterCclParser(source, diagnostics).parse();
  diagnostics.throw_if_errors();
  return file;
}

std::string to_text(ParameterType type) { return upper_case(type_words[static_cast<std::size_t>(type)]); }

} // namespace chemora::ccl
