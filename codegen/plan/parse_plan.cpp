// Parser of the text form of plans.
#include "codegen/ir/token_lines.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace chemora::plan {

namespace {

std::vector<std::string> const first_words{"plan",   "grid",        "kernel",   "stores",  "tile",
                                           "block",  "per-thread",  "vector",   "threads", "unroll",
                                           "stream", "nontemporal", "prefetch", "fat"};

/// The decisions of a line: its tokens, parted at `;`, and after the colon of `kernel 1:`.
std::vector<ir::TokenLine> clauses_of(ir::TokenLine const& line) {
  std::vector<ir::TokenLine> clauses(1);
  for (ir::Token const& token : line) {
    std::size_t from = 0;
    for (std::size_t at = 0; at <= token.text.size(); ++at) {
      if (at < token.text.size() && token.text[at] != ';') continue;
      if (at > from) {
        clauses.back().push_back({token.text.substr(from, at - from), token.is_quoted, token.where});
        clauses.back().back().where.column += static_cast<int>(from);
      }
      if (at < token.text.size()) clauses.emplace_back();
      from = at + 1;
    }
    bool const is_head = clauses.back().size() == 2 && clauses.back()[0].text == "kernel";
    if (is_head && token.text.ends_with(':')) clauses.emplace_back();
  }
  std::erase_if(clauses, [](ir::TokenLine const& clause) { return clause.empty(); });
  return clauses;
}

class PlanParser {
public:
  PlanParser(base::SourceText const& source, Plan const& defaults)
      : source_(source), diagnostics_(&source), plan_(defaults) {}

  Plan parse() {
    for (ir::TokenLine const& line : ir::tokenize(source_))
      for (ir::TokenLine const& clause : clauses_of(line)) parse_clause(clause);
    end_kernel();
    if (grid_ && n_kernels_ == 0)
      error(*grid_, "Values are kept on the grid between kernels; lines `kernel 1: ...` must say which there are.");
    diagnostics_.throw_if_errors();
    return plan_;
  }

private:
  void parse_clause(ir::TokenLine const& line) {
    std::string const& word = line[0].text;
    for (ir::Token const& token : line)
      if (token.is_quoted) return error(token, "Plans have no words in quotes.");
    if (word == "plan")
      parse_head(line);
    else if (word == "grid")
      parse_grid(line);
    else if (word == "kernel")
      parse_kernel(line);
    else if (word == "stores")
      parse_stores(line);
    else if (word == "tile")
      parse_three(line, "tile X Y Z", [](KernelPlan& kernel, base::Index3 const& n) { kernel.tile = n; });
    else if (word == "block")
      parse_block(line);
    else if (word == "per-thread")
      parse_per_thread(line);
    else if (word == "vector")
      parse_vector(line);
    else if (word == "threads")
      parse_threads(line);
    else if (word == "unroll")
      parse_unroll(line);
    else if (word == "stream")
      parse_stream(line);
    else if (word == "nontemporal")
      parse_nontemporal(line);
    else if (word == "prefetch")
      parse_prefetch(line);
    else if (word == "fat")
      parse_fat(line);
    else
      error(line[0], fmt::format("`{}` begins no line of a plan; allowed are {}.{}", word, fmt::join(first_words, ", "),
                                 base::did_you_mean(word, first_words)));
  }

  void error(ir::Token const& token, std::string const& message) { diagnostics_.error(token.where, message); }

  bool has_form(ir::TokenLine const& line, std::size_t n_tokens, std::string const& form) {
    if (line.size() == n_tokens) return true;
    error(line[std::min(line.size() - 1, n_tokens)], fmt::format("This line is not of the form `{}`.", form));
    return false;
  }

  /// Changes the kernel whose turn it is; before the first `kernel`, those of the default.
  template <typename Change>
  void change(Change const& make) {
    if (n_kernels_ > 0) return make(plan_.kernels.back());
    for (KernelPlan& kernel : plan_.kernels) make(kernel);
  }

  void parse_head(ir::TokenLine const& line) {
    if (!has_form(line, 4, "plan KERNEL on DEVICE")) return;
    if (line[2].text != "on") error(line[2], fmt::format("`{}` is found where `on` is expected.", line[2].text));
    plan_.kernel = line[1].text;
    plan_.device = line[3].text;
  }

  void parse_grid(ir::TokenLine const& line) {
    if (line.size() < 2) error(line[0], "This line is not of the form `grid %41 %57 ...`.");
    plan_.grid.clear();
    grid_ = line[0];
    for (std::size_t n = 1; n < line.size(); ++n)
      if (auto const value = take_value(line[n])) plan_.grid.push_back(*value);
  }

  std::optional<ir::ValueId> take_value(ir::Token const& token) {
    auto const number =
        token.text.starts_with('%') ? ir::to_integer(std::string_view(token.text).substr(1)) : std::nullopt;
    if (number && *number >= 0) return number;
    error(token, fmt::format("`{}` is found where a value %N is expected.", token.text));
    return {};
  }

  void parse_kernel(ir::TokenLine const& line) {
    if (!has_form(line, 2, "kernel N: ...")) return;
    std::string const expected = fmt::format("{}:", n_kernels_ + 1);
    if (line[1].text != expected)
      error(line[1], fmt::format("`{}` is found where `{}` is expected.", line[1].text, expected));
    end_kernel();
    if (n_kernels_++ == 0) begin_list();
    plan_.kernels.push_back(first_);
  }

  void begin_list() {
    first_ = plan_.kernels.empty() ? KernelPlan{} : plan_.kernels.front();
    first_.stores.clear();
    first_.nontemporal.clear();
    plan_.kernels.clear();
    if (!grid_) plan_.grid.clear();
  }

  /// Tiles follow from blocks and points per thread once both are known.
  void end_kernel() {
    if (!per_thread_) return;
    change([&](KernelPlan& kernel) {
      if (!kernel.has_blocks())
        return error(per_thread_->token, "Points per thread need a line `block X Y Z` for the same kernel.");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        long const points = long{kernel.block[axis]} * per_thread_->points[axis];
        if (points > std::numeric_limits<int>::max())
          return error(per_thread_->token, fmt::format("A tile would have {} points along {}.", points, "xyz"[axis]));
        kernel.tile[axis] = static_cast<int>(points);
      }
    });
    per_thread_.reset();
  }

  void parse_stores(ir::TokenLine const& line) {
    if (n_kernels_ == 0)
      return error(line[0], "What a kernel stores is said behind `kernel 1:`, `kernel 2:` and so on.");
    if (line.size() < 2) return error(line[0], "This line is not of the form `stores VARIABLE %41 ...`.");
    for (std::size_t n = 1; n < line.size(); ++n) {
      if (line[n].text.starts_with('%')) {
        if (auto const value = take_value(line[n])) plan_.kernels.back().stores.push_back(grid_name(*value));
      } else if (is_variable(line[n])) {
        plan_.kernels.back().stores.push_back(line[n].text);
      }
    }
  }

  bool is_variable(ir::Token const& token) {
    if (ir::is_variable_name(token.text)) return true;
    error(token, fmt::format("`{}` is not the name of a variable.", token.text));
    return false;
  }

  template <typename Set>
  void parse_three(ir::TokenLine const& line, std::string const& form, Set const& set) {
    if (!has_form(line, 4, form)) return;
    base::Index3 numbers;
    for (std::size_t axis = 0; axis < 3; ++axis) numbers[axis] = take_positive(line[axis + 1]);
    change([&](KernelPlan& kernel) { set(kernel, numbers); });
  }

  bool is_none(ir::TokenLine const& line) const { return line.size() == 2 && line[1].text == "none"; }

  void parse_block(ir::TokenLine const& line) {
    if (is_none(line)) return change([](KernelPlan& kernel) { kernel.block = {0, 0, 0}; });
    parse_three(line, "block X Y Z", [](KernelPlan& kernel, base::Index3 const& n) { kernel.block = n; });
  }

  void parse_per_thread(ir::TokenLine const& line) {
    parse_three(line, "per-thread X Y Z", [&](KernelPlan&, base::Index3 const& n) {
      per_thread_ = PerThread{line[0], n};
    });
  }

  void parse_vector(ir::TokenLine const& line) {
    if (!has_form(line, 3, "vector x LANES")) return;
    if (line[1].text != "x") error(line[1], fmt::format("Vectors run along x, not along `{}`.", line[1].text));
    int const lanes = take_positive(line[2]);
    change([&](KernelPlan& kernel) { kernel.vector_width = lanes; });
  }

  void parse_threads(ir::TokenLine const& line) {
    if (!has_form(line, 2, "threads tiles")) return;
    change([&](KernelPlan& kernel) { kernel.threads_over_tiles = line[1].text == "tiles"; });
    if (line[1].text != "tiles" && line[1].text != "none")
      error(line[1], fmt::format("`{}` cannot be spread over threads; allowed are tiles and none.", line[1].text));
  }

  void parse_unroll(ir::TokenLine const& line) {
    if (!has_form(line, 3, "unroll AXIS TIMES")) return;
    auto const axis = take_axis(line[1]);
    int const times = take_positive(line[2]);
    if (axis) change([&](KernelPlan& kernel) { kernel.unroll[static_cast<std::size_t>(*axis)] = times; });
  }

  void parse_stream(ir::TokenLine const& line) {
    if (!has_form(line, 2, "stream AXIS")) return;
    auto const axis = is_none(line) ? std::optional(no_axis) : take_axis(line[1]);
    if (axis) change([&](KernelPlan& kernel) { kernel.stream = *axis; });
  }

  void parse_nontemporal(ir::TokenLine const& line) {
    if (line.size() < 2)
      return error(line[0], "This line is not of the form `nontemporal VARIABLE ...`, or `... none`.");
    std::vector<std::string> variables;
    for (std::size_t n = 1; n < line.size() && !is_none(line); ++n)
      if (is_variable(line[n])) variables.push_back(line[n].text);
    change([&](KernelPlan& kernel) { kernel.nontemporal = variables; });
  }

  void parse_prefetch(ir::TokenLine const& line) {
    if (!has_form(line, 2, "prefetch POINTS")) return;
    int const points = is_none(line) ? 0 : take_positive(line[1]);
    change([&](KernelPlan& kernel) { kernel.prefetch = points; });
  }

  void parse_fat(ir::TokenLine const& line) {
    bool const is_fat = !is_none(line);
    if (is_fat && !has_form(line, 1, "fat")) return;
    change([&](KernelPlan& kernel) { kernel.is_fat = is_fat; });
  }

  std::optional<int> take_axis(ir::Token const& token) {
    if (token.text.size() == 1 && token.text[0] >= 'x' && token.text[0] <= 'z') return token.text[0] - 'x';
    error(token, fmt::format("`{}` is no axis; allowed are x, y and z.", token.text));
    return {};
  }

  int take_positive(ir::Token const& token) {
    auto const number = ir::to_integer(token.text);
    if (number && *number >= 1) return *number;
    error(token, fmt::format("`{}` is found where a whole number of at least 1 is expected.", token.text));
    return 1;
  }

  struct PerThread {
    ir::Token token;
    base::Index3 points;
  };

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  Plan plan_;
  KernelPlan first_; ///< how each kernel of a list begins
  int n_kernels_ = 0;
  std::optional<ir::Token> grid_;
  std::optional<PerThread> per_thread_;
};

} // namespace

Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return PlanParser(source, defaults).parse();
}

} // namespace chemora::plan
