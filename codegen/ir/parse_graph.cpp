/// Reads graphs from their text form, and checks the seal of texts that edlc wrote.
#include "codegen/ir/graph.hpp"

#include "codegen/ir/text_form.hpp"
#include "framework/base/hash.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::ir {

namespace {

class GraphParser {
public:
  explicit GraphParser(base::SourceText const& source) : source_(source) {}

  Graph parse() {
    Statements const statements{
        "graph",
        {{"grid", [&](LineReader& line) { parse_grid(line); }},
         {"elements", [&](LineReader& line) { take_element_types(line, graph_.element_types); }},
         {"when", [&](LineReader& line) { parse_guard(line); }},
         {"param", [&](LineReader& line) { parse_parameter(line); }},
         {"in", [&](LineReader& line) { line.take_names(graph_.inputs); }},
         {"out", [&](LineReader& line) { line.take_names(graph_.outputs); }},
         {"store", [&](LineReader& line) { parse_store(line); }}},
        [&](LineReader& line) { return line.next_text().starts_with('%') && (parse_value(line), true); },
        "%N ="};
    parse_block(source_, "graph", statements, [&](std::string const& name) {
      graph_.name = name;
      verify(graph_, "parsing");
    });
    return std::move(graph_);
  }

private:
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
    store.region = line.take_one_of<Region>(
        "region", {{"interior", Region::interior}, {"boundary", Region::boundary}, {"everywhere", Region::everywhere}});
    graph_.stores.push_back(std::move(store));
  }

  void parse_value(LineReader& line) {
    auto const where = line.where();
    std::string const name = line.take("a value").text;
    auto const id = static_cast<ValueId>(graph_.values.size());
    graph_.values.emplace_back(); // after an error, the numbers of later values remain correct
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
    std::vector<std::string> declared;
    for (Parameter const& parameter : graph_.parameters) {
      declared.push_back(parameter.name);
      if (parameter.name == value.name) value.type = parameter.type;
    }
    if (!base::contains(declared, value.name))
      LineReader::fail(where, fmt::format("Parameter `{}` is not declared by a line `param`.{}", value.name,
                                          base::did_you_mean(value.name, declared)));
  }

  static ValueId take_value(LineReader& line, ValueId n_defined) {
    auto const where = line.where();
    int const number = line.take_value_number();
    if (number >= n_defined) LineReader::fail(where, fmt::format("`%{}` is not defined by an earlier line.", number));
    return number;
  }

  static void take_offset(LineReader& line, Offset& offset) {
    auto const where = line.where();
    std::string const text = line.take("an offset [x,y,z]").text;
    std::string_view remainder = text;
    bool is_valid = remainder.size() > 2 && remainder.front() == '[' && remainder.back() == ']';
    if (is_valid) remainder = remainder.substr(1, remainder.size() - 2);
    for (int axis = 0; axis < 3 && is_valid; ++axis) {
      auto const end = axis < 2 ? remainder.find(',') : remainder.size();
      auto const number = end == std::string_view::npos ? std::nullopt : to_integer(remainder.substr(0, end));
      is_valid = number.has_value();
      if (!is_valid) break;
      offset[axis] = *number;
      remainder.remove_prefix(std::min(end + 1, remainder.size()));
    }
    if (!is_valid)
      LineReader::fail(where, fmt::format("`{}` is found where an offset such as [-1,0,0] is expected.", text));
  }

  base::SourceText const& source_;
  Graph graph_;
};

} // namespace

Graph parse_graph(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return GraphParser(source).parse();
}

namespace {

/// Returns the first word of a line.
std::string_view first_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_of(" \t\r"));
}

constexpr std::string_view blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string seal_of(std::string_view text) {
  return fmt::format("\n# intact {:016x}", base::hash(without_blanks(text)));
}

} // namespace

std::string sealed(std::string const& text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1) + seal_of(text) + "\n";
}

bool is_intact(std::string_view text) {
  text = without_blanks(text);
  std::size_t const length = seal_of({}).size(); // all seals have the same length
  return text.size() > length && text.substr(text.size() - length) == seal_of(text.substr(0, text.size() - length));
}

// Only the lines `graph` and `when` are parsed, as a graph without values.
GraphHead read_graph_head(std::string const& text, std::string const& source_name) {
  std::string head;
  std::size_t n_skipped = 0; // each skipped line becomes an empty line, so that messages name the right line
  for (std::string_view remainder = text; !remainder.empty();) {
    std::string_view const line = remainder.substr(0, remainder.find('\n'));
    remainder.remove_prefix(std::min(line.size() + 1, remainder.size()));
    std::string_view const word = first_word(line);
    if (word == "graph" || word == "when") head.append(std::exchange(n_skipped, 0), '\n').append(line);
    ++n_skipped;
  }
  Graph graph = parse_graph(head + "\n}\n", source_name);
  return {std::move(graph.name), std::move(graph.guards)};
}

} // namespace chemora::ir
