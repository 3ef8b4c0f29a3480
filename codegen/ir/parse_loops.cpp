/// Reads loops from their text form, for tests.
#include "codegen/ir/loops.hpp"

#include "codegen/ir/text_form.hpp"

#include <fmt/format.h>

namespace chemora::ir {

namespace {

/// Parses an access such as `rho[x-1,2*y,0]`.
class AccessParser {
public:
  explicit AccessParser(Token const& token) : token_(token), text_(token.text) {}

  Access parse() {
    Access access;
    // The last bracket, because the index of a vector variable has brackets too.
    auto const bracket = text_.rfind('[');
    if (bracket == std::string_view::npos || text_.back() != ']') fail();
    access.variable = std::string(text_.substr(0, bracket));
    if (!is_variable_name(access.variable)) fail();
    text_ = text_.substr(bracket + 1);
    for (std::size_t axis = 0; axis < 3; ++axis) access.index[axis] = parse_affine(axis < 2 ? ',' : ']');
    if (!text_.empty()) fail();
    return access;
  }

private:
  [[noreturn]] void fail() const {
    LineReader::fail(token_.where, fmt::format("`{}` is not an element such as rho[x-1,y,z].", token_.text));
  }

  Affine parse_affine(char end) {
    Affine affine;
    do parse_term(affine);
    while (!text_.empty() && text_[0] != end);
    if (text_.empty()) fail();
    text_.remove_prefix(1);
    return affine;
  }

  void parse_term(Affine& affine) {
    int const sign = text_.starts_with('-') ? -1 : 1;
    if (text_.starts_with('-') || text_.starts_with('+')) text_.remove_prefix(1);
    std::size_t const length = text_.find_first_of("+-,]");
    if (length == std::string_view::npos || length == 0) fail();
    std::string_view term = text_.substr(0, length);
    text_.remove_prefix(length);
    bool const has_axis = term.back() >= 'x' && term.back() <= 'z';
    int* const target = has_axis ? &affine.factors[term.back() - 'x'] : &affine.constant;
    if (has_axis) term.remove_suffix(term.ends_with("*x") || term.ends_with("*y") || term.ends_with("*z") ? 2 : 1);
    auto const size = has_axis && term.empty() ? std::optional(1) : to_integer(term);
    if (!size) fail();
    *target += sign * *size;
  }

  Token const& token_;
  std::string_view text_;
};

class LoopsParser {
public:
  explicit LoopsParser(base::SourceText const& source) : source_(source) {}

  Loops parse() {
    Statements const statements{
        "loops",
        {{"grid", [&](LineReader& line) { parse_grid(line); }},
         {"elements", [&](LineReader& line) { take_element_types(line, loops_.element_types); }},
         {"allocated", [&](LineReader& line) { parse_allocated(line); }},
         {"param", [&](LineReader& line) { parse_parameter(line); }},
         {"in", [&](LineReader& line) { line.take_names(loops_.inputs); }},
         {"out", [&](LineReader& line) { line.take_names(loops_.outputs); }},
         {"for", [&](LineReader& line) { parse_loop(line); }},
         {"buffer", [&](LineReader& line) { parse_buffer(line); }},
         {"barrier", [&](LineReader& line) { parse_barrier(line); }},
         {"store", [&](LineReader& line) { parse_store(line); }}},
        [&](LineReader& line) { return find_type(line.next_text()) && (parse_assignment(line), true); },
        "a type"};
    parse_block(source_, "loops", statements, [&](std::string const& name) {
      loops_.kernel = name;
      verify(loops_, "parsing");
    });
    return std::move(loops_);
  }

private:
  void parse_grid(LineReader& line) {
    loops_.dimension = line.take_integer(1);
    if (!line.at_end()) loops_.real = line.take_type();
  }

  void parse_allocated(LineReader& line) {
    if (line.take_if("at")) {
      line.expect("launch");
      loops_.allocated = run_time_extents;
    } else {
      for (int& extent : loops_.allocated) extent = line.take_integer(1);
    }
  }

  void parse_parameter(LineReader& line) {
    Parameter parameter;
    parameter.type = line.take_type();
    parameter.name = line.take("the parameter's name").text;
    loops_.parameters.push_back(std::move(parameter));
  }

  void parse_loop(LineReader& line) {
    Loop loop;
    loop.over_tiles = line.take_if("tiles");
    loop.axis = line.take_axis();
    if (loop.over_tiles) {
      line.expect("step");
      loop.step = line.take_integer(1);
    }
    if (!line.at_end() && !line.is_next("unroll") && !line.is_next("prefetch")) parse_mapping(line, loop);
    if (line.take_if("unroll")) loop.unroll = line.take_integer(2);
    if (line.take_if("prefetch")) {
      loop.prefetch.distance = line.take_integer(1);
      loop.prefetch.stores = line.take_if("stores");
      loop.prefetch.edges = line.take_if("edges");
    }
    loops_.nest.push_back(std::move(loop));
    is_in_buffer_ = false;
  }

  void parse_buffer(LineReader& line) {
    if (loops_.nest.empty() || !loops_.nest.back().body.empty())
      line.fail("A buffer must come before the statements of its loop.");
    Buffer buffer;
    auto const where = line.where();
    buffer.name = line.take("the buffer's name").text;
    if (!is_variable_name(buffer.name))
      LineReader::fail(where, fmt::format("`{}` is not the name of a buffer.", buffer.name));
    buffer.scope =
        line.take_one_of<Scope>("scope of a buffer", {{"tile", Scope::tile}, {"registers", Scope::registers}});
    buffer.type = line.take_type();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      line.expect(std::string_view("xyz").substr(axis, 1));
      take_range(line, buffer.halo.from[axis], buffer.halo.to[axis]);
    }
    buffer.is_fused = line.take_if("fused");
    loops_.nest.back().buffers.push_back(std::move(buffer));
    is_in_buffer_ = true;
  }

  /// Reads a range such as `-2:2`.
  static void take_range(LineReader& line, int& from, int& to) {
    auto const where = line.where();
    std::string const text = line.take("a range").text;
    auto const colon = text.find(':');
    auto const first = to_integer(std::string_view(text).substr(0, colon));
    auto const last = colon == std::string::npos ? std::nullopt : to_integer(std::string_view(text).substr(colon + 1));
    if (!first || !last) LineReader::fail(where, fmt::format("`{}` is not a range such as -2:2.", text));
    from = *first;
    to = *last;
  }

  void parse_barrier(LineReader& line) {
    if (!is_in_buffer_) line.fail("A barrier must follow the statements of a buffer.");
    loops_.nest.back().buffers.back().is_followed_by_barrier = true;
    is_in_buffer_ = false;
  }

  void parse_mapping(LineReader& line, Loop& loop) {
    loop.mapping = line.take_one_of<Mapping>("mapping of a loop", {{"vector", Mapping::vector},
                                                                   {"threads", Mapping::threads},
                                                                   {"blocks", Mapping::blocks},
                                                                   {"block", Mapping::block}});
    if (loop.mapping == Mapping::vector || loop.mapping == Mapping::block) loop.lanes = line.take_integer(1);
  }

  void parse_store(LineReader& line) {
    Statement statement{.is_store = true, .type = loops_.real};
    statement.access = AccessParser(line.take("an element")).parse();
    statement.operands = {line.take_value_number()};
    statement.is_nontemporal = line.take_if("nontemporal");
    add(std::move(statement));
  }

  void parse_assignment(LineReader& line) {
    Type const type = line.take_type();
    Statement statement{.type = type};
    statement.target = line.take_value_number();
    line.expect("=");
    statement.op = line.take_operation();
    switch (statement.op) {
    case Op::immediate:
      statement.number = line.take_number(type);
      break;
    case Op::parameter:
      statement.name = line.take("a parameter's name").text;
      break;
    case Op::load:
      statement.access = AccessParser(line.take("an element")).parse();
      break;
    case Op::spacing:
    case Op::origin:
    case Op::size:
    case Op::index:
    case Op::coordinate:
      statement.axis = line.take_axis();
      break;
    default:
      break;
    }
    while (!line.at_end()) statement.operands.push_back(line.take_value_number());
    add(std::move(statement));
  }

  /// Adds a statement to the last buffer until that buffer has its store, and to the last loop afterwards.
  void add(Statement statement) {
    auto* const body = is_in_buffer_ ? &loops_.nest.back().buffers.back().body : nullptr;
    is_in_buffer_ = body && (body->empty() || !body->back().is_store);
    if (is_in_buffer_) return body->push_back(std::move(statement));
    (loops_.nest.empty() ? loops_.before : loops_.nest.back().body).push_back(std::move(statement));
  }

  base::SourceText const& source_;
  Loops loops_;
  bool is_in_buffer_ = false;
};

} // namespace

Loops parse_loops(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return LoopsParser(source).parse();
}

} // namespace chemora::ir
