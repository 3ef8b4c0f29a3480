#include "codegen/ir/text_block.hpp"

#include "codegen/ir/expression_parser.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::ir {

TextBlock::TextBlock(base::SourceText const& source, std::string const& keyword)
    : lines_(tokenize_expressions(source)), is_wrong_(lines_.size(), false), diagnostics_(&source) {
  if (lines_.empty())
    LineReader::fail({source.name, 1, 1}, fmt::format("The text is empty; expected `{} NAME {{`.", keyword));
  collect(0, [&](LineReader& line) {
    line.expect(keyword);
    name_ = take_any_name(line, "the name of the " + keyword);
    line.expect("{");
    line.expect_end();
  });
  if (lines_.size() == 1) report(where(), fmt::format("The {} has no closing `}}` on a line of its own.", keyword));
  if (lines_.size() > 1)
    collect(lines_.size() - 1, [](LineReader& line) {
      line.expect("}");
      line.expect_end();
    });
}

bool TextBlock::is_statement(std::size_t n, std::string_view word) const {
  return !is_labelled(n) && !statement(n)[0].is_quoted && statement(n)[0].text == word;
}

bool TextBlock::is_labelled(std::size_t n) const {
  TokenLine const& line = statement(n);
  return line.size() > 1 && !line[1].is_quoted && line[1].text == ":";
}

void TextBlock::parse(std::size_t n, LineParser const& parse) {
  current_ = n;
  if (!is_wrong_[n + 1]) is_wrong_[n + 1] = !collect(n + 1, parse);
}

void TextBlock::parse_all(std::string const& word, LineParser const& parse_statement, bool is_whole_line) {
  for (std::size_t n = 0; n < n_statements(); ++n)
    if (is_statement(n, word))
      parse(n, [&](LineReader& line) {
        line.expect(word);
        parse_statement(line);
        if (is_whole_line) line.expect_end();
      });
}

bool TextBlock::collect(std::size_t number, LineParser const& parse) {
  try {
    LineReader line(lines_[number]);
    parse(line);
    return true;
  } catch (base::UserError const& error) {
    for (base::Diagnostic const& finding : error.diagnostics()) findings_.push_back(finding);
    return false;
  }
}

void TextBlock::report(base::SourcePosition const& where, std::string const& message) {
  findings_.push_back({where, message, {}});
}

void TextBlock::throw_if_errors() {
  std::stable_sort(findings_.begin(), findings_.end(),
                   [](auto const& a, auto const& b) { return a.where.line < b.where.line; });
  for (base::Diagnostic const& finding : findings_) diagnostics_.error(finding.where, finding.message);
  diagnostics_.throw_if_errors();
}

} // namespace chemora::ir
