// Compares the reference page of the script language, docs/transformations.md, with the tables of transformations and
// functions, and runs its example.
#include "codegen/fortran/fortran.hpp"
#include "codegen/script/object.hpp"
#include "codegen/script/script.hpp"
#include "codegen/transform/transform.hpp"
#include "framework/base/errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

namespace chemora::transform {
namespace {

std::string page() {
  std::ifstream file(CHEMORA_TRANSFORMATIONS_PAGE);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns all matches of the first group of a pattern.
std::vector<std::string> matches(std::string const& text, std::string const& pattern) {
  std::regex const regex(pattern);
  std::vector<std::string> result;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match)
    result.push_back((*match)[1]);
  return result;
}

/// Returns the parameters as the page lists them: `inames, tag=` is a required and an optional parameter.
std::string parameters_of(TransformationInfo const& info) {
  std::string text = info.accepts_any_name ? ", NAME=" : "";
  for (ParameterInfo const& parameter : info.parameters)
    text += ", " + parameter.name + (parameter.is_required ? "" : "=");
  return text;
}

TEST(ReferencePage, ListsAllTransformationsWithTheirParameters) {
  std::map<std::string, std::string> listed;
  for (std::string const& call : matches(page(), "\\n    f = (\\w+\\(f.*\\))\\n")) {
    std::string const name = call.substr(0, call.find('('));
    std::string const without_values =
        std::regex_replace(call.substr(name.size() + 2, call.size() - name.size() - 3), std::regex("=[^,]+"), "=");
    EXPECT_TRUE(listed.emplace(name, without_values).second) << name << " is listed twice";
  }
  std::map<std::string, std::string> expected;
  for (TransformationInfo const& info : all_transformations()) expected[info.name] = parameters_of(info);
  EXPECT_EQ(listed, expected);
}

TEST(ReferencePage, HasASectionForEachTransformation) {
  std::vector<std::string> headings = matches(page(), "\\n### (\\w+)\\n");
  std::sort(headings.begin(), headings.end());
  std::vector<std::string> names;
  for (TransformationInfo const& info : all_transformations()) names.push_back(info.name);
  EXPECT_EQ(headings, names);
}

TEST(ReferencePage, ListsAllFunctions) {
  std::string const text = page();
  std::size_t const begin = text.find("\n## Functions\n");
  ASSERT_NE(begin, std::string::npos);
  std::string const section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  std::set<std::string> listed;
  for (std::string const& row : matches(section, "\\n(\\| `[^|]*\\|)"))
    for (std::string const& name : matches(row, "`(\\w+)\\(")) listed.insert(name);
  std::vector<std::string> const functions = script::function_names();
  EXPECT_EQ(listed, std::set<std::string>(functions.begin(), functions.end()));
}

TEST(ReferencePage, ShowsTheMessageOfItsExample) {
  std::string const text = page(), fence = "```fortran\n";
  std::size_t const begin = text.find(fence) + fence.size();
  base::SourceText const source{"derivative.f90", text.substr(begin, text.find("```", begin) - begin)};
  fortran::Script const script = fortran::script_of(source);
  script::Environment environment;
  environment.parse_fortran = [&](std::vector<std::string> const&) { return fortran::parse(source); };
  std::string message;
  try {
    script::run({source, script.lines, script.positions}, environment);
  } catch (base::UserError const& error) {
    message = error.what();
  }
  EXPECT_TRUE(message.starts_with("derivative.f90:20:7: error: ")) << message;
  EXPECT_NE(text.find("```\n" + message + "\n```\n"), std::string::npos) << message;
}

} // namespace
} // namespace chemora::transform
