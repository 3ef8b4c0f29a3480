// Tests the examples of the documentation page.
#include "codegen/patterns/language.hpp"
#include "framework/base/text.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"
#include "testsuites/unit/codegen/patterns/wrong_input.hpp"

#include <iterator>
#include <sstream>

namespace chemora::patterns {
namespace {

struct Examples {
  std::string text{};
  std::map<std::string, Numbers> results{}; ///< of outputs with a comment
};

/// Returns the blocks of the page that are parts of one program, and the block of `profile.pat` if `is_first`.
Examples examples_of_page(bool is_first) {
  Examples examples;
  bool is_inside = false;
  for (std::string const& line : base::read_source(CHEMORA_SOURCE_DIR "/docs/patterns.md").lines()) {
    if (line.starts_with("```")) {
      is_inside = line == (is_first ? "```pat profile.pat" : "```pat");
      continue;
    }
    if (!is_inside) continue;
    examples.text += line + "\n";
    std::size_t const comment = line.find("// ");
    if (!line.starts_with("output ") || comment == std::string::npos) continue;
    std::istringstream numbers(line.substr(comment + 3)), words(line);
    std::string word, name;
    words >> word >> name;
    for (double number = 0; numbers >> number; numbers.ignore(1)) examples.results[name].push_back(number);
  }
  return examples;
}

TEST(Page, ExamplesHaveTheResultsOfTheirComments) {
  Examples const examples = examples_of_page(false);
  Inputs const inputs{.arrays = {{"m", {{2, 3}, {1, 2, 3, 4, 5, 6}}},
                                 {"a", {{3}, {3, -1, 2}}},
                                 {"graph.first", {{4}, {0, 1, 1, 3}}},
                                 {"graph.column", {{3}, {1, 0, 2}}},
                                 {"graph.value", {{3}, {2, 4, 6}}}}};
  std::vector<Output> const outputs = outputs_of(examples.text, inputs);
  EXPECT_EQ(outputs.size(), examples.results.size());
  EXPECT_GE(outputs.size(), 20U);
  for (Output const& output : outputs)
    EXPECT_EQ(output.columns[0].second.numbers, examples.results.at(output.name)) << output.name;
}

TEST(Page, TheFirstExampleIsAProgram) {
  Examples const examples = examples_of_page(true);
  Inputs inputs{.points = {4, 4, 4}, .origin = {-0.75, -0.75, -0.75}, .spacing = {0.5, 0.5, 0.5}};
  inputs.arrays["rho"] = {{4, 4, 4}, Numbers(64, 2)};
  std::vector<Output> const outputs = outputs_of(examples.text, inputs);
  EXPECT_EQ(outputs[0].columns[0].second.numbers, (Numbers{16}));
  EXPECT_EQ(outputs[1].columns[1].second.numbers.size(), 32U);
}

TEST(Page, ListsEveryPatternAndFunction) {
  std::string const page = base::read_source(CHEMORA_SOURCE_DIR "/docs/patterns.md").contents;
  for (std::string_view const function : ir::edl_function_names())
    if (function != "if" && function != "fabs") EXPECT_NE(page.find(function), std::string::npos) << function;
}

TEST(Page, ListsEveryReservedWord) {
  std::string const page = base::read_source(CHEMORA_SOURCE_DIR "/docs/patterns.md").contents;
  std::string const title = "The words of the language cannot be names: `";
  std::size_t const begin = page.find(title);
  ASSERT_NE(begin, std::string::npos);
  std::istringstream list(
      page.substr(begin + title.size(), page.find('`', begin + title.size()) - begin - title.size()));
  std::vector<std::string> const found{std::istream_iterator<std::string>(list), {}};
  std::vector<std::string> words = syntax::language().statement_words;
  for (std::string const& word : syntax::language().other_words) words.push_back(word);
  EXPECT_THAT(found, testing::UnorderedElementsAreArray(words));
  for (std::string const& word : words)
    EXPECT_THAT(findings_of("output table t(" + word + " = [1])"),
                testing::HasSubstr("which is a word of the language"));
}

} // namespace
} // namespace chemora::patterns
