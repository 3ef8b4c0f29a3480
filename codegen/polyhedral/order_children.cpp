#include "codegen/polyhedral/order_children.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace chemora::polyhedral {

namespace {

// Shared storage makes the search for an order exponential in the worst case.
constexpr int max_steps = 20000;

class ChildrenOrder {
public:
  ChildrenOrder(Program const& program, std::vector<Relation> const& relations, std::vector<ScheduleNode> nodes,
                std::vector<std::string> const& outer)
      : program_(program), relations_(relations), nodes_(std::move(nodes)), outer_(outer), statements_(nodes_.size()),
        predecessors_(nodes_.size()) {
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      add_statements({nodes_[n]}, statements_[n]);
      for (std::size_t const statement : statements_[n]) child_of_[statement] = n;
    }
  }

  std::vector<ScheduleNode> run() {
    add_dependences();
    add_requests();
    add_barriers();
    find_ranks();
    find_storage();
    check_cycles();
    std::vector<std::size_t> order;
    std::vector<bool> is_placed(nodes_.size(), false);
    if (!place(order, is_placed)) fail_storage();
    std::vector<ScheduleNode> result;
    for (std::size_t const child : order) result.push_back(std::move(nodes_[child]));
    return result;
  }

private:
  struct Reason {
    std::size_t child = 0; ///< that comes first
    std::string text{};
    Relation const* relation = nullptr; ///< if the reason is a dependence
  };

  loops::Instruction const& instruction(std::size_t statement) const {
    return *program_.statements[statement].instruction;
  }

  std::optional<std::size_t> child_of(std::size_t statement) const {
    auto const found = child_of_.find(statement);
    return found == child_of_.end() ? std::nullopt : std::optional(found->second);
  }

  bool precedes(std::size_t first, std::size_t second) const {
    return std::any_of(predecessors_[second].begin(), predecessors_[second].end(),
                       [&](Reason const& reason) { return reason.child == first; });
  }

  void add_dependences() {
    for (Relation const& relation : relations_) {
      auto const first = child_of(relation.first), second = child_of(relation.second);
      if (!first || !second || *first == *second || precedes(*first, *second)) continue;
      if (exists(relation)) predecessors_[*second].push_back({*first, {}, &relation});
    }
  }

  bool exists(Relation const& relation) const {
    Statement const &a = program_.statements[relation.first], &b = program_.statements[relation.second];
    InstancePair const pair(program_, a, b);
    IntegerSet set = relation.conflict;
    for (std::string const& name : outer_) pair.add_equal(set, name);
    return !set.is_empty() && ordered(pair, set, a, b).has_value();
  }

  void add_requests() {
    for (auto const& [statement, child] : child_of_)
      for (std::string const& id : instruction(statement).after)
        for (auto const& [other, other_child] : child_of_) {
          if (instruction(other).id != id || other_child == child) continue;
          predecessors_[child].push_back(
              {other_child, fmt::format("`{}` is after `{}`", instruction(statement).id, id)});
        }
  }

  /// A barrier is ordered as LoopKernel `order` with respect to all other instructions.
  void add_barriers() {
    for (auto const& [statement, child] : child_of_) {
      if (!instruction(statement).barrier) continue;
      for (auto const& [other, other_child] : child_of_) {
        if (other_child == child) continue;
        bool const before = is_before(other, statement), after = is_before(statement, other);
        if (before == after) continue;
        auto const [first, second] = before ? std::pair(other_child, child) : std::pair(child, other_child);
        if (!precedes(first, second))
          predecessors_[second].push_back(
              {first, fmt::format("the barrier `{}` divides the instructions, before or after "
                                  "`{}`",
                                  instruction(statement).id, instruction(other).id)});
      }
    }
  }

  bool is_before(std::size_t first, std::size_t second) const {
    Statement const &a = program_.statements[first], &b = program_.statements[second];
    InstancePair const pair(program_, a, b);
    IntegerSet set = pair.domain();
    for (std::string const& name : outer_) pair.add_equal(set, name);
    return ordered(pair, set, a, b).has_value();
  }

  void find_ranks() {
    for (std::set<std::size_t> const& inside : statements_) {
      std::vector<long> best;
      for (std::size_t const statement : inside) {
        std::vector<long> rank;
        for (ir::LinearExpression const& position : instruction(statement).order) rank.push_back(position.constant);
        while (!rank.empty() && rank.back() == 0) rank.pop_back();
        if (statement == *inside.begin() || rank < best) best = rank;
      }
      ranks_.push_back(std::move(best));
    }
  }

  /// Finds the children that access each temporary with shared storage, and temporaries that live in all iterations of
  /// the surrounding loop.
  void find_storage() {
    for (auto const& [statement, child] : child_of_)
      for (Access const& access : program_.statements[statement].accesses)
        if (!access.array->storage.empty()) users_[access.array].insert(child);
    for (auto const& [array, users] : users_)
      for (auto const& other_and_users : users_) {
        ir::TypedArray const* const other = other_and_users.first;
        auto const& other_users = other_and_users.second;
        if (array == other || array->storage != other->storage) continue;
        bool const lives_on = !outer_.empty() && flows_between_iterations(*array);
        bool const is_interleaved =
            (users.size() > 1 || other_users.size() > 1) &&
            std::any_of(users.begin(), users.end(), [&](std::size_t child) { return other_users.contains(child); });
        if (lives_on || is_interleaved) fail_storage(array, other);
      }
  }

  bool flows_between_iterations(ir::TypedArray const& array) const {
    std::string const& loop = outer_.back();
    std::vector<std::string> const equal(outer_.begin(), outer_.end() - 1);
    if (std::find(array.copies.begin(), array.copies.end(), loop) != array.copies.end()) return false;
    return std::any_of(relations_.begin(), relations_.end(), [&](Relation const& relation) {
      return relation.first_access->array == &array && relation.first_access->is_write &&
             !relation.second_access->is_write && child_of(relation.first) && child_of(relation.second) &&
             relation.example(program_, equal, loop, false).has_value();
    });
  }

  [[noreturn]] void fail_storage(ir::TypedArray const* first = nullptr, ir::TypedArray const* second = nullptr) const {
    for (auto const& [array, users] : users_)
      for (auto const& [other, other_users] : users_)
        if (!first && array < other && array->storage == other->storage) {
          first = array;
          second = other;
        }
    if (!first) throw base::InternalError("the statements of a loop have no order, although no dependences are cyclic");
    throw base::UserError(fmt::format(
        "The temporaries `{}` and `{}` cannot share the storage `{}`, because both are in use at the same "
        "time in every order of the statements. Rename a loop that uses both, or give them separate storage.",
        std::min(first->name, second->name), std::max(first->name, second->name), first->storage));
  }

  void check_cycles() const {
    std::vector<int> state(nodes_.size(), 0); // 1: on the path, 2: finished
    for (std::size_t child = 0; child < nodes_.size(); ++child) visit(child, state);
  }

  void visit(std::size_t child, std::vector<int>& state) const {
    if (state[child] == 2) return;
    state[child] = 1;
    for (Reason const& reason : predecessors_[child]) {
      if (state[reason.child] == 1) fail_cycle(reason.child, child, reason);
      visit(reason.child, state);
    }
    state[child] = 2;
  }

  [[noreturn]] void fail_cycle(std::size_t first, std::size_t second, Reason const& reason) const {
    // Both directions between two nodes are the most useful message; other cycles are reported by one dependence.
    std::string text = text_of(reason);
    for (Reason const& reverse : predecessors_[first])
      if (reverse.child == second) text += ", and " + text_of(reverse);
    auto const place = [&](std::size_t child) {
      ScheduleNode const& node = nodes_[child];
      return node.kind == ScheduleNode::Kind::loop ? fmt::format("loop `{}`", node.loop)
                                                   : fmt::format("`{}`", instruction(node.statement).id);
    };
    throw base::UserError(
        instruction(*statements_[second].begin()).where,
        fmt::format("There is no order of {} and {}, because each loop occurs once in a schedule: {}. "
                    "Rename a loop for some of its instructions.",
                    place(first), place(second), text));
  }

  std::string text_of(Reason const& reason) const {
    if (!reason.relation) return reason.text;
    auto const example = reason.relation->example(program_, outer_);
    return example ? example->description() : reason.text;
  }

  bool is_ready(std::size_t child, std::vector<bool> const& is_placed) const {
    for (Reason const& reason : predecessors_[child])
      if (!is_placed[reason.child]) return false;
    for (auto const& [array, users] : users_) {
      if (!users.contains(child)) continue;
      for (auto const& [other, other_users] : users_) {
        if (array == other || array->storage != other->storage) continue;
        std::size_t n_placed = 0;
        for (std::size_t const user : other_users) n_placed += is_placed[user];
        if (n_placed != 0 && n_placed != other_users.size()) return false;
      }
    }
    return true;
  }

  bool place(std::vector<std::size_t>& order, std::vector<bool>& is_placed) {
    if (order.size() == nodes_.size()) return true;
    if (++n_steps_ > max_steps) return false;
    std::vector<std::size_t> ready;
    for (std::size_t child = 0; child < nodes_.size(); ++child)
      if (!is_placed[child] && is_ready(child, is_placed)) ready.push_back(child);
    std::stable_sort(ready.begin(), ready.end(), [&](std::size_t a, std::size_t b) { return ranks_[a] < ranks_[b]; });
    if (users_.empty() && ready.size() > 1) ready.resize(1); // no choice can fail
    for (std::size_t const child : ready) {
      order.push_back(child);
      is_placed[child] = true;
      if (place(order, is_placed)) return true;
      is_placed[child] = false;
      order.pop_back();
    }
    return false;
  }

  Program const& program_;
  std::vector<Relation> const& relations_;
  std::vector<ScheduleNode> nodes_;
  std::vector<std::string> const& outer_;
  std::vector<std::set<std::size_t>> statements_;
  std::vector<std::vector<Reason>> predecessors_;
  std::map<std::size_t, std::size_t> child_of_{};
  std::vector<std::vector<long>> ranks_{};
  std::map<ir::TypedArray const*, std::set<std::size_t>> users_{};
  int n_steps_ = 0;
};

} // namespace

std::vector<ScheduleNode> order_children(Program const& program, std::vector<Relation> const& relations,
                                         std::vector<ScheduleNode> nodes, std::vector<std::string> const& outer) {
  return ChildrenOrder(program, relations, std::move(nodes), outer).run();
}

} // namespace chemora::polyhedral
