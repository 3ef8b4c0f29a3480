/// The interpreters of loop kernels: in the order that defines the result, and in random orders.
#include "codegen/loops/execution.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <random>

namespace chemora::loops {

namespace {

/// An instance and its accesses.
struct RecordedInstance {
  Instruction const* instruction = nullptr;
  ir::NameValues loops{};
  std::map<ir::ElementPlace, bool> accesses{}; ///< whether an element is written
  std::vector<std::size_t> next{};             ///< instances that depend on this one
  std::size_t n_before = 0;                    ///< number of instances on which this one depends
};

/// Operations whose updates commute up to rounding.
enum class UpdateClass { none, sum, product, minimum, maximum };

UpdateClass update_class(LoopKernel const& kernel, Instruction const& instruction) {
  if (!instruction.target || !kernel.reassociated.contains(instruction.target->name)) return UpdateClass::none;
  std::optional<Update> const update = only_update_of(kernel, instruction);
  if (!update) return UpdateClass::none;
  if (update->op == ir::Op::multiply) return UpdateClass::product;
  if (update->op == ir::Op::minimum) return UpdateClass::minimum;
  return update->op == ir::Op::maximum ? UpdateClass::maximum : UpdateClass::sum;
}

/// Determines the dependences between instances from the elements that they access. The accesses of each element form a
/// sequence of groups: one write, or several reads, or several updates of a reassociated array. Every instance of a
/// group depends on all instances of the previous group.
class DependenceRecorder {
public:
  explicit DependenceRecorder(LoopKernel const& kernel) : kernel_(kernel) {}

  void add(RecordedInstance instance) {
    std::size_t const number = instances_.size();
    instances_.push_back(std::move(instance));
    UpdateClass const updates = update_class(kernel_, *instances_[number].instruction);
    for (auto const& [place, is_write] : instances_[number].accesses)
      add_access(number, histories_[place], is_write, is_write ? updates : UpdateClass::none);
  }

  std::vector<RecordedInstance> take() { return std::move(instances_); }

private:
  struct History {
    std::vector<std::size_t> previous{}, current{}; ///< instances of the last two groups
    bool has_writes = false;                        ///< whether the instances of the current group write
    UpdateClass updates = UpdateClass::none;        ///< of the current group
  };

  void add_access(std::size_t number, History& history, bool is_write, UpdateClass updates) {
    bool const joins = !history.current.empty() && history.has_writes == is_write && history.updates == updates &&
                       (!is_write || updates != UpdateClass::none);
    if (!joins) {
      history.previous = std::move(history.current);
      history.current.clear();
      history.has_writes = is_write;
      history.updates = updates;
    }
    history.current.push_back(number);
    for (std::size_t const earlier : history.previous) {
      instances_[earlier].next.push_back(number);
      ++instances_[number].n_before;
      check_order(instances_[earlier], instances_[number]);
    }
  }

  /// Instances of equal order must not depend on each other.
  static void check_order(RecordedInstance const& first, RecordedInstance const& second) {
    auto const position = [](RecordedInstance const& instance, std::size_t n) {
      auto const& order = instance.instruction->order;
      return n < order.size() ? ir::value_of(order[n], instance.loops) : 0.0;
    };
    std::size_t const n = std::max(first.instruction->order.size(), second.instruction->order.size());
    for (std::size_t k = 0; k < n; ++k)
      if (position(first, k) != position(second, k)) return;
    throw base::UserError(second.instruction->where,
                          fmt::format("`{}` and `{}` depend on each other, but have the same place in the order of the "
                                      "kernel.",
                                      instance_text(*first.instruction, first.loops),
                                      instance_text(*second.instruction, second.loops)));
  }

  LoopKernel const& kernel_;
  std::vector<RecordedInstance> instances_;
  std::map<ir::ElementPlace, History> histories_;
};

std::vector<RecordedInstance> record(LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                                     std::map<std::string, std::vector<double>> arrays) {
  RecordedInstance current;
  DependenceRecorder recorder(kernel);
  Execution execution(kernel, parameters, arrays,
                      [&](ir::ElementPlace const& place, bool is_write) { current.accesses[place] |= is_write; });
  execution.for_each_instance([&](Instruction const& instruction, ir::NameValues const& loops) {
    current = {.instruction = &instruction, .loops = loops};
    execution.execute(instruction, loops);
    recorder.add(std::move(current));
  });
  return recorder.take();
}

} // namespace

void interpret(LoopKernel const& kernel, std::map<std::string, double> const& parameters,
               std::map<std::string, std::vector<double>>& arrays) {
  Execution execution(kernel, parameters, arrays);
  execution.for_each_instance(
      [&](Instruction const& instruction, ir::NameValues const& loops) { execution.execute(instruction, loops); });
}

void interpret_in_random_order(LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                               std::map<std::string, std::vector<double>>& arrays, unsigned seed) {
  std::vector<RecordedInstance> instances = record(kernel, parameters, arrays);
  std::mt19937 random(seed);
  std::vector<std::size_t> ready;
  for (std::size_t n = 0; n < instances.size(); ++n)
    if (instances[n].n_before == 0) ready.push_back(n);
  Execution execution(kernel, parameters, arrays);
  while (!ready.empty()) {
    std::swap(ready[random() % ready.size()], ready.back());
    RecordedInstance const& instance = instances[ready.back()];
    ready.pop_back();
    execution.execute(*instance.instruction, instance.loops);
    for (std::size_t const next : instance.next)
      if (--instances[next].n_before == 0) ready.push_back(next);
  }
}

} // namespace chemora::loops
