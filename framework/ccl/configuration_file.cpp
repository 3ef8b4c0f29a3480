#include "framework/ccl/configuration_file.hpp"

#include "framework/base/errors.hpp"
#include "framework/ccl/reader.hpp"

#include <cctype>
#include <string_view>

namespace chemora::ccl {

namespace {

std::vector<std::string> const configuration_keywords{"requires", "optional", "optional_ifactive", "provides"};
std::vector<std::string> const requirement_clauses{"script", "lang", "options", "version"};

bool is_keyword(std::string const& word) {
  for (auto const& list : {configuration_keywords, requirement_clauses})
    for (auto const& keyword : list)
      if (word == keyword) return true;
  return word == "thorns";
}

class ConfigurationParser {
public:
  ConfigurationParser(base::SourceText const& source, base::Diagnostics& diagnostics) : reader_(source, diagnostics) {
    configuration_.file = source.name;
  }

  Configuration parse() {
    reader_.statements(configuration_keywords, [this] { statement(); });
    return std::move(configuration_);
  }

private:
  using Kind = RequiredCapability::Kind;

  void statement() {
    if (reader_.take_word("requires")) return requirements();
    if (reader_.take_word("optional")) return optional(Kind::optional);
    if (reader_.take_word("optional_ifactive")) return optional(Kind::optional_if_active);
    if (reader_.take_word("provides")) return provides();
    reader_.fail_expected("REQUIRES, OPTIONAL, OPTIONAL_IFACTIVE or PROVIDES", configuration_keywords);
  }

  Name capability() {
    if (is_keyword(reader_.next_word())) reader_.fail_expected("the name of a capability");
    return reader_.name("the name of a capability");
  }

  /// Whether the next word is on the same line and is not a keyword.
  bool name_follows() {
    Reader ahead = reader_;
    return ahead.list_continues() && !is_keyword(ahead.next_word());
  }

  std::vector<Name> capabilities() {
    std::vector<Name> names{capability()};
    while (name_follows()) {
      reader_.list_continues();
      names.push_back(capability());
    }
    return names;
  }

  void requirements() {
    if (reader_.take_word("thorns")) {
      reader_.expect_sign(":", "after REQUIRES THORNS");
      for (auto& name : capabilities()) configuration_.required_thorns.push_back(std::move(name));
      return;
    }
    for (bool continues = true; continues; continues = name_follows() && reader_.list_continues()) {
      RequiredCapability requirement{capability(), Kind::required, {}, {}};
      if (reader_.take_sign("(")) version_of(requirement);
      configuration_.requirements.push_back(std::move(requirement));
    }
  }

  void version_of(RequiredCapability& requirement) {
    for (std::string_view const sign : {"<<", ">>", "<=", ">=", "="}) {
      if (!reader_.take_sign(sign)) continue;
      requirement.comparison = sign;
      requirement.version = word("a version").text;
      return reader_.expect_sign(")", "after the version");
    }
    reader_.fail_expected("one of << <= = >= >> before a version");
  }

  void optional(Kind kind) {
    auto const names = capabilities();
    reader_.expect_sign("{", "after the capability");
    reader_.expect_sign("}", "to close the capability");
    for (auto const& name : names) configuration_.requirements.push_back({name, kind, {}, {}});
  }

  Name word(std::string const& what) {
    auto const belongs = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) ||
             std::string_view("_./:+-").find(c) != std::string_view::npos;
    };
    return reader_.run_of(belongs, what);
  }

  bool at_clause_or_end() { return reader_.at_sign("}") || is_keyword(reader_.next_word()); }

  void provides() {
    ProvidedCapability capability_block;
    auto const names = capabilities();
    reader_.expect_sign("{", "after the capability");
    while (!reader_.take_sign("}")) {
      if (reader_.take_word("script")) {
        if (!at_clause_or_end()) capability_block.script = word("the name of a script").text;
      } else if (reader_.take_word("lang")) {
        if (!at_clause_or_end()) capability_block.language = word("the language of the script").text;
      } else if (reader_.take_word("version")) {
        capability_block.version = word("a version").text;
      } else if (reader_.take_word("options")) {
        while (!at_clause_or_end()) capability_block.options.push_back(word("the name of an option").text);
      } else {
        reader_.fail_expected("SCRIPT, LANG, OPTIONS, VERSION or `}`", requirement_clauses);
      }
    }
    for (auto const& name : names) {
      capability_block.name = name;
      configuration_.provides.push_back(capability_block);
    }
  }

  Reader reader_;
  Configuration configuration_;
};

} // namespace

Configuration parse_configuration(base::SourceText const& source) {
  base::Diagnostics diagnostics(&source);
  Configuration configuration = ConfigurationParser(source, diagnostics).parse();
  diagnostics.throw_if_errors();
  return configuration;
}

} // namespace chemora::ccl
