/// The transformation alias_temporaries: temporaries share one storage. The schedule executes the last read of one
/// before the first write of the next.
#include "codegen/transform/checks.hpp"
#include "codegen/transform/execution_order.hpp"
#include "codegen/transform/transformations.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

namespace chemora::transform {

namespace {

using loops::Instruction;
using loops::LoopKernel;

/// Accesses of instructions to temporaries, and which instruction must be executed before which in each iteration.
class Accesses {
public:
  explicit Accesses(LoopKernel const& kernel) : kernel_(kernel) {
    for (Instruction const& instruction : kernel.instructions)
      for (loops::ArrayAccess const& access : loops::accesses_of(kernel, instruction))
        (access.is_write ? writers_ : readers_)[access.element->name].insert(instruction.id);
    for (auto const& [array, writers] : writers_)
      if (!kernel.array(array).is_argument) add_order(array, writers);
  }

  std::set<std::string> users_of(std::string const& array) const {
    std::set<std::string> users;
    if (auto const found = writers_.find(array); found != writers_.end()) users = found->second;
    if (auto const found = readers_.find(array); found != readers_.end())
      users.insert(found->second.begin(), found->second.end());
    return users;
  }

  /// Returns an instruction of `first` that must be executed before one of `second`, and this one, if there are such.
  std::optional<std::pair<std::string, std::string>> forced_order(std::set<std::string> const& first,
                                                                  std::set<std::string> const& second) const {
    for (std::string const& start : first)
      for (std::string const& end : second)
        if (start != end && is_before(start, end)) return std::pair(start, end);
    return std::nullopt;
  }

private:
  void add_order(std::string const& array, std::set<std::string> const& writers) {
    auto const readers = readers_.find(array);
    if (readers == readers_.end()) return;
    for (std::string const& writer : writers)
      for (std::string const& reader : readers->second)
        if (compare(kernel_.instruction(writer).order, kernel_.instruction(reader).order) < 0)
          after_[writer].insert(reader);
  }

  bool is_before(std::string const& first, std::string const& second) const {
    std::set<std::string> reached = {first};
    std::vector<std::string> open = {first};
    while (!open.empty()) {
      std::string const current = open.back();
      open.pop_back();
      auto const next = after_.find(current);
      if (next == after_.end()) continue;
      for (std::string const& id : next->second)
        if (reached.insert(id).second) open.push_back(id);
    }
    return reached.contains(second);
  }

  LoopKernel const& kernel_;
  std::map<std::string, std::set<std::string>> writers_, readers_, after_;
};

void check_pair(Accesses const& accesses, Arguments const& arguments, std::string const& left,
                std::string const& right) {
  std::set<std::string> const left_users = accesses.users_of(left), right_users = accesses.users_of(right);
  for (std::string const& id : left_users)
    if (right_users.contains(id))
      arguments.fail(fmt::format("`{}` and `{}` cannot share storage, because `{}` accesses both.", left, right, id));
  auto const forward = accesses.forced_order(left_users, right_users);
  auto const backward = accesses.forced_order(right_users, left_users);
  if (forward && backward)
    arguments.fail(fmt::format("`{}` and `{}` cannot share storage, because both are needed at the same time: `{}` is "
                               "executed before `{}`, and `{}` before `{}`.",
                               left, right, forward->first, forward->second, backward->first, backward->second));
}

void check_equal_kinds(ir::TypedArray const& first, ir::TypedArray const& other, Arguments const& arguments) {
  if (first.type != other.type)
    arguments.fail(fmt::format("`{}` and `{}` cannot share storage: their types are {} and {}.", first.name, other.name,
                               ir::to_text(first.type), ir::to_text(other.type)));
  if (first.scope != other.scope)
    arguments.fail(fmt::format("`{}` and `{}` cannot share storage, because they are in different memories.",
                               first.name, other.name));
  if (first.copies != other.copies)
    arguments.fail(fmt::format("`{}` and `{}` cannot share storage: `{}` has copies for the loops ({}), `{}` for ({}).",
                               first.name, other.name, first.name, base::join(first.copies), other.name,
                               base::join(other.copies)));
}

} // namespace

LoopKernel alias_temporaries(LoopKernel kernel, Arguments const& arguments) {
  std::vector<std::string> const names = arguments.names("names");
  if (names.size() < 2) arguments.fail("`alias_temporaries` needs the names of at least two temporaries.");
  Accesses const accesses(kernel);
  for (std::size_t n = 0; n < names.size(); ++n) {
    ir::TypedArray const& array = existing_temporary(kernel, arguments, names[n]);
    if (!array.storage.empty())
      arguments.fail(fmt::format("`{}` already shares the storage `{}`.", array.name, array.storage));
    check_equal_kinds(kernel.array(names[0]), array, arguments);
    for (std::size_t other = 0; other < n; ++other) {
      if (names[other] == names[n]) arguments.fail(fmt::format("`{}` occurs twice in the list.", names[n]));
      check_pair(accesses, arguments, names[other], names[n]);
    }
  }
  std::string const storage = loops::unused_name(kernel, names[0] + "_storage");
  for (std::string const& name : names) kernel.array(name).storage = storage;
  return kernel;
}

} // namespace chemora::transform
