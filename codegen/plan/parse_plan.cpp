// Parser of the text form of plans.
#include "codegen/plan/parse_decision.hpp"
#include "codegen/plan/plan.hpp"
#include "codegen/plan/plan_words.hpp"
#include "framework/base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace chemora::plan {

namespace {

/// Those that begin no decision of one kernel.
std::vector<std::string> const other_words{"plan", "grid", "kernel", "stores", "per-thread"};

bool contains(std::vector<std::string> const& words, std::string const& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

class PlanParser {
public:
  PlanParser(base::SourceText const& source, Plan const& defaults)
      : source_(source), diagnostics_(&source), words_(diagnostics_), plan_(defaults) {}

  Plan parse() {
    for (ir::TokenLine const& line : ir::tokenize(source_))
      for (ir::TokenLine const& clause : clauses_of(line)) parse_clause(clause);
    end_kernel();
    if (grid_ && n_kernels_ == 0)
      words_.error(*grid_,
                   "Values are kept on the grid between kernels; lines `kernel 1: ...` must say which there are.");
    diagnostics_.throw_if_errors();
    return plan_;
  }

private:
  void parse_clause(ir::TokenLine const& clause) {
    std::string const& word = clause[0].text;
    for (ir::Token const& token : clause)
      if (token.is_quoted) return words_.error(token, "Plans have no words in quotes.");
    if (contains(decision_words(), word)) {
      if (Change const make = parse_decision(clause, words_)) change(make);
    } else if (word == "plan")
      parse_head(clause);
    else if (word == "grid")
      parse_grid(clause);
    else if (word == "kernel")
      parse_kernel(clause);
    else if (word == "stores")
      parse_stores(clause);
    else if (word == "per-thread")
      parse_per_thread(clause);
    else
      refuse(clause[0]);
  }

  void refuse(ir::Token const& token) {
    auto allowed = other_words;
    allowed.insert(allowed.end(), decision_words().begin(), decision_words().end());
    words_.error(token, fmt::format("`{}` begins no line of a plan; allowed are {}.{}", token.text,
                                    fmt::join(allowed, ", "), base::did_you_mean(token.text, allowed)));
  }

  /// Changes the kernel whose turn it is; before the first `kernel`, those of the default.
  void change(Change const& make) {
    if (n_kernels_ > 0) return make(plan_.kernels.back());
    for (KernelPlan& kernel : plan_.kernels) make(kernel);
  }

  void parse_head(ir::TokenLine const& clause) {
    if (!words_.has_form(clause, 4, "plan KERNEL on DEVICE")) return;
    if (clause[2].text != "on")
      words_.error(clause[2], fmt::format("`{}` is found where `on` is expected.", clause[2].text));
    plan_.kernel = clause[1].text;
    plan_.device = clause[3].text;
  }

  void parse_grid(ir::TokenLine const& clause) {
    if (clause.size() < 2) words_.error(clause[0], "This line is not of the form `grid %41 %57 ...`.");
    plan_.grid.clear();
    grid_ = clause[0];
    for (std::size_t n = 1; n < clause.size(); ++n)
      if (auto const value = words_.take_value(clause[n])) plan_.grid.push_back(*value);
  }

  void parse_kernel(ir::TokenLine const& clause) {
    if (!words_.has_form(clause, 2, "kernel N: ...")) return;
    std::string const expected = fmt::format("{}:", n_kernels_ + 1);
    if (clause[1].text != expected)
      words_.error(clause[1], fmt::format("`{}` is found where `{}` is expected.", clause[1].text, expected));
    end_kernel();
    if (n_kernels_++ == 0) begin_list();
    plan_.kernels.push_back(first_);
  }

  void begin_list() {
    first_ = plan_.kernels.empty() ? KernelPlan{} : plan_.kernels.front();
    for (auto* names : {&first_.stores, &first_.nontemporal, &first_.in_tile, &first_.in_registers}) names->clear();
    plan_.kernels.clear();
    if (!grid_) plan_.grid.clear();
  }

  void parse_stores(ir::TokenLine const& clause) {
    if (n_kernels_ == 0)
      return words_.error(clause[0], "What a kernel stores is said behind `kernel 1:`, `kernel 2:` and so on.");
    if (clause.size() < 2) return words_.error(clause[0], "This line is not of the form `stores VARIABLE %41 ...`.");
    auto const names = words_.take_names(clause);
    auto& stores = plan_.kernels.back().stores;
    stores.insert(stores.end(), names.begin(), names.end());
  }

  void parse_per_thread(ir::TokenLine const& clause) {
    if (auto const points = take_three(clause, "per-thread X Y Z", words_)) per_thread_ = PerThread{clause[0], *points};
  }

  /// Tiles follow from blocks and points per thread once both are known.
  void end_kernel() {
    if (!per_thread_) return;
    change([&](KernelPlan& kernel) {
      if (!kernel.has_blocks())
        return words_.error(per_thread_->token, "Points per thread need a line `block X Y Z` for the same kernel.");
      for (std::size_t axis = 0; axis < 3; ++axis) {
        long const points = long{kernel.block[axis]} * per_thread_->points[axis];
        if (points > std::numeric_limits<int>::max())
          return words_.error(per_thread_->token,
                              fmt::format("A tile would have {} points along {}.", points, "xyz"[axis]));
        kernel.tile[axis] = static_cast<int>(points);
      }
    });
    per_thread_.reset();
  }

  struct PerThread {
    ir::Token token;
    base::Index3 points;
  };

  base::SourceText const& source_;
  base::Diagnostics diagnostics_;
  PlanWords words_;
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
