/// Reads plans from their text form, in parameter files and in files of pinned plans.
#include "codegen/ir/text_form.hpp"
#include "codegen/plan/plan.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>

namespace chemora::plan {

namespace {

using ir::LineReader;
using ir::TokenLine;

/// The change that one decision of the plan makes to a kernel.
using Change = std::function<void(KernelPlan& kernel)>;

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// A decision for one kernel. The statement `WORD none` cancels this decision of the default plan.
struct Decision {
  std::string form; ///< form of the statement, for messages
  std::size_t min_words, max_words;
  Change (*parse)(LineReader& line); ///< reads the words after the first word
  Change undo{};                     ///< change made by `WORD none`; empty if `none` is not allowed
};

[[noreturn]] void fail_form(base::SourcePosition const& where, std::string const& form) {
  LineReader::fail(where, fmt::format("This statement is not of the form `{}`.", form));
}

/// Reads names of variables and of values such as `%41` up to the end of the statement.
std::vector<std::string> take_names(LineReader& line) {
  std::vector<std::string> names;
  while (!line.at_end())
    names.push_back(line.next_text().starts_with('%') ? grid_name(line.take_value_number()) : line.take_name());
  return names;
}

base::Index3 take_three(LineReader& line) {
  base::Index3 numbers;
  for (int& number : numbers) number = line.take_integer(1);
  return numbers;
}

template <std::vector<std::string> KernelPlan::*list>
Change parse_list(LineReader& line) {
  return [names = take_names(line)](KernelPlan& kernel) { kernel.*list = names; };
}

/// Two forms between back quotes.
constexpr char const* tile_form = "tile X Y Z` or `tile VARIABLE %41 ...";

/// Reads `tile X Y Z`, which sets the extents of the tile, or `tile phi %41`, which lists values buffered in shared
/// memory.
Change parse_tile(LineReader& line) {
  std::string const next = line.next_text();
  if (next.starts_with('%') || ir::is_variable_name(next)) return parse_list<&KernelPlan::in_tile>(line);
  if (line.n_left() != 3) fail_form(line.where(), tile_form);
  return [tile = take_three(line)](KernelPlan& kernel) { kernel.tile = tile; };
}

Change parse_block(LineReader& line) {
  return [block = take_three(line)](KernelPlan& kernel) { kernel.block = block; };
}

Change parse_vector(LineReader& line) {
  if (!line.take_if("x")) line.fail(fmt::format("Vectors run along x, not along `{}`.", line.next_text()));
  return [lanes = line.take_integer(1)](KernelPlan& kernel) { kernel.vector_width = lanes; };
}

Change parse_threads(LineReader& line) {
  bool const over_tiles = line.take_one_of<bool>("mapping of threads", {{"tiles", true}, {"none", false}});
  return [over_tiles](KernelPlan& kernel) { kernel.threads_over_tiles = over_tiles; };
}

Change parse_unroll(LineReader& line) {
  int const axis = line.take_axis(), factor = line.take_integer(1);
  return [axis, factor](KernelPlan& kernel) { kernel.unroll[axis] = factor; };
}

Change parse_stream(LineReader& line) {
  return [axis = line.take_axis()](KernelPlan& kernel) { kernel.stream = axis; };
}

Change parse_prefetch(LineReader& line) {
  ir::Prefetch prefetch{.distance = line.take_integer(1)};
  while (!line.at_end()) {
    auto const where = line.where();
    std::string const option = line.take("an option").text;
    if (option != "stores" && option != "edges")
      LineReader::fail(where, fmt::format("`{}` is not a prefetch option; expected `stores` or `edges`.{}", option,
                                          base::did_you_mean(option, {"stores", "edges"})));
    bool& is_set = option == "stores" ? prefetch.stores : prefetch.edges;
    if (is_set) LineReader::fail(where, fmt::format("`{}` is given twice.", option));
    is_set = true;
  }
  return [prefetch](KernelPlan& kernel) { kernel.prefetch = prefetch; };
}

Change parse_strides(LineReader& line) {
  bool const at_run_time = line.take_one_of<bool>("kind of strides", {{"run-time", true}, {"fixed", false}});
  return [at_run_time](KernelPlan& kernel) { kernel.has_run_time_strides = at_run_time; };
}

Change parse_resident(LineReader& line) {
  return [blocks = line.take_integer(1)](KernelPlan& kernel) { kernel.resident = blocks; };
}

Change parse_fat(LineReader&) {
  return [](KernelPlan& kernel) { kernel.is_fat = true; };
}

std::map<std::string, Decision> const& decisions() {
  static std::map<std::string, Decision> const table{
      {"tile", {tile_form, 2, any_number, parse_tile, [](KernelPlan& kernel) { kernel.in_tile.clear(); }}},
      {"register",
       {"register VARIABLE %41 ...", 2, any_number, parse_list<&KernelPlan::in_registers>,
        [](KernelPlan& kernel) { kernel.in_registers.clear(); }}},
      {"block",
       {"block X Y Z", 4, 4, parse_block,
        [](KernelPlan& kernel) {
          kernel.block = {0, 0, 0};
        }}},
      {"vector", {"vector x LANES", 3, 3, parse_vector}},
      {"threads", {"threads tiles", 2, 2, parse_threads}},
      {"unroll", {"unroll AXIS FACTOR", 3, 3, parse_unroll}},
      {"stream", {"stream AXIS", 2, 2, parse_stream, [](KernelPlan& kernel) { kernel.stream = no_axis; }}},
      {"nontemporal",
       {"nontemporal VARIABLE ...", 2, any_number, parse_list<&KernelPlan::nontemporal>,
        [](KernelPlan& kernel) { kernel.nontemporal.clear(); }}},
      {"prefetch",
       {"prefetch POINTS [stores] [edges]", 2, any_number, parse_prefetch,
        [](KernelPlan& kernel) { kernel.prefetch = {}; }}},
      {"strides", {"strides run-time", 2, 2, parse_strides}},
      {"resident", {"resident BLOCKS", 2, 2, parse_resident, [](KernelPlan& kernel) { kernel.resident = 0; }}},
      {"fat", {"fat", 1, 1, parse_fat, [](KernelPlan& kernel) { kernel.is_fat = false; }}}};
  return table;
}

/// Splits a line at each `;` and after the colon of `kernel 1:`.
std::vector<TokenLine> statements_of(TokenLine const& line) {
  std::vector<TokenLine> statements(1);
  for (ir::Token const& token : line) {
    std::size_t from = 0;
    for (std::size_t at = 0; at <= token.text.size(); ++at) {
      if (at < token.text.size() && token.text[at] != ';') continue;
      if (at > from) {
        statements.back().push_back({token.text.substr(from, at - from), token.is_quoted, token.where});
        statements.back().back().where.column += static_cast<int>(from);
      }
      if (at < token.text.size()) statements.emplace_back();
      from = at + 1;
    }
    bool const is_head = statements.back().size() == 2 && statements.back()[0].text == "kernel";
    if (is_head && token.text.ends_with(':')) statements.emplace_back();
  }
  std::erase_if(statements, [](TokenLine const& statement) { return statement.empty(); });
  return statements;
}

class PlanParser {
public:
  PlanParser(base::SourceText const& source, Plan const& defaults)
      : source_(source), diagnostics_(&source), plan_(defaults), statements_(make_statements()) {}

  Plan parse() {
    for (TokenLine const& line : ir::tokenize(source_))
      for (TokenLine const& statement : statements_of(line))
        ir::parse_line(statement, diagnostics_, [&](LineReader& words) {
          statement_ = &statement;
          for (ir::Token const& token : statement)
            if (token.is_quoted) LineReader::fail(token.where, "Plans have no words in quotes.");
          ir::parse_statement(words, statements_);
        });
    end_kernel();
    if (grid_ && n_kernels_ == 0)
      diagnostics_.error(*grid_,
                         "`grid` stores values between kernels, so that statements `kernel 1: ...` must follow.");
    diagnostics_.throw_if_errors();
    return plan_;
  }

private:
  ir::Statements make_statements() {
    ir::Statements statements{"plan",
                              {{"plan", [&](LineReader& line) { parse_head(line); }},
                               {"grid", [&](LineReader& line) { parse_grid(line); }},
                               {"kernel", [&](LineReader& line) { parse_kernel(line); }},
                               {"stores", [&](LineReader& line) { parse_stores(line); }},
                               {"per-thread", [&](LineReader& line) { parse_per_thread(line); }}}};
    for (auto const& [word, decision] : decisions())
      statements.parsers.emplace_back(word,
                                      [&, &decision = decision](LineReader& line) { parse_decision(line, decision); });
    return statements;
  }

  /// Reports a statement whose number of words, including the first word, is outside these limits.
  void check_form(std::string const& form, std::size_t min_words, std::size_t max_words) const {
    std::size_t const n = statement_->size();
    if (n < min_words) fail_form(statement_->back().where, form);
    if (n > max_words) fail_form((*statement_)[max_words].where, form);
  }

  /// Reports a decision that this list of decisions already contains: the two would contradict each other.
  void check_first(std::string const& decision) {
    if (!decided_.insert(decision).second)
      LineReader::fail(statement_->front().where,
                       fmt::format("`{}` is given twice; remove one of the statements.", decision));
  }

  /// What the statement decides: `tile X Y Z` and `tile phi` are different decisions, `unroll x` and `unroll y` too.
  std::string decision_of_statement() const {
    std::string const word = statement_->front().text, next = statement_->size() > 1 ? (*statement_)[1].text : "";
    if (word == "unroll") return word + " " + next;
    bool const is_extent = word == "tile" && !next.empty() && next[0] >= '0' && next[0] <= '9';
    return is_extent ? "tile X Y Z" : word;
  }

  void parse_decision(LineReader& line, Decision const& decision) {
    Change decided = decision.undo;
    if (!decided || line.n_left() != 1 || !line.take_if("none")) {
      check_form(decision.form, decision.min_words, decision.max_words);
      decided = decision.parse(line);
    }
    check_first(decision_of_statement());
    change(decided);
  }

  /// Changes the current kernel, or all kernels of the default plan if no statement `kernel` has occurred yet.
  void change(Change const& apply) {
    if (n_kernels_ > 0) return apply(plan_.kernels.back());
    for (KernelPlan& kernel : plan_.kernels) apply(kernel);
  }

  void parse_head(LineReader& line) {
    check_form("plan KERNEL on DEVICE", 4, 4);
    check_first("plan");
    plan_.kernel = line.take("a kernel").text;
    line.expect("on");
    plan_.device = line.take("a device").text;
  }

  void parse_grid(LineReader& line) {
    check_form("grid %41 %57 ...", 2, any_number);
    check_first("grid");
    plan_.grid.clear();
    grid_ = statement_->front().where;
    while (!line.at_end()) plan_.grid.push_back(line.take_value_number());
  }

  void parse_kernel(LineReader& line) {
    check_form("kernel N: ...", 2, 2);
    line.expect(fmt::format("{}:", n_kernels_ + 1));
    end_kernel();
    if (n_kernels_++ == 0) begin_list();
    decided_.clear();
    plan_.kernels.push_back(first_);
  }

  void begin_list() {
    first_ = plan_.kernels.empty() ? KernelPlan{} : plan_.kernels.front();
    for (auto* names : {&first_.stores, &first_.nontemporal, &first_.in_tile, &first_.in_registers}) names->clear();
    plan_.kernels.clear();
    if (!grid_) plan_.grid.clear();
  }

  void parse_stores(LineReader& line) {
    if (n_kernels_ == 0)
      LineReader::fail(statement_->front().where, "`stores` must follow `kernel 1:`, `kernel 2:` and so on.");
    check_form("stores VARIABLE %41 ...", 2, any_number);
    auto const names = take_names(line);
    auto& stores = plan_.kernels.back().stores;
    stores.insert(stores.end(), names.begin(), names.end());
  }

  void parse_per_thread(LineReader& line) {
    check_form("per-thread X Y Z", 4, 4);
    check_first("per-thread");
    check_first("tile X Y Z"); // per-thread and block determine the tile
    per_thread_ = PerThread{statement_->front().where, take_three(line)};
  }

  /// Computes the tile as the block times the points per thread. Both factors are known only at the end of a kernel's
  /// statements.
  void end_kernel() {
    if (!per_thread_) return;
    change([&](KernelPlan& kernel) {
      if (!kernel.has_blocks())
        return diagnostics_.error(per_thread_->where,
                                  "`per-thread` needs a statement `block X Y Z` for the same kernel.");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        long const points = long{kernel.block[axis]} * per_thread_->points[axis];
        if (points > std::numeric_limits<int>::max())
          return diagnostics_.error(per_thread_->where,
                                    fmt::format("A tile would have {} points along {}.", points, "xyz"[axis]));
        kernel.tile[axis] = static_cast<int>(points);
      }
    });
    per_thread_.reset();
  }

  struct PerThread {
    base::SourcePosition where;
    base::Index3 points;
  };

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  Plan plan_;
  ir::Statements statements_;
  TokenLine const* statement_ = nullptr; ///< the statement that is being parsed
  KernelPlan first_;                     ///< initial state of each kernel in a list of kernels
  int n_kernels_ = 0;
  std::set<std::string> decided_; ///< before the first kernel of a list, or for the current one
  std::optional<base::SourcePosition> grid_;
  std::optional<PerThread> per_thread_;
};

} // namespace

Plan parse_plan(std::string const& text, Plan const& defaults, std::string const& source_name) {
  base::SourceText const source{source_name, text};
  return PlanParser(source, defaults).parse();
}

} // namespace chemora::plan
