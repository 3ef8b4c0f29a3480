// Parser of the text form of graphs: one line, one statement; every wrong line is reported.
#include "codegen/ir/graph.hpp"

#include "codegen/ir/line_reader.hpp"
#include "codegen/ir/value_rules.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::ir {

namespace {

class GraphParser {
public:
  explicit GraphParser(base::SourceText const& source) : source_(source), diagnostics_(&source) {}

  Graph parse() {
    auto const lines = tokenize(source_);
    if (lines.empty())
      LineReader::fail({source_.name, 1, 1}, "There is no graph in this text; it begins with `graph NAME {`.");
    std::size_t const last = lines.size() - 1;
    for (std::size_t n = 0; n <= last; ++n) {
      try {
        LineReader line(lines[n]);
        if (n == 0)
          parse_head(line);
        else if (n == last)
          line.expect("}");
        else
          parse_line(line);
        line.expect_end();
      } catch (base::UserError const& error) {
        for (auto const& finding : error.diagnostics()) diagnostics_.error(finding.where, finding.message);
      }
    }
    if (last == 0) diagnostics_.error(lines[0][0].where, "The graph has no closing `}` on a line of its own.");
    diagnostics_.throw_if_errors();
    verify_parsed(lines[0][0].where);
    return std::move(graph_);
  }

private:
  void parse_head(LineReader& line) {
    line.expect("graph");
    auto const where = line.where();
    graph_.name = line.take("the graph's name").text;
    if (!is_identifier(graph_.name)) LineReader::fail(where, fmt::format("`{}` is not an identifier.", graph_.name));
    line.expect("{");
  }

  void parse_line(LineReader& line) {
    auto const where = line.where();
    std::string const word = line.take("a statement").text;
    if (word == "grid")
      parse_grid(line);
    else if (word == "when")
      parse_guard(line);
    else if (word == "param")
      parse_parameter(line);
    else if (word == "in")
      line.take_names(graph_.inputs);
    else if (word == "out")
      line.take_names(graph_.outputs);
    else if (word == "store")
      parse_store(line);
    else if (word.starts_with('%'))
      parse_value(line, word, where);
    else
      LineReader::fail(
          where, fmt::format("`{}` begins no statement; allowed are grid, when, param, in, out, %N = and store.{}",
                             word, base::did_you_mean(word, {"grid", "when", "param", "in", "out", "store"})));
  }

  void parse_grid(LineReader& line) {
    auto const where = line.where();
    auto const dimension = to_integer(line.take("the number of dimensions").text);
    if (!dimension || *dimension < 1 || *dimension > 3) LineReader::fail(where, "A grid has 1, 2 or 3 dimensions.");
    graph_.dimension = *dimension;
    if (!line.at_end()) graph_.real = line.take_type();
    if (!is_real(graph_.real)) LineReader::fail(where, "A grid's element type is real64 or real32.");
  }

  void parse_guard(LineReader& line) {
    Guard guard;
    guard.name = line.take("a parameter's name").text;
    line.expect("=");
    guard.value = line.take("a value").text;
    graph_.guards.push_back(std::move(guard));
  }

  void parse_parameter(LineReader& line) {
    Parameter parameter;
    auto const where = line.where();
    std::string const type = line.take("a type or `keyword`").text;
    parameter.name = line.take("the parameter's name").text;
    if (type == "keyword") {
      parameter.type = Type::int32;
      while (!line.at_end()) parameter.keywords.push_back(line.take("a keyword").text);
      if (parameter.keywords.empty()) LineReader::fail(where, "A keyword parameter lists its values in quotes.");
    } else {
      parameter.type = LineReader::type_named(type, where);
    }
    graph_.parameters.push_back(std::move(parameter));
  }

  void parse_store(LineReader& line) {
    Store store;
    store.variable = line.take("a variable's name").text;
    store.value = take_value(line, static_cast<ValueId>(graph_.values.size()));
    auto const where = line.where();
    std::string const region = line.take("a region").text;
    for (Region known : {Region::interior, Region::boundary, Region::everywhere})
      if (to_text(known) == region) {
        store.region = known;
        graph_.stores.push_back(std::move(store));
        return;
      }
    LineReader::fail(where, fmt::format("`{}` is no region; allowed are interior, boundary and everywhere.", region));
  }

  void parse_value(LineReader& line, std::string const& name, base::SourcePosition const& where) {
    auto const id = static_cast<ValueId>(graph_.values.size());
    graph_.values.emplace_back(); // so that one wrong line does not make all later numbers wrong
    if (name != fmt::format("%{}", id))
      LineReader::fail(where, fmt::format("`{}` is found where `%{}` is expected.", name, id));
    line.expect("=");
    auto const at = line.where();
    Value value{.op = line.take_operation()};
    take_payload(line, value);
    for (int n = 0; n < info(value.op).arity; ++n) value.operands.push_back(take_value(line, id));
    if (value.op == Op::shift) take_offset(line, value.offset);
    if (auto const type = deduced_type(graph_, value)) value.type = *type;
    std::string const error = value_error(graph_, value);
    if (!error.empty()) LineReader::fail(at, fmt::format("In %{}: {}.", id, error));
    graph_.values.back() = std::move(value);
  }

  void take_payload(LineReader& line, Value& value) {
    switch (value.op) {
    case Op::immediate:
      value.type = line.take_type();
      value.number = line.take_number(value.type);
      break;
    case Op::parameter:
      take_parameter(line, value);
      break;
    case Op::load:
      value.name = line.take("a variable's name").text;
      break;
    case Op::spacing:
    case Op::origin:
    case Op::size:
    case Op::index:
    case Op::coordinate:
      value.axis = line.take_axis();
      break;
    case Op::convert:
      value.type = line.take_type();
      break;
    default:
      break;
    }
  }

  void take_parameter(LineReader& line, Value& value) {
    auto const where = line.where();
    value.name = line.take("a parameter's name").text;
    std::vector<std::string> known;
    for (Parameter const& parameter : graph_.parameters) {
      known.push_back(parameter.name);
      if (parameter.name == value.name) value.type = parameter.type;
    }
    if (std::find(known.begin(), known.end(), value.name) == known.end())
      LineReader::fail(where, fmt::format("Parameter `{}` is not declared by a line `param`.{}", value.name,
                                          base::did_you_mean(value.name, known)));
  }

  static ValueId take_value(LineReader& line, ValueId n_known) {
    auto const where = line.where();
    int const number = line.take_value_number();
    if (number >= n_known) LineReader::fail(where, fmt::format("`%{}` is not defined by an earlier line.", number));
    return number;
  }

  static void take_offset(LineReader& line, Offset& offset) {
    auto const where = line.where();
    std::string const text = line.take("an offset [x,y,z]").text;
    std::string_view rest = text;
    bool is_right = rest.size() > 2 && rest.front() == '[' && rest.back() == ']';
    if (is_right) rest = rest.substr(1, rest.size() - 2);
    for (int axis = 0; axis < 3 && is_right; ++axis) {
      auto const end = axis < 2 ? rest.find(',') : rest.size();
      auto const number = end == std::string_view::npos ? std::nullopt : to_integer(rest.substr(0, end));
      is_right = number.has_value();
      if (!is_right) break;
      offset[axis] = *number;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (!is_right)
      LineReader::fail(where, fmt::format("`{}` is found where an offset such as [-1,0,0] is expected.", text));
  }

  void verify_parsed(base::SourcePosition const& where) {
    try {
      verify(graph_, "parsing");
    } catch (base::InternalError const& error) {
      LineReader::fail(where, error.what());
    }
  }

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  Graph graph_;
};

} // namespace

Graph parse_graph(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return GraphParser(source).parse();
}

} // namespace chemora::ir
