#include "framework/parameters/par_file.hpp"

#include "framework/base/source_text.hpp"
#include "framework/base/text.hpp"
#include "framework/ccl/expression.hpp"

#include <map>
#include <set>

namespace chemora::parameters {

namespace {

/// Positions of the words in the text in quotes that begins at `quote`, by word; comments are skipped.
std::map<std::string, base::SourcePosition> positions_of_words(base::SourceText const& source,
                                                               base::SourcePosition const& quote) {
  std::map<std::string, base::SourcePosition> positions;
  base::TextCursor cursor(source);
  while (!cursor.at_end() && cursor.position() != quote) cursor.take();
  char const closing = cursor.take();
  std::string word;
  base::SourcePosition where;
  while (!cursor.at_end() && cursor.peek() != closing) {
    bool const is_separator = base::is_space(cursor.peek()) || cursor.peek() == ',' || cursor.peek() == '#';
    if (is_separator && !word.empty()) positions.try_emplace(word, where), word.clear();
    if (cursor.peek() == '#') {
      while (!cursor.at_end() && cursor.peek() != '\n') cursor.take();
      continue;
    }
    if (word.empty()) where = cursor.position();
    char const c = cursor.take();
    if (!is_separator) word += c;
  }
  if (!word.empty()) positions.try_emplace(word, where);
  return positions;
}

} // namespace

ParFile parse_parameter_file(base::SourceText source, base::Diagnostics& problems) {
  ParFile file;
  file.source = std::move(source);
  file.assignments = ParParser(file.source, problems).file();
  return file;
}

std::vector<RequestedThorn> requested_thorns(ParFile const& file, base::Diagnostics& problems) {
  std::vector<RequestedThorn> thorns;
  std::set<std::string> seen;
  for (auto const& assignment : file.assignments) {
    if (assignment.kind != ParAssignment::Kind::active_thorns) continue;
    if (assignment.value.kind != ParExpression::Kind::string && assignment.value.kind != ParExpression::Kind::word) {
      problems.error(assignment.value.where, "The value of ActiveThorns must be a list of thorns in quotes.");
      continue;
    }
    std::map<std::string, base::SourcePosition> positions;
    if (assignment.value.kind == ParExpression::Kind::string)
      positions = positions_of_words(file.source, assignment.value.where);
    std::string name;
    for (char const c : assignment.value.text + " ") {
      if (!base::is_space(c) && c != ',') {
        name += c;
        continue;
      }
      auto const found = positions.find(name);
      auto const& where = found == positions.end() ? assignment.value.where : found->second;
      if (!name.empty() && seen.insert(ccl::lower_case(name)).second) thorns.push_back({name, where});
      name.clear();
    }
  }
  return thorns;
}

} // namespace chemora::parameters
