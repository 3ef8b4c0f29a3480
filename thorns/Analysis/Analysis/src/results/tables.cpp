#include "tables.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <limits>

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

/// Returns the columns of an element: `name`, or `name.field` for each field of a structure.
std::vector<Column> columns_of(patterns::Program const& program, patterns::Type const& type, std::string const& name) {
  patterns::Type const& element = type.is_array() ? *type.element : type;
  if (element.kind != patterns::Kind::structure) return {{name, element.kind != patterns::Kind::real}};
  std::vector<Column> columns;
  for (patterns::Structure::Field const& field : program.structure(element.structure).fields)
    columns.push_back({name == "value" ? field.name : name + "." + field.name, field.kind != patterns::Kind::real});
  return columns;
}

void append(std::vector<Column>& columns, std::vector<Column> const& more) {
  columns.insert(columns.end(), more.begin(), more.end());
}

/// Appends the indices of element `n`, with the last axis fastest.
void append_indices(std::vector<double>& values, std::vector<long> const& extents, long n) {
  std::size_t const first = values.size();
  values.resize(first + extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0; n /= extents[axis])
    values[first + axis] = static_cast<double>(n % extents[axis]);
}

Table array_table(patterns::Program const& program, patterns::Output const& output) {
  Table table{.name = output.name};
  bool const is_table = !output.columns[0].first.empty();
  std::vector<long> const& extents = output.columns[0].second.extents;
  for (std::size_t axis = 0; axis < extents.size() && !is_table; ++axis)
    table.columns.push_back({extents.size() == 1 ? "index" : fmt::format("index_{}", axis), true});
  std::vector<std::size_t> components;
  for (std::size_t c = 0; c < output.columns.size(); ++c) {
    std::string const name = is_table ? output.columns[c].first : "value";
    auto const parts = columns_of(program, type_of(program, output.name, c), name);
    append(table.columns, parts);
    components.push_back(parts.size());
  }
  long n_elements = 1;
  for (long const extent : extents) n_elements *= extent;
  for (long n = 0; n < n_elements; ++n) {
    if (!is_table) append_indices(table.values, extents, n);
    for (std::size_t c = 0; c < output.columns.size(); ++c) {
      auto const first = output.columns[c].second.numbers.begin() + n * static_cast<long>(components[c]);
      table.values.insert(table.values.end(), first, first + static_cast<long>(components[c]));
    }
  }
  return table;
}

} // namespace

std::map<std::string, double> used_parameters(patterns::Program const& program,
                                              std::vector<patterns::Output> const& outputs) {
  std::map<std::string, double> used;
  for (patterns::Output const& output : outputs) {
    patterns::ArrayValue const& value = output.columns[0].second;
    int const variable = program.find(output.name);
    bool const is_used = variable >= 0 && value.extents.empty() && value.numbers.size() == 1 &&
                         program.variables[static_cast<std::size_t>(variable)].role == patterns::Role::parameter;
    if (is_used) used[output.name] = value.numbers[0];
  }
  return used;
}

std::vector<Table> to_tables(patterns::Program const& program, std::vector<patterns::Output> const& outputs) {
  std::vector<Table> tables;
  Table series{.is_series = true};
  auto const used = used_parameters(program, outputs);
  for (patterns::Output const& output : outputs) {
    if (used.contains(output.name)) continue;
    patterns::Type const& type = type_of(program, output.name, 0);
    if (type.is_array()) {
      tables.push_back(array_table(program, output));
      continue;
    }
    append(series.columns, columns_of(program, type, output.name));
    std::vector<double> const& numbers = output.columns[0].second.numbers;
    series.values.insert(series.values.end(), numbers.begin(), numbers.end());
  }
  if (series.columns.empty() && tables.size() == 1) tables[0].name.clear();
  if (!series.columns.empty()) tables.insert(tables.begin(), std::move(series));
  // The sign and the other bits of NaN depend on the order of operands, which compilers may change.
  for (Table& table : tables)
    for (double& value : table.values)
      if (std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
  return tables;
}

std::string header_of(Table const& table) {
  std::string text = "# 1:iteration\t2:time";
  for (std::size_t n = 0; n < table.columns.size(); ++n) text += fmt::format("\t{}:{}", n + 3, table.columns[n].name);
  return text + "\n";
}

std::string text_of(Table const& table, Moment const& moment) {
  std::string const start = fmt::format("{}\t{}", moment.iteration, moment.time);
  std::size_t const n_columns = table.columns.size();
  std::string text;
  for (std::size_t row = 0; row < table.n_rows(); ++row) {
    text += start;
    for (std::size_t c = 0; c < n_columns; ++c)
      fmt::format_to(std::back_inserter(text), FMT_COMPILE("\t{}"), table.values[row * n_columns + c]);
    text += "\n";
  }
  return table.is_series ? text : text + "\n";
}

} // namespace analysis
