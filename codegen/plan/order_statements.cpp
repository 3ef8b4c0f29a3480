// Several orders are made and the best is taken.
#include "codegen/plan/order_statements.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace chemora::plan {

namespace {

using ir::RegisterId;
using ir::Statement;

/// Registers set in a body, numbered as its statements; -1 for those set outside.
class Body {
public:
  explicit Body(std::vector<Statement> const& statements) : users(statements.size()), operands(statements.size()) {
    std::unordered_map<RegisterId, int> setter;
    for (std::size_t n = 0; n < statements.size(); ++n) {
      for (RegisterId operand : statements[n].operands) {
        auto const found = setter.find(operand);
        if (found == setter.end() || contains(operands[n], found->second)) continue;
        operands[n].push_back(found->second);
        users[found->second].push_back(static_cast<int>(n));
      }
      if (!statements[n].is_store) setter[statements[n].target] = static_cast<int>(n);
    }
  }

  std::vector<std::vector<int>> users, operands; ///< each once

private:
  static bool contains(std::vector<int> const& list, int n) {
    return std::find(list.begin(), list.end(), n) != list.end();
  }
};

bool waits_for_loads(Statement const& store, std::vector<std::string> const& read_too) {
  return std::find(read_too.begin(), read_too.end(), store.access.variable) != read_too.end();
}

class Scheduler {
public:
  Scheduler(std::vector<Statement> const& statements, std::vector<std::string> const& read_too)
      : statements_(statements), body_(statements), n_unknown_(statements.size()), n_users_left_(statements.size()),
        is_done_(statements.size(), false), waits_(statements.size(), false) {
    for (std::size_t n = 0; n < statements.size(); ++n) {
      n_users_left_[n] = static_cast<int>(body_.users[n].size());
      waits_[n] = statements[n].is_store && waits_for_loads(statements[n], read_too);
      for (int operand : body_.operands[n]) n_unknown_[n] += is_leaf(operand) ? 0 : 1;
    }
  }

  std::vector<Statement> run() {
    for (std::size_t n = 0; n < statements_.size(); ++n)
      if (n_unknown_[n] == 0 && !is_leaf(static_cast<int>(n))) push(static_cast<int>(n));
    while (!ready_.empty()) {
      Entry const entry = ready_.top();
      ready_.pop();
      if (is_done_[entry.statement]) continue;
      if (growth(entry.statement) > entry.growth)
        push(entry.statement);
      else
        place(entry.statement);
    }
    for (std::size_t n = 0; n < statements_.size(); ++n) // what nothing in this body uses, and the last stores
      if (!is_done_[n]) place_one(static_cast<int>(n));
    return std::move(result_);
  }

private:
  struct Entry {
    int growth;
    int statement;
    bool operator<(Entry const& other) const {
      return growth != other.growth ? growth > other.growth : statement > other.statement;
    }
  };

  bool is_leaf(int n) const {
    auto const at = static_cast<std::size_t>(n);
    return !statements_[at].is_store && body_.operands[at].empty();
  }

  /// Registers needed after the statement less those needed before it.
  int growth(int n) const {
    auto const at = static_cast<std::size_t>(n);
    int more = n_users_left_[at] > 0 ? 1 : 0;
    for (int operand : body_.operands[at]) {
      auto const o = static_cast<std::size_t>(operand);
      bool const is_last_use = n_users_left_[o] == 1;
      if (is_done_[o] && is_last_use) --more;
      if (!is_done_[o] && !is_last_use) ++more;
    }
    return more;
  }

  void push(int n) {
    if (!waits_[n]) ready_.push({growth(n), n});
  }

  void place(int n) {
    for (int operand : body_.operands[n])
      if (!is_done_[operand]) place_one(operand);
    place_one(n);
    for (int operand : body_.operands[n]) used(operand);
    for (int user : body_.users[n])
      if (--n_unknown_[user] == 0) push(user);
  }

  void place_one(int n) {
    is_done_[n] = true;
    result_.push_back(statements_[n]);
  }

  /// The last user left of a register has become better.
  void used(int n) {
    if (--n_users_left_[n] != 1) return;
    for (int user : body_.users[n])
      if (!is_done_[user] && n_unknown_[user] == 0) push(user);
  }

  std::vector<Statement> const& statements_;
  Body body_;
  std::vector<int> n_unknown_; ///< operands not yet placed, leaves excepted
  std::vector<int> n_users_left_;
  std::vector<bool> is_done_;
  std::vector<bool> waits_; ///< for all loads
  std::priority_queue<Entry> ready_;
  std::vector<Statement> result_;
};

/// Registers have the numbers of the graph's values, whose order is that of the equations.
std::vector<Statement> in_order_of_graph(std::vector<Statement> const& body, std::vector<std::string> const& read_too) {
  auto const place = [&](Statement const& statement) { // a store behind its value, the last stores behind all
    bool const is_last = statement.is_store && waits_for_loads(statement, read_too);
    return std::make_tuple(is_last, statement.is_store ? statement.operands[0] : statement.target, statement.is_store);
  };
  auto ordered = body;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](Statement const& a, Statement const& b) { return place(a) < place(b); });
  return ordered;
}

} // namespace

int max_live(std::vector<Statement> const& statements) {
  Body const body(statements);
  std::vector<int> left(statements.size());
  int live = 0, most = 0;
  for (std::size_t n = 0; n < statements.size(); ++n) {
    left[n] = static_cast<int>(body.users[n].size());
    live += left[n] > 0 ? 1 : 0;
    most = std::max(most, live);
    for (int operand : body.operands[n])
      if (--left[operand] == 0) --live;
  }
  return most;
}

std::vector<Statement> order_for_few_registers(std::vector<Statement> const& body,
                                               std::vector<std::string> const& read_too) {
  std::vector<Statement> best = body;
  int fewest = max_live(best);
  for (auto& candidate : {Scheduler(body, read_too).run(), in_order_of_graph(body, read_too)}) {
    int const live = max_live(candidate);
    if (live >= fewest) continue;
    fewest = live;
    best = candidate;
  }
  return best;
}

} // namespace chemora::plan
