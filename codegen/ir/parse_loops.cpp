// Parser of the text form of loops.
#include "codegen/ir/loops.hpp"

#include "codegen/ir/line_reader.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>

#include <map>

namespace chemora::ir {

namespace {

/// Parses `rho[x-1,2*y,0]`.
class AccessParser {
public:
  AccessParser(Token const& token) : token_(token), rest_(token.text) {}

  Access parse() {
    Access access;
    auto const bracket = rest_.rfind('['); // an index of a vector variable comes first
    if (bracket == std::string_view::npos || rest_.back() != ']') fail();
    access.variable = std::string(rest_.substr(0, bracket));
    if (!is_variable_name(access.variable)) fail();
    rest_ = rest_.substr(bracket + 1);
    for (std::size_t axis = 0; axis < 3; ++axis) access.index[axis] = parse_affine(axis < 2 ? ',' : ']');
    if (!rest_.empty()) fail();
    return access;
  }

private:
  [[noreturn]] void fail() const {
    LineReader::fail(token_.where, fmt::format("`{}` is not an element such as rho[x-1,y,z].", token_.text));
  }

  Affine parse_affine(char end) {
    Affine affine;
    do parse_term(affine);
    while (!rest_.empty() && rest_[0] != end);
    if (rest_.empty()) fail();
    rest_.remove_prefix(1);
    return affine;
  }

  void parse_term(Affine& affine) {
    int const sign = rest_.starts_with('-') ? -1 : 1;
    if (rest_.starts_with('-') || rest_.starts_with('+')) rest_.remove_prefix(1);
    std::size_t const length = rest_.find_first_of("+-,]");
    if (length == std::string_view::npos || length == 0) fail();
    std::string_view term = rest_.substr(0, length);
    rest_.remove_prefix(length);
    bool const has_axis = term.back() >= 'x' && term.back() <= 'z';
    int* const target = has_axis ? &affine.factors[term.back() - 'x'] : &affine.constant;
    if (has_axis) term.remove_suffix(term.ends_with("*x") || term.ends_with("*y") || term.ends_with("*z") ? 2 : 1);
    auto const size = has_axis && term.empty() ? std::optional(1) : to_integer(term);
    if (!size) fail();
    *target += sign * *size;
  }

  Token const& token_;
  std::string_view rest_;
};

class LoopsParser {
public:
  explicit LoopsParser(base::SourceText const& source) : source_(source), diagnostics_(&source) {}

  Loops parse() {
    auto const lines = tokenize(source_);
    if (lines.empty())
      LineReader::fail({source_.name, 1, 1}, "There are no loops in this text; it begins with `loops NAME {`.");
    for (std::size_t n = 0; n < lines.size(); ++n) {
      try {
        LineReader line(lines[n]);
        if (n == 0)
          parse_head(line);
        else if (n + 1 == lines.size())
          line.expect("}");
        else
          parse_line(line);
        line.expect_end();
      } catch (base::UserError const& error) {
        for (auto const& finding : error.diagnostics()) diagnostics_.error(finding.where, finding.message);
      }
    }
    diagnostics_.throw_if_errors();
    try {
      verify(loops_, "parsing");
    } catch (base::InternalError const& error) {
      LineReader::fail(lines[0][0].where, error.what());
    }
    return std::move(loops_);
  }

private:
  void parse_head(LineReader& line) {
    line.expect("loops");
    loops_.kernel = line.take("the kernel's name").text;
    line.expect("{");
  }

  void parse_line(LineReader& line) {
    auto const where = line.where();
    std::string const word = line.take("a statement").text;
    if (word == "grid")
      parse_grid(line);
    else if (word == "allocated")
      parse_allocated(line);
    else if (word == "param")
      parse_parameter(line);
    else if (word == "in")
      line.take_names(loops_.inputs);
    else if (word == "out")
      line.take_names(loops_.outputs);
    else if (word == "for")
      parse_loop(line);
    else if (word == "buffer")
      parse_buffer(line);
    else if (word == "barrier")
      parse_barrier(where);
    else if (word == "store")
      parse_store(line);
    else if (find_type(word))
      parse_statement(line, *find_type(word));
    else
      LineReader::fail(where, fmt::format("`{}` begins no statement of loops.{}", word,
                                          base::did_you_mean(word, {"grid", "allocated", "param", "for", "buffer",
                                                                    "barrier", "store"})));
  }

  void parse_grid(LineReader& line) {
    loops_.dimension = line.take_integer(1);
    if (!line.at_end()) loops_.real = line.take_type();
  }

  void parse_allocated(LineReader& line) {
    if (line.is_next("at")) {
      line.expect("at");
      line.expect("launch");
      loops_.allocated = told_at_launch;
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

  static bool take_if_next(LineReader& line, std::string_view word) {
    bool const is_next = line.is_next(word);
    if (is_next) line.expect(word);
    return is_next;
  }

  void parse_loop(LineReader& line) {
    Loop loop;
    loop.over_tiles = line.is_next("tiles");
    if (loop.over_tiles) line.expect("tiles");
    loop.axis = line.take_axis();
    if (loop.over_tiles) {
      line.expect("step");
      loop.step = line.take_integer(1);
    }
    if (!line.at_end() && !line.is_next("unroll") && !line.is_next("prefetch")) parse_mapping(line, loop);
    if (line.is_next("unroll")) {
      line.expect("unroll");
      loop.unroll = line.take_integer(2);
    }
    if (line.is_next("prefetch")) {
      line.expect("prefetch");
      loop.prefetch.ahead = line.take_integer(1);
      loop.prefetch.stores = take_if_next(line, "stores");
      loop.prefetch.edges = take_if_next(line, "edges");
    }
    loops_.nest.push_back(std::move(loop));
    is_filling_ = false;
  }

  void parse_buffer(LineReader& line) {
    if (loops_.nest.empty() || !loops_.nest.back().body.empty())
      line.fail("A buffer is filled at the beginning of a loop.");
    Buffer buffer;
    auto const where = line.where();
    buffer.name = line.take("the buffer's name").text;
    if (!is_variable_name(buffer.name))
      LineReader::fail(where, fmt::format("`{}` is not the name of a buffer.", buffer.name));
    auto const where_scope = line.where();
    std::string const scope = line.take("where its elements are").text;
    if (scope != to_text(Scope::tile) && scope != to_text(Scope::registers))
      LineReader::fail(where_scope,
                       fmt::format("`{}` is no place for elements; allowed are tile and registers.", scope));
    buffer.scope = scope == to_text(Scope::tile) ? Scope::tile : Scope::registers;
    buffer.type = line.take_type();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      line.expect(std::string_view("xyz").substr(axis, 1));
      take_range(line, buffer.halo.from[axis], buffer.halo.to[axis]);
    }
    loops_.nest.back().buffers.push_back(std::move(buffer));
    is_filling_ = true;
  }

  /// `-2:2`.
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

  void parse_barrier(base::SourcePosition const& where) {
    if (!is_filling_) LineReader::fail(where, "A barrier follows what fills a buffer.");
    loops_.nest.back().buffers.back().is_followed_by_barrier = true;
    is_filling_ = false;
  }

  void parse_mapping(LineReader& line, Loop& loop) {
    static std::map<std::string, Mapping> const mappings{{"vector", Mapping::vector},
                                                         {"threads", Mapping::threads},
                                                         {"blocks", Mapping::blocks},
                                                         {"block", Mapping::block}};
    auto const where = line.where();
    std::string const word = line.take("a mapping").text;
    auto const found = mappings.find(word);
    if (found == mappings.end())
      LineReader::fail(where,
                       fmt::format("`{}` is no mapping of a loop; allowed are vector, threads, blocks and block.{}",
                                   word, base::did_you_mean(word, {"vector", "threads", "blocks", "block"})));
    loop.mapping = found->second;
    if (loop.mapping == Mapping::vector || loop.mapping == Mapping::block) loop.lanes = line.take_integer(1);
  }

  void parse_store(LineReader& line) {
    Statement statement{.is_store = true, .type = loops_.real};
    statement.access = AccessParser(line.take("an element")).parse();
    statement.operands = {line.take_value_number()};
    statement.is_nontemporal = line.is_next("nontemporal");
    if (statement.is_nontemporal) line.expect("nontemporal");
    add(std::move(statement));
  }

  void parse_statement(LineReader& line, Type type) {
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

  /// Behind the head of a buffer and up to the store into it, statements fill it.
  void add(Statement statement) {
    auto* const filled = is_filling_ ? &loops_.nest.back().buffers.back().body : nullptr;
    is_filling_ = filled && (filled->empty() || !filled->back().is_store);
    if (is_filling_) return filled->push_back(std::move(statement));
    (loops_.nest.empty() ? loops_.before : loops_.nest.back().body).push_back(std::move(statement));
  }

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  Loops loops_;
  bool is_filling_ = false; ///< the last buffer
};

} // namespace

Loops parse_loops(std::string const& text, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return LoopsParser(source).parse();
}

} // namespace chemora::ir
