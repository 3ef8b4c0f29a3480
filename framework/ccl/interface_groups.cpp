/// Groups of variables: `CCTK_REAL name[n] TYPE=GF ... { a, b } "description"`.
#include "framework/base/text.hpp"
#include "framework/ccl/expression.hpp"
#include "framework/ccl/interface_file.hpp"
#include "framework/ccl/reader.hpp"

#include <algorithm>
#include <optional>

namespace chemora::ccl {

namespace {

std::vector<std::string> const variable_types{"CHAR",    "BYTE",     "INT",       "INT1",     "INT2",  "INT4",
                                              "INT8",    "INT16",    "REAL",      "REAL4",    "REAL8", "REAL16",
                                              "COMPLEX", "COMPLEX8", "COMPLEX16", "COMPLEX32"};
std::vector<std::string> const attributes{"TYPE",      "DIM",     "TIMELEVELS", "SIZE",     "DISTRIB",
                                          "GHOSTSIZE", "STAGGER", "TAGS",       "CENTERING"};

constexpr int max_dimensions = 99,
              max_time_levels = 999; ///< larger values are rejected, because they could exhaust the memory

/// The attributes of a group (such as `TYPE=GF`) with their positions, for checks after all attributes have been
/// parsed.
struct Seen {
  std::optional<base::SourcePosition> dimension;
  bool distribution = false;
  std::vector<std::string> names;
};

std::string without_prefix(std::string const& word) {
  std::string const upper = upper_case(word);
  return upper.starts_with("CCTK_") ? upper.substr(5) : upper;
}

std::vector<Expression> parse_expressions(Reader& reader) {
  bool const is_quoted = reader.take_sign("\"");
  std::vector<Expression> expressions;
  do expressions.push_back(parse_expression(reader));
  while (reader.take_sign(","));
  if (is_quoted) reader.expect_sign("\"", "after the last expression");
  return expressions;
}

/// Returns the name in the tag `TypeParameter="name"`, or an empty text.
std::string type_parameter_in(std::string const& tags) {
  std::size_t const key = lower_case(tags).find("typeparameter");
  if (key == std::string::npos) return {};
  std::size_t const start = tags.find('"', key);
  std::size_t const end = start == std::string::npos ? start : tags.find('"', start + 1);
  return end == std::string::npos ? std::string() : tags.substr(start + 1, end - start - 1);
}

/// Parses one of the given words and returns its index.
std::size_t parse_choice(Reader& reader, std::string const& attribute, std::vector<std::string> const& choices) {
  std::string const word = upper_case(reader.next_word());
  auto const found = std::find(choices.begin(), choices.end(), word);
  if (found == choices.end()) {
    reader.fail_expected("one of " + base::join(choices) + " after " + attribute + "=", choices);
  }
  reader.take_word(lower_case(word));
  return static_cast<std::size_t>(found - choices.begin());
}

std::string parse_centering(Reader& reader) {
  std::string letters;
  reader.expect_sign("{", "after CENTERING=");
  while (!reader.take_sign("}")) {
    Name const part = reader.name("`v` or `c` for each direction, or `}`");
    for (char const c : lower_case(part.text)) {
      if (c != 'v' && c != 'c') reader.fail(part.where, "CENTERING is made of `v` and `c`, not `" + part.text + "`.");
      letters += c;
    }
  }
  return letters;
}

std::string parse_stagger(Reader& reader) {
  std::string all;
  do {
    Name const one = reader.name("M, C or P");
    std::string const letter = upper_case(one.text);
    if (letter != "M" && letter != "C" && letter != "P")
      reader.fail(one.where, "STAGGER is made of M, C and P, not `" + one.text + "`.");
    all += (all.empty() ? "" : ",") + letter;
  } while (reader.take_sign(","));
  return all;
}

int parse_time_levels(Reader& reader) {
  reader.skip();
  auto const where = reader.position();
  int const n = reader.natural_number("TIMELEVELS");
  if (n < 1 || n > max_time_levels)
    reader.error(where, "TIMELEVELS is a number from 1 to " + std::to_string(max_time_levels) + ", not " +
                            std::to_string(n) + ".");
  return n;
}

void parse_attribute(Reader& reader, VariableGroup& group, Seen& seen) {
  Name const name = *reader.try_name();
  std::string const attribute = upper_case(name.text);
  if (!base::contains(attributes, attribute))
    reader.fail(name.where,
                "`" + name.text + "` is not an attribute of a group." + base::did_you_mean(name.text, attributes));
  if (base::contains(seen.names, attribute))
    reader.error(name.where, "The group `" + group.name.text + "` has " + attribute + " twice.");
  seen.names.push_back(attribute);
  reader.expect_sign("=", "after " + attribute);
  if (attribute == "TYPE")
    group.group_type = static_cast<GroupType>(parse_choice(reader, "TYPE", {"GF", "ARRAY", "SCALAR"}));
  if (attribute == "DISTRIB")
    group.distribution = static_cast<Distribution>(parse_choice(reader, "DISTRIB", {"CONSTANT", "DEFAULT"}));
  if (attribute == "DIM") {
    reader.skip();
    seen.dimension = reader.position();
    group.dimension = reader.natural_number("DIM");
  }
  if (attribute == "TIMELEVELS") group.n_time_levels = parse_time_levels(reader);
  if (attribute == "SIZE") group.size = parse_expressions(reader);
  if (attribute == "GHOSTSIZE") group.ghost_size = parse_expressions(reader);
  if (attribute == "STAGGER") group.stagger = parse_stagger(reader);
  if (attribute == "CENTERING") group.centering = parse_centering(reader);
  if (attribute == "TAGS") {
    auto const tags = reader.try_quoted(true);
    if (!tags) reader.fail_expected("a string in quotes after TAGS=");
    group.tags = tags->text;
    group.type_parameter = type_parameter_in(group.tags);
  }
  seen.distribution = seen.distribution || attribute == "DISTRIB";
}

/// Reports attributes that grid functions and scalars cannot have: the driver chooses extents, ghost zones and
/// distribution of grid functions, and scalars have none.
void check_extents(Reader& reader, VariableGroup const& group) {
  if (group.group_type == GroupType::array) return;
  bool const is_grid_function = group.group_type == GroupType::grid_function;
  std::string const kind = is_grid_function ? "TYPE=GF" : "TYPE=SCALAR";
  auto const reject = [&](bool is_given, std::string const& attribute) {
    if (is_given)
      reader.error(group.name.where, "The group `" + group.name.text + "` has " + attribute +
                                         ", which has no meaning with " + kind +
                                         "; only a group with TYPE=ARRAY has it.");
  };
  reject(!group.size.empty(), "SIZE");
  reject(!group.ghost_size.empty(), "GHOSTSIZE");
  reject(is_grid_function && group.distribution == Distribution::constant, "DISTRIB=CONSTANT");
}

/// Checks sizes that are constant; other sizes are evaluated at start-up.
void check_not_negative(Reader& reader, std::string const& what, Expression const& expression) {
  try {
    auto const value = constant_integer(expression);
    if (value && *value < 0)
      reader.error(expression.where, what + " is 0 or more, not " + std::to_string(*value) + ".");
  } catch (base::UserError const& error) {
    for (auto const& finding : error.diagnostics()) reader.error(finding.where, finding.message);
  }
}

void check_numbers(Reader& reader, VariableGroup const& group, Seen const& seen) {
  int const least = group.group_type == GroupType::scalar ? 0 : 1;
  if (seen.dimension && (group.dimension < least || group.dimension > max_dimensions))
    reader.error(*seen.dimension, "DIM is a number from " + std::to_string(least) + " to " +
                                      std::to_string(max_dimensions) + ", not " + std::to_string(group.dimension) +
                                      ".");
  if (group.vector_length) check_not_negative(reader, "The length of a vector group", *group.vector_length);
  for (auto const& extent : group.size) check_not_negative(reader, "An extent in SIZE", extent);
  for (auto const& width : group.ghost_size) check_not_negative(reader, "A width in GHOSTSIZE", width);
}

/// Sets default values and checks the rules that involve several attributes.
void complete(Reader& reader, VariableGroup& group, Seen const& seen) {
  auto const wrong = [&](std::string const& message) {
    reader.error(group.name.where, "The group `" + group.name.text + "` " + message);
  };
  bool const is_scalar = group.group_type == GroupType::scalar;
  if (!seen.dimension) group.dimension = is_scalar ? 0 : group.size.empty() ? 3 : static_cast<int>(group.size.size());
  if (!seen.distribution && is_scalar) group.distribution = Distribution::constant;
  auto const dimension = static_cast<std::size_t>(group.dimension);
  check_numbers(reader, group, seen);
  if (group.group_type == GroupType::array && !group.size.empty() && group.size.size() != dimension)
    wrong("has " + std::to_string(group.size.size()) + " extents in SIZE, but DIM=" + std::to_string(dimension) + ".");
  if (group.group_type == GroupType::array && group.size.empty()) wrong("is an ARRAY, but has no SIZE.");
  if (group.group_type == GroupType::array && !group.ghost_size.empty() && group.ghost_size.size() != dimension)
    wrong("has " + std::to_string(group.ghost_size.size()) +
          " widths in GHOSTSIZE, but DIM=" + std::to_string(dimension) + ".");
  check_extents(reader, group);
  if (!group.type_parameter.empty() && group.type != "REAL")
    wrong("has the tag TypeParameter, which only groups of type CCTK_REAL can have.");
  if (!group.centering.empty() && group.centering.size() != dimension)
    wrong("has " + std::to_string(group.centering.size()) +
          " letters in CENTERING, but DIM=" + std::to_string(dimension) + ".");
}

std::vector<Name> parse_variables(Reader& reader, std::string const& group) {
  std::vector<Name> variables;
  while (!reader.take_sign("}")) {
    variables.push_back(reader.name("a variable of the group `" + group + "`, or `}`"));
    reader.take_sign(",");
  }
  return variables;
}

} // namespace

bool at_variable_group(Reader& reader) {
  std::string const word = without_prefix(reader.next_word());
  return base::contains(variable_types, word);
}

VariableGroup parse_variable_group(Reader& reader, Access access) {
  VariableGroup group;
  group.access = access;
  group.type = without_prefix(reader.try_name()->text);
  group.name = reader.name("the name of a group of variables");
  if (reader.take_sign("[")) {
    group.vector_length = parse_expression(reader);
    reader.expect_sign("]", "after the length of a vector group");
  }
  Seen seen;
  while (base::contains(attributes, upper_case(reader.next_word()))) parse_attribute(reader, group, seen);
  // A misspelt attribute is followed by `=`; any other word begins the next statement.
  if (!reader.next_word().empty()) {
    Reader ahead = reader;
    ahead.try_name();
    if (ahead.at_sign("=")) parse_attribute(reader, group, seen);
  }
  complete(reader, group, seen);
  group.description = reader.optional_description();
  if (reader.take_sign("{")) {
    group.variables = parse_variables(reader, group.name.text);
    if (group.variables.empty())
      reader.error(group.name.where, "The group `" + group.name.text + "` has no variables.");
    if (auto const description = reader.try_quoted()) group.description = description->text;
  } else {
    group.is_single_variable = true;
    group.variables = {group.name};
  }
  return group;
}

} // namespace chemora::ccl
