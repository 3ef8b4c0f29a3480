#include "codegen/patterns/read_input.hpp"

#include "codegen/patterns/nodes.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace chemora::patterns {

namespace {

struct Cell {
  std::string text{};
  base::SourcePosition where{};
};
using Row = std::vector<Cell>;

std::optional<double> number_of(std::string const& text) {
  if (text == "true" || text == "false") return text == "true" ? 1 : 0;
  double value = 0;
  char const* const begin = text.data() + (text.starts_with('+') ? 1 : 0);
  auto const [stop, error] = std::from_chars(begin, text.data() + text.size(), value);
  bool const is_number = error == std::errc() && stop == text.data() + text.size();
  return is_number ? std::optional(value) : std::nullopt;
}

class Reader {
public:
  Reader(Program const& program, std::string const& name, base::SourceText const& file)
      : program_(program), name_(name), diagnostics_(&file) {
    int number = 0;
    for (std::string const& line : file.lines()) {
      Row row = cells_of(line, {file.name, ++number, 1});
      if (!row.empty()) rows_.push_back(std::move(row));
    }
    whole_file_ = {file.name, 0, 0};
  }

  std::map<std::string, ArrayValue> read() {
    std::map<std::string, ArrayValue> arrays = arrays_of_input();
    diagnostics_.throw_if_errors();
    return arrays;
  }

private:
  static Row cells_of(std::string const& line, base::SourcePosition where) {
    constexpr char const* blanks = " \t\r";
    Row row;
    for (std::size_t at = 0; (at = line.find_first_not_of(blanks, at)) != std::string::npos && line[at] != '#';) {
      std::size_t const end = std::min(line.find_first_of(", \t\r#", at), line.size());
      where.column = static_cast<int>(at) + 1;
      row.push_back({line.substr(at, end - at), where}); // empty between two commas
      at = std::min(line.find_first_not_of(blanks, end), line.size());
      if (at < line.size() && line[at] == ',') ++at;
    }
    return row;
  }

  /// Takes the first line if it has no numbers.
  Row take_header() {
    bool const has_header = !rows_.empty() && std::none_of(rows_[0].begin(), rows_[0].end(),
                                                           [](Cell const& c) { return number_of(c.text); });
    if (!has_header) return {};
    Row header = rows_.front();
    rows_.erase(rows_.begin());
    return header;
  }

  double value(Cell const& cell, Kind kind) {
    std::optional<double> const number = number_of(cell.text);
    constexpr double max_integer = 2147483647;
    bool const is_integer = number && std::trunc(*number) == *number && std::fabs(*number) <= max_integer;
    bool const fits =
        number && (kind == Kind::real || (is_integer && (kind != Kind::boolean || *number == 0 || *number == 1)));
    if (!fits)
      diagnostics_.error(cell.where,
                         fmt::format("`{}` is not a value of type {}.", cell.text, to_text(scalar_type(kind))));
    return number.value_or(0);
  }

  std::map<std::string, ArrayValue> arrays_of_input() {
    for (Program::Csr const& matrix : program_.matrices)
      if (matrix.name == name_) return csr_matrix(matrix);
    int const number = program_.find(name_);
    std::vector<std::string> known;
    for (Program::Csr const& matrix : program_.matrices) known.push_back(matrix.name);
    for (Variable const& variable : program_.variables)
      if (variable.role == Role::input && variable.name.find('.') == std::string::npos) known.push_back(variable.name);
    if (number < 0 || program_.variables[static_cast<std::size_t>(number)].role != Role::input)
      throw base::UserError({program_.name, 0, 0},
                            fmt::format("The program has no input `{}`.{}", name_, base::did_you_mean(name_, known)));
    Variable const& variable = program_.variables[static_cast<std::size_t>(number)];
    Type const& element = *variable.type.element;
    if (element.kind == Kind::structure) return {{name_, structures(variable)}};
    constexpr int max_rank = 2;
    if (variable.type.rank > max_rank) {
      diagnostics_.error(whole_file_, fmt::format("The input `{}` has {} axes; a file of lines has at most {}.", name_,
                                                  variable.type.rank, max_rank));
      return {};
    }
    return {{name_, numbers(variable.type.rank, element.kind)}};
  }

  ArrayValue numbers(int rank, Kind kind) {
    take_header();
    ArrayValue result;
    std::size_t const n_columns = rows_.empty() ? 0 : rows_[0].size();
    for (Row const& row : rows_) {
      if (rank > 1) check_size(row, n_columns);
      for (Cell const& cell : row) result.numbers.push_back(value(cell, kind));
    }
    result.extents = {static_cast<long>(rank > 1 ? rows_.size() : result.numbers.size())};
    if (rank > 1) result.extents.push_back(static_cast<long>(n_columns));
    return result;
  }

  bool check_size(Row const& row, std::size_t n_columns) {
    if (row.size() == n_columns) return true;
    diagnostics_.error(row[0].where, fmt::format("The line has {} value{}; expected {}.", row.size(),
                                                 row.size() == 1 ? "" : "s", n_columns));
    return false;
  }

  ArrayValue structures(Variable const& variable) {
    Structure const& structure = program_.structure(variable.type.element->structure);
    Row const header = take_header();
    if (variable.type.rank != 1)
      diagnostics_.error(whole_file_, fmt::format("The input `{}` has {} axes; a file has structures along one axis.",
                                                  name_, variable.type.rank));
    std::vector<std::size_t> columns;
    for (Structure::Field const& field : structure.fields) {
      auto const found =
          std::find_if(header.begin(), header.end(), [&](Cell const& cell) { return cell.text == field.name; });
      columns.push_back(header.empty() ? columns.size() : static_cast<std::size_t>(found - header.begin()));
      if (header.empty() || found != header.end()) continue;
      std::vector<std::string> names;
      for (Cell const& cell : header) names.push_back(cell.text);
      diagnostics_.error(header[0].where, fmt::format("There is no column `{}` for the field of `{}`.{}", field.name,
                                                      structure.name, base::did_you_mean(field.name, names)));
      return {};
    }
    std::size_t const n_columns = header.empty() ? structure.fields.size() : header.size();
    ArrayValue result{{static_cast<long>(rows_.size())}, {}};
    for (Row const& row : rows_) {
      if (!check_size(row, n_columns)) continue;
      for (std::size_t n = 0; n < columns.size(); ++n)
        result.numbers.push_back(value(row[columns[n]], structure.fields[n].kind));
    }
    return result;
  }

  std::map<std::string, ArrayValue> csr_matrix(Program::Csr const& matrix) {
    take_header();
    struct Element {
      long row = 0, column = 0;
      double value = 1;
    };
    Kind const kind = program_.variables[static_cast<std::size_t>(matrix.value)].type.element->kind;
    constexpr std::size_t with_value = 3;
    std::size_t const n_cells = !rows_.empty() && rows_[0].size() == with_value ? with_value : 2;
    std::vector<Element> elements;
    long n_rows = 0, n_columns = 0;
    for (Row const& row : rows_) {
      if (!check_size(row, n_cells)) continue;
      Element element{index(row[0]), index(row[1])};
      if (n_cells == with_value) element.value = value(row[2], kind);
      n_rows = std::max(n_rows, element.row + 1);
      n_columns = std::max(n_columns, element.column + 1);
      elements.push_back(element);
    }
    if (same_node(matrix.rows, matrix.columns)) n_rows = std::max(n_rows, n_columns);
    std::stable_sort(elements.begin(), elements.end(), [](Element const& a, Element const& b) {
      return a.row != b.row ? a.row < b.row : a.column < b.column;
    });
    long const n_elements = static_cast<long>(elements.size());
    ArrayValue first{{n_rows + 1}, std::vector<double>(static_cast<std::size_t>(n_rows) + 1, 0)};
    ArrayValue column{{n_elements}, {}}, values{{n_elements}, {}};
    for (Element const& element : elements) {
      ++first.numbers[static_cast<std::size_t>(element.row) + 1];
      column.numbers.push_back(static_cast<double>(element.column));
      values.numbers.push_back(element.value);
    }
    for (std::size_t n = 1; n < first.numbers.size(); ++n) first.numbers[n] += first.numbers[n - 1];
    return {{name_ + ".first", first}, {name_ + ".column", column}, {name_ + ".value", values}};
  }

  long index(Cell const& cell) {
    constexpr long max_index = 1L << 28;
    auto const number = static_cast<long>(value(cell, Kind::integer));
    if (number > max_index)
      diagnostics_.error(cell.where,
                         fmt::format("The number of a row or column is {}; at most {} is allowed.", number, max_index));
    if (number < 0)
      diagnostics_.error(cell.where,
                         fmt::format("The number of a row or column is {}; it must not be negative.", number));
    return number < 0 || number > max_index ? 0 : number;
  }

  Program const& program_;
  std::string const& name_;
  base::Diagnostics diagnostics_;
  base::SourcePosition whole_file_{};
  std::vector<Row> rows_{};
};

} // namespace

std::map<std::string, ArrayValue> read_input(Program const& program, std::string const& name,
                                             base::SourceText const& file) {
  return Reader(program, name, file).read();
}

} // namespace chemora::patterns
