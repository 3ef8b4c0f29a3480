/// Orders the statements of a loop body for low register pressure, for lowering.
#include "codegen/plan/lower.hpp"

#include "framework/base/text.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace chemora::plan {

namespace {

using ir::RegisterId;
using ir::Statement;

/// The data flow of a body: the users and operands of each statement, by statement index. Registers that are set
/// outside the body are ignored.
class Body {
public:
  explicit Body(std::vector<Statement> const& statements) : users(statements.size()), operands(statements.size()) {
    std::unordered_map<RegisterId, int> setter;
    for (std::size_t n = 0; n < statements.size(); ++n) {
      for (RegisterId operand : statements[n].operands) {
        auto const statement = setter.find(operand);
        if (statement == setter.end() || base::contains(operands[n], statement->second)) continue;
        operands[n].push_back(statement->second);
        users[statement->second].push_back(static_cast<int>(n));
      }
      if (!statements[n].is_store) setter[statements[n].target] = static_cast<int>(n);
    }
  }

  std::vector<std::vector<int>> users, operands; ///< statement indices without duplicates
};

bool must_follow_loads(Statement const& store, std::vector<std::string> const& also_read) {
  return base::contains(also_read, store.access.variable);
}

class Scheduler {
public:
  Scheduler(std::vector<Statement> const& statements, std::vector<std::string> const& also_read)
      : statements_(statements), body_(statements), n_missing_(statements.size()), n_users_left_(statements.size()),
        is_done_(statements.size(), false), waits_(statements.size(), false) {
    for (std::size_t n = 0; n < statements.size(); ++n) {
      n_users_left_[n] = static_cast<int>(body_.users[n].size());
      waits_[n] = statements[n].is_store && must_follow_loads(statements[n], also_read);
      for (int operand : body_.operands[n]) n_missing_[n] += is_leaf(operand) ? 0 : 1;
    }
  }

  std::vector<Statement> run() {
    for (std::size_t n = 0; n < statements_.size(); ++n)
      if (n_missing_[n] == 0 && !is_leaf(static_cast<int>(n))) push(static_cast<int>(n));
    while (!ready_.empty()) {
      Entry const entry = ready_.top();
      ready_.pop();
      if (is_done_[entry.statement]) continue;
      if (growth(entry.statement) > entry.growth)
        push(entry.statement);
      else
        schedule(entry.statement);
    }
    // Start with values that this body does not use, and with the stores that must come last.
    for (std::size_t n = 0; n < statements_.size(); ++n)
      if (!is_done_[n]) schedule_one(static_cast<int>(n));
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

  bool is_leaf(int n) const { return !statements_[n].is_store && body_.operands[n].empty(); }

  /// Returns the number of live registers after the statement minus the number before it.
  int growth(int n) const {
    int difference = n_users_left_[n] > 0 ? 1 : 0;
    for (int operand : body_.operands[n]) {
      bool const is_last_use = n_users_left_[operand] == 1;
      if (is_done_[operand] && is_last_use) --difference;
      if (!is_done_[operand] && !is_last_use) ++difference;
    }
    return difference;
  }

  void push(int n) {
    if (!waits_[n]) ready_.push({growth(n), n});
  }

  void schedule(int n) {
    for (int operand : body_.operands[n])
      if (!is_done_[operand]) schedule_one(operand);
    schedule_one(n);
    for (int operand : body_.operands[n]) used(operand);
    for (int user : body_.users[n])
      if (--n_missing_[user] == 0) push(user);
  }

  void schedule_one(int n) {
    is_done_[n] = true;
    result_.push_back(statements_[n]);
  }

  /// Records a use of a register. If exactly one user remains, its growth has decreased, so it enters the queue again.
  void used(int n) {
    if (--n_users_left_[n] != 1) return;
    for (int user : body_.users[n])
      if (!is_done_[user] && n_missing_[user] == 0) push(user);
  }

  std::vector<Statement> const& statements_;
  Body body_;
  std::vector<int> n_missing_; ///< operands of each statement that are not scheduled yet, except leaves
  std::vector<int> n_users_left_;
  std::vector<bool> is_done_;
  std::vector<bool> waits_; ///< marks stores that must follow all loads
  std::priority_queue<Entry> ready_;
  std::vector<Statement> result_;
};

/// Returns the statements in the order of their register ids. The ids are those of the graph's values, which follow the
/// equations.
std::vector<Statement> in_order_of_graph(std::vector<Statement> const& body,
                                         std::vector<std::string> const& also_read) {
  // A store follows its value; stores that must come last follow all statements.
  auto const place = [&](Statement const& statement) {
    bool const is_last = statement.is_store && must_follow_loads(statement, also_read);
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
  int live = 0, max = 0;
  for (std::size_t n = 0; n < statements.size(); ++n) {
    left[n] = static_cast<int>(body.users[n].size());
    live += left[n] > 0 ? 1 : 0;
    max = std::max(max, live);
    for (int operand : body.operands[n])
      if (--left[operand] == 0) --live;
  }
  return max;
}

std::vector<Statement> order_for_few_registers(std::vector<Statement> const& body,
                                               std::vector<std::string> const& also_read) {
  std::vector<Statement> best = body;
  int fewest = max_live(best);
  for (auto& candidate : {Scheduler(body, also_read).run(), in_order_of_graph(body, also_read)}) {
    int const live = max_live(candidate);
    if (live >= fewest) continue;
    fewest = live;
    best = candidate;
  }
  return best;
}

} // namespace chemora::plan
