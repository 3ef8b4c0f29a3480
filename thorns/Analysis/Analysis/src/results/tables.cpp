#include "tables.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace analysis {

namespace patterns = chemora::patterns;

namespace {

/// The type of a column of an output in the program.
patterns::Type const& type_of(patterns::Program const& program, std::string const& output, std::size_t column) {
  for (patterns::Statement const& statement : program.statements)
    if (statement.kind == patterns::StatementKind::output && statement.name == output)
      return statement.columns.at(column).second->type;
  throw chemora::base::InternalError("there is no output " + output);
}

/// Returns the names of the numbers of an element: `name`, or `name.field` for each field of a structure.
std::vector<std::string> names_of(patterns::Program const& program, patterns::Type const& type,
                                  std::string const& name) {
  patterns::Type const& element = type.is_array() ? *type.element : type;
  if (element.kind != patterns::Kind::structure) return {name};
  std::vector<std::string> names;
  for (patterns::Structure::Field const& field : program.structure(element.structure).fields)
    names.push_back(name == "value" ? field.name : name + "." + field.name);
  return names;
}

std::string header_of(std::vector<std::string> const& names) {
  std::string text = "# 1:iteration\t2:time";
  for (std::size_t n = 0; n < names.size(); ++n) text += fmt::format("\t{}:{}", n + 3, names[n]);
  return text + "\n";
}

std::string start_of(Moment const& moment) { return fmt::format("{}\t{}", moment.iteration, moment.time); }

/// Appends the indices of element `n`, with the last axis fastest.
void append_indices(std::string& text, std::vector<long> const& extents, long n) {
  std::vector<long> index(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0; n /= extents[axis]) index[axis] = n % extents[axis];
  for (long const part : index) text += fmt::format("\t{}", part);
}

Rows array_rows(patterns::Program const& program, patterns::Output const& output, Moment const& moment) {
  Rows rows{.name = output.name};
  bool const is_table = !output.columns[0].first.empty();
  std::vector<long> const& extents = output.columns[0].second.extents;
  std::vector<std::string> names;
  for (std::size_t axis = 0; axis < extents.size() && !is_table; ++axis)
    names.push_back(extents.size() == 1 ? "index" : fmt::format("index_{}", axis));
  std::vector<std::size_t> components;
  for (std::size_t c = 0; c < output.columns.size(); ++c) {
    std::string const name = is_table ? output.columns[c].first : "value";
    auto const parts = names_of(program, type_of(program, output.name, c), name);
    names.insert(names.end(), parts.begin(), parts.end());
    components.push_back(parts.size());
  }
  rows.header = header_of(names);
  std::string const start = start_of(moment);
  long n_elements = 1;
  for (long const extent : extents) n_elements *= extent;
  for (long n = 0; n < n_elements; ++n) {
    rows.text += start;
    if (!is_table) append_indices(rows.text, extents, n);
    for (std::size_t c = 0; c < output.columns.size(); ++c)
      for (std::size_t k = 0; k < components[c]; ++k)
        rows.text +=
            fmt::format("\t{}", output.columns[c].second.numbers[static_cast<std::size_t>(n) * components[c] + k]);
    rows.text += "\n";
  }
  rows.text += "\n";
  return rows;
}

} // namespace

std::vector<Rows> to_rows(patterns::Program const& program, std::vector<patterns::Output> const& outputs,
                          Moment const& moment) {
  std::vector<Rows> result;
  std::vector<std::string> names;
  std::string series = start_of(moment);
  for (patterns::Output const& output : outputs) {
    patterns::Type const& type = type_of(program, output.name, 0);
    if (type.is_array()) {
      result.push_back(array_rows(program, output, moment));
      continue;
    }
    auto const parts = names_of(program, type, output.name);
    names.insert(names.end(), parts.begin(), parts.end());
    for (double const number : output.columns[0].second.numbers) series += fmt::format("\t{}", number);
  }
  if (names.empty() && result.size() == 1) result[0].name.clear();
  if (!names.empty()) result.insert(result.begin(), {.header = header_of(names), .text = series + "\n"});
  return result;
}

} // namespace analysis
