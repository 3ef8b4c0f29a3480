/// Exhaustive answers for small loop kernels: all instances, all conflicts, and all orders of loops and statements.
#pragma once

#include "codegen/loops/execution.hpp"
#include "codegen/loops/loop_kernel.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace chemora::polyhedral::test {

struct EnumeratedInstance {
  loops::Instruction const* instruction = nullptr;
  ir::NameValues loops{};
  std::set<std::pair<ir::ElementPlace, bool>> accesses{}; ///< elements, and whether they are written
};

/// Pairs of conflicting instances; the first is earlier in the order that defines the result.
struct EnumeratedDependence {
  std::size_t first = 0, second = 0;
  std::size_t array = 0;
  bool first_writes = false, second_writes = false;
};

class Enumeration {
public:
  explicit Enumeration(loops::LoopKernel const& kernel) : kernel(kernel) {
    std::map<std::string, std::vector<double>> arrays = contents(kernel);
    EnumeratedInstance current;
    ir::NameValues const parameters;
    loops::Execution execution(kernel, parameters, arrays, [&](ir::ElementPlace const& place, bool is_write) {
      current.accesses.emplace(place, is_write);
    });
    execution.for_each_instance([&](loops::Instruction const& instruction, ir::NameValues const& values) {
      current = {&instruction, values, {}};
      execution.execute(instruction, values);
      instances.push_back(current);
    });
    for (std::size_t a = 0; a < instances.size(); ++a)
      for (std::size_t b = a + 1; b < instances.size(); ++b) add_conflicts(a, b);
  }

  /// Returns small different integers for all arguments.
  static std::map<std::string, std::vector<double>> contents(loops::LoopKernel const& kernel) {
    std::map<std::string, std::vector<double>> result;
    double next = 1;
    for (ir::TypedArray const& array : kernel.arrays) {
      if (!array.is_argument) continue;
      long n = 1;
      for (ir::ArrayAxis const& axis : array.axes) n *= axis.extent.constant;
      for (long k = 0; k < n; ++k) result[array.name].push_back(next = next * 1.37 > 100 ? next - 97.3 : next * 1.37);
    }
    return result;
  }

  /// Returns instruction, instruction, array, and whether the accesses are writes.
  std::set<std::tuple<std::string, std::string, std::string, bool, bool>> kinds() const {
    std::set<std::tuple<std::string, std::string, std::string, bool, bool>> result;
    for (EnumeratedDependence const& d : dependences)
      result.emplace(instances[d.first].instruction->id, instances[d.second].instruction->id,
                     kernel.arrays[d.array].name, d.first_writes, d.second_writes);
    return result;
  }

  loops::LoopKernel const& kernel;
  std::vector<EnumeratedInstance> instances{};
  std::vector<EnumeratedDependence> dependences{};

private:
  void add_conflicts(std::size_t a, std::size_t b) {
    std::set<std::tuple<std::size_t, bool, bool>> found;
    for (auto const& [place, writes] : instances[a].accesses)
      for (auto const& [other, other_writes] : instances[b].accesses)
        if (place == other && (writes || other_writes) && found.emplace(place.array, writes, other_writes).second)
          dependences.push_back({a, b, place.array, writes, other_writes});
  }
};

/// Searches all schedules in which every sequential loop is opened once: all orders of the loops and of the statements.
/// Iterations of parallel loops are executed at the same time, statement by statement; blocks in any order.
class ExhaustiveSchedules {
public:
  explicit ExhaustiveSchedules(loops::LoopKernel const& kernel) : enumeration_(kernel), kernel_(kernel) {
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n)
      for (std::string const& loop : kernel.instructions[n].within)
        if (!loops::is_parallel(kernel.loop(loop))) inside_[loop].insert(n);
  }

  /// Returns whether one of them respects all dependences.
  bool has_legal() {
    if (!are_blocks_independent()) return false;
    for (auto const& [a, in_a] : inside_)
      for (auto const& [b, in_b] : inside_)
        if (!is_subset(in_a, in_b) && !is_subset(in_b, in_a) && intersect(in_a, in_b)) return false;
    std::vector<std::string> loops;
    for (auto const& [loop, statements] : inside_) loops.push_back(loop);
    std::vector<std::size_t> statements;
    for (std::size_t n = 0; n < kernel_.instructions.size(); ++n) statements.push_back(n);
    do {
      if (!is_nested(loops)) continue;
      std::vector<std::size_t> order = statements;
      do {
        if (is_contiguous(order) && is_legal(loops, order)) return true;
      } while (std::next_permutation(order.begin(), order.end()));
    } while (std::next_permutation(loops.begin(), loops.end()));
    return false;
  }

private:
  using Indices = std::set<std::size_t>;

  static bool is_subset(Indices const& small, Indices const& large) {
    return std::includes(large.begin(), large.end(), small.begin(), small.end());
  }
  static bool intersect(Indices const& a, Indices const& b) {
    return std::any_of(a.begin(), a.end(), [&](std::size_t n) { return b.contains(n); });
  }

  bool are_blocks_independent() const {
    for (loops::Loop const& loop : kernel_.loops) {
      if (loop.tag != loops::Tag::block_axis) continue;
      std::size_t n_within = 0;
      for (loops::Instruction const& instruction : kernel_.instructions) n_within += instruction.is_within(loop.name);
      if (n_within == 0) continue;
      if (n_within != kernel_.instructions.size()) return false;
      for (EnumeratedDependence const& d : enumeration_.dependences)
        if (enumeration_.instances[d.first].loops.at(loop.name) != enumeration_.instances[d.second].loops.at(loop.name))
          return false;
    }
    return true;
  }

  /// Whether no loop is outside of a loop that contains more statements.
  bool is_nested(std::vector<std::string> const& loops) const {
    for (std::size_t a = 0; a < loops.size(); ++a)
      for (std::size_t b = a + 1; b < loops.size(); ++b) {
        Indices const &outer = inside_.at(loops[a]), &inner = inside_.at(loops[b]);
        if (outer != inner && is_subset(outer, inner)) return false;
      }
    return true;
  }

  bool is_contiguous(std::vector<std::size_t> const& order) const {
    for (auto const& [loop, statements] : inside_) {
      std::size_t n_changes = 0;
      for (std::size_t n = 0; n + 1 < order.size(); ++n)
        n_changes += statements.contains(order[n]) != statements.contains(order[n + 1]);
      bool const at_end = statements.contains(order.front()) || statements.contains(order.back());
      if (n_changes > (at_end ? 1u : 2u) && statements.size() != order.size()) return false;
    }
    return true;
  }

  bool is_legal(std::vector<std::string> const& loops, std::vector<std::size_t> const& order) const {
    std::map<loops::Instruction const*, std::size_t> position;
    for (std::size_t n = 0; n < order.size(); ++n) position[&kernel_.instructions[order[n]]] = n;
    return std::all_of(enumeration_.dependences.begin(), enumeration_.dependences.end(), [&](auto const& dependence) {
      EnumeratedInstance const &a = enumeration_.instances[dependence.first],
                               &b = enumeration_.instances[dependence.second];
      for (std::string const& loop : loops) {
        if (!a.loops.contains(loop) || !b.loops.contains(loop)) continue;
        if (a.loops.at(loop) != b.loops.at(loop)) return a.loops.at(loop) < b.loops.at(loop);
      }
      return position.at(a.instruction) < position.at(b.instruction);
    });
  }

  Enumeration enumeration_;
  loops::LoopKernel const& kernel_;
  std::map<std::string, Indices> inside_{};
};

/// Returns the text of a kernel with up to 3 loops and up to 4 instructions, which use two arguments and a temporary.
/// About half of the kernels are ordinary loop nests; the orders of the others are random.
inline std::string random_kernel(unsigned seed) {
  std::mt19937 random(seed);
  auto const choose = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  std::vector<std::string> const all{"i", "j", "k"};
  std::string text = "kernel random {\n";
  text += "  loop i: 0 <= i <= " + std::to_string(1 + choose(3)) + "\n";
  text += choose(3) == 0 ? "  loop j: 0 <= j <= i\n" : "  loop j: 0 <= j <= " + std::to_string(1 + choose(3)) + "\n";
  text += "  loop k: 0 <= k <= " + std::to_string(1 + choose(2)) + "\n";
  text += "  array a real64 [24] argument\n  array b real64 [24, 24] argument\n";
  text += choose(2) ? "  array t real64 [] registers copies i\n" : "  array t real64 [] registers\n";
  bool const is_regular = choose(2);
  bool const copies = text.find("copies") != std::string::npos;
  int const n_instructions = 2 + choose(3);
  for (int n = 0; n < n_instructions; ++n) {
    std::vector<std::string> within;
    for (std::string const& loop : all)
      if (choose(3) || (loop == "i" && (copies || text.find("j <= i") != std::string::npos))) within.push_back(loop);
    auto const subscript = [&] {
      std::string sum = std::to_string(8 + choose(2));
      for (std::string const& loop : within) {
        int const factor = choose(4);
        if (factor == 1) sum = sum + " + " + loop;
        if (factor == 2) sum = sum + " - " + loop;
        if (factor == 3 && loop == "i") sum = sum + " + 2 * " + loop;
      }
      return sum;
    };
    auto const element = [&]() -> std::string {
      int const which = choose(5);
      if (which < 2) return "a[" + subscript() + "]";
      if (which < 4) return "b[" + subscript() + ", " + subscript() + "]";
      return "t";
    };
    if (is_regular) within.assign(all.begin(), all.begin() + (copies ? 1 : 0) + choose(copies ? 3 : 4));
    std::vector<std::string> order = within;
    if (!is_regular) std::shuffle(order.begin(), order.end(), random);
    std::string within_text, order_text = std::to_string(!is_regular ? choose(2) : within.empty() ? 2 * choose(2) : 1);
    for (std::string const& loop : within) within_text += (within_text.empty() ? "" : ", ") + loop;
    // In a regular nest, a loop has number 1 in the body of its outer loop; statements are before or after it.
    for (std::size_t d = 0; d < order.size(); ++d)
      order_text += ", " + order[d] + ", " +
                    std::to_string(!is_regular            ? choose(2)
                                   : d + 1 < order.size() ? 1
                                                          : 2 * choose(2));
    for (std::size_t d = order.size(); d < all.size(); ++d) order_text += ", 0, 0"; // no two instances have equal order
    order_text += ", " + std::to_string(n);
    text += "  s" + std::to_string(n) + ": [" + within_text + "] " + element() + " = " + element() + " * 0.5 + " +
            element() + (choose(4) == 0 && !within.empty() ? " if " + within[0] + " <= 1" : "") + " order " +
            order_text + "\n";
  }
  return text + "}\n";
}

} // namespace chemora::polyhedral::test
