/// Scheduled functions and groups with their prepositions and clauses.
#include "framework/base/text.hpp"
#include "framework/ccl/reader.hpp"
#include "framework/ccl/schedule_file.hpp"

#include "framework/ccl/expression.hpp"

#include <cctype>

namespace chemora::ccl {

namespace {

std::vector<std::string> const prepositions{"AT", "IN", "AS", "BEFORE", "AFTER", "WHILE", "IF"};
std::vector<std::string> const clauses{"STORAGE",  "LANG",    "LANGUAGE", "SYNC",   "OPTIONS",     "OPTION",
                                       "TRIGGERS", "TRIGGER", "READS",    "WRITES", "INVALIDATES", "TAGS"};
std::vector<std::string> const options{"meta",        "meta-early", "meta-late",      "global",    "global-early",
                                       "global-late", "level",      "singlemap",      "local",     "loop-meta",
                                       "loop-global", "loop-level", "loop-singlemap", "loop-local"};
std::vector<std::string> const regions{"everywhere", "interior", "boundary", "interiorwithboundary",
                                       "scalar",     "all",      "in"};

Name parse_qualified(Reader& reader) { return reader.qualified_name("the name of a variable or group"); }

VariableReference parse_reference(Reader& reader) {
  VariableReference reference;
  reference.name = parse_qualified(reader);
  if (reader.take_sign("[")) {
    reference.index = parse_expression(reader);
    reader.expect_sign("]", "after an index");
  }
  return reference;
}

VariableReference parse_access(Reader& reader) {
  VariableReference reference = parse_reference(reader);
  if (!reader.take_sign("(")) return reference;
  std::string const region = reader.next_word();
  if (!base::contains(regions, region))
    reader.fail_expected("everywhere, interior, boundary, interiorwithboundary or scalar", regions);
  reader.take_word(region);
  reader.expect_sign(")", "after a region");
  reference.region = region == "all" ? "everywhere" : region == "in" ? "interior" : region;
  return reference;
}

Name parse_option(Reader& reader) {
  auto const belongs = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '-'; };
  Name option = reader.run_of(belongs, "an option such as GLOBAL or LOCAL");
  option.text = lower_case(option.text);
  if (!base::contains(options, option.text))
    reader.error(option.where, "`" + option.text + "` is not an option of a scheduled function." +
                                   base::did_you_mean(option.text, options));
  return option;
}

Tag parse_tag(Reader& reader) {
  Tag tag{reader.name("the key of a tag"), {}};
  reader.expect_sign("=", "after the key of a tag");
  auto const text = reader.try_quoted(true);
  auto const belongs = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '+' || c == '-' || c == '.';
  };
  tag.value = text ? text->text : reader.run_of(belongs, "the value of a tag").text;
  return tag;
}

/// C or FORTRAN; F, F77 and F90 are other names of FORTRAN.
std::string parse_language(Reader& reader) {
  Name const language = reader.name("C or Fortran");
  std::string const upper = upper_case(language.text);
  if (upper == "F" || upper == "F77" || upper == "F90") return "FORTRAN";
  if (upper != "C" && upper != "FORTRAN")
    reader.fail(language.where, "The language is C or Fortran (F, F77, F90), not `" + language.text + "`.");
  return upper;
}

template <class Item>
void append(std::vector<Item>& to, std::vector<Item> from) {
  std::move(from.begin(), from.end(), std::back_inserter(to));
}

void parse_clause(Reader& reader, ScheduleItem& item) {
  std::string const clause = upper_case(reader.next_word());
  if (!base::contains(clauses, clause))
    reader.fail_expected("a clause such as LANG, SYNC, READS or STORAGE, or `}`", clauses);
  reader.try_name();
  if (clause == "STORAGE") return append(item.storage, parse_storage_list(reader));
  reader.expect_sign(":", "after " + clause);
  auto const names = [&] { return reader.list([&] { return parse_qualified(reader); }); };
  auto const accesses = [&] { return reader.list([&] { return parse_access(reader); }); };
  if (clause == "LANG" || clause == "LANGUAGE")
    item.language = parse_language(reader);
  else if (clause == "SYNC")
    append(item.sync, names());
  else if (clause.starts_with("TRIGGER"))
    append(item.triggers, names());
  else if (clause.starts_with("OPTION"))
    append(item.options, reader.list([&] { return parse_option(reader); }));
  else if (clause == "READS")
    append(item.reads, accesses());
  else if (clause == "WRITES")
    append(item.writes, accesses());
  else if (clause == "INVALIDATES")
    append(item.invalidates, accesses());
  else
    append(item.tags, reader.list([&] { return parse_tag(reader); }));
}

/// `a`, `a::b` or `(a b, c)`.
std::vector<Name> parse_operands(Reader& reader, std::string const& preposition) {
  auto const parse_one = [&] { return reader.qualified_name("a name after " + preposition); };
  if (!reader.take_sign("(")) return {parse_one()};
  std::vector<Name> names;
  while (!reader.take_sign(")")) {
    names.push_back(parse_one());
    reader.take_sign(",");
  }
  return names;
}

Name one_operand(Reader& reader, std::string const& preposition) {
  auto const where = reader.position();
  auto names = parse_operands(reader, preposition);
  if (names.size() != 1) reader.fail(where, preposition + " takes one name, not " + std::to_string(names.size()) + ".");
  return names[0];
}

bool parse_preposition(Reader& reader, ScheduleItem& item) {
  std::string const word = upper_case(reader.next_word());
  if (!base::contains(prepositions, word)) return false;
  reader.try_name();
  if (word == "AT" || word == "IN") {
    item.replaced_in = item.in;
    item.in = one_operand(reader, word);
    item.is_at_bin = word == "AT";
  } else if (word == "AS") {
    item.alias = one_operand(reader, word).text;
  } else {
    append(word == "BEFORE"  ? item.before
           : word == "AFTER" ? item.after
           : word == "WHILE" ? item.while_variables
                             : item.if_variables,
           parse_operands(reader, word));
  }
  return true;
}

} // namespace

std::vector<VariableReference> parse_storage_list(Reader& reader) {
  reader.expect_sign(":", "after STORAGE");
  return reader.list([&] { return parse_reference(reader); });
}

ScheduleItem parse_schedule_item(Reader& reader) {
  std::vector<std::string> recovery{"}"};
  for (auto const& clause : clauses) recovery.push_back(lower_case(clause));
  ScheduleItem item;
  item.is_group = reader.take_word("group");
  item.name = reader.name("the name of a function or group to schedule");
  while (parse_preposition(reader, item)) {
  }
  if (!reader.take_sign("{")) reader.fail_expected("AT, IN, AS, BEFORE, AFTER, WHILE, IF or `{`", prepositions);
  while (!reader.take_sign("}")) {
    if (reader.at_end()) reader.fail(item.name.where, "The braces of `" + item.name.text + "` are not closed.");
    try {
      parse_clause(reader, item);
    } catch (StatementFailed const&) {
      reader.skip_to_line_starting_with(recovery);
    }
  }
  auto const description = reader.try_quoted();
  if (!description) reader.fail_expected("the description of `" + item.name.text + "` in quotes");
  item.description = description->text;
  return item;
}

} // namespace chemora::ccl
