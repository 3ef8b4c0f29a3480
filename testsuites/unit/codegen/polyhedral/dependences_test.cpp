#include "codegen/polyhedral/polyhedral.hpp"
#include "enumeration.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::polyhedral {
namespace {

constexpr unsigned n_kernels = 400;

/// Whether some instances that depend on each other have different values of `loop` and equal values of `outer`.
bool is_carried(test::Enumeration const& enumeration, std::string const& loop, std::vector<std::string> const& outer) {
  return std::any_of(enumeration.dependences.begin(), enumeration.dependences.end(), [&](auto const& dependence) {
    auto const &a = enumeration.instances[dependence.first].loops, &b = enumeration.instances[dependence.second].loops;
    auto const is_equal = [&](std::string const& name) {
      return !a.contains(name) || !b.contains(name) || a.at(name) == b.at(name);
    };
    return a.contains(loop) && b.contains(loop) && !is_equal(loop) && std::all_of(outer.begin(), outer.end(), is_equal);
  });
}

TEST(Dependences, EqualThoseOfAllInstances) {
  for (unsigned seed = 0; seed < n_kernels; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const kernel = loops::parse_loop_kernel(text);
    std::set<std::tuple<std::string, std::string, std::string, bool, bool>> found;
    for (Dependence const& d : dependences(kernel)) {
      EXPECT_EQ(d.first.instruction, d.from);
      EXPECT_EQ(d.second.instruction, d.to);
      found.emplace(d.from, d.to, d.array, d.kind != DependenceKind::anti, d.kind != DependenceKind::flow);
    }
    EXPECT_EQ(found, test::Enumeration(kernel).kinds()) << text;
  }
}

TEST(Dependences, HaveExamplesOfConflictingInstances) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const kernel = loops::parse_loop_kernel(text);
    test::Enumeration const enumeration(kernel);
    auto const is = [](Instance const& example, test::EnumeratedInstance const& instance) {
      return example.instruction == instance.instruction->id &&
             std::equal(example.loops.begin(), example.loops.end(), instance.loops.begin(), instance.loops.end(),
                        [](auto const& a, auto const& b) { return a.first == b.first && a.second == b.second; });
    };
    for (Dependence const& d : dependences(kernel))
      EXPECT_TRUE(std::any_of(enumeration.dependences.begin(), enumeration.dependences.end(),
                              [&](auto const& pair) {
                                return is(d.first, enumeration.instances[pair.first]) &&
                                       is(d.second, enumeration.instances[pair.second]) &&
                                       kernel.arrays[pair.array].name == d.array;
                              }))
          << d.description() << "\n"
          << text;
  }
}

TEST(CarriedBy, EqualsTheEnumeration) {
  int n_carried = 0, n_parallel = 0;
  for (unsigned seed = 0; seed < n_kernels; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const kernel = loops::parse_loop_kernel(text);
    test::Enumeration const enumeration(kernel);
    for (std::string const loop : {"i", "j", "k"})
      for (std::vector<std::string> const& outer : {std::vector<std::string>{}, {"i"}, {"j", "k"}}) {
        if (std::find(outer.begin(), outer.end(), loop) != outer.end()) continue;
        bool const expected = is_carried(enumeration, loop, outer);
        EXPECT_EQ(carried_by(kernel, loop, outer).has_value(), expected) << loop << "\n" << text;
        ++(expected ? n_carried : n_parallel);
      }
  }
  EXPECT_GT(n_carried, 500);
  EXPECT_GT(n_parallel, 300);
  RecordProperty("carried", n_carried);
  RecordProperty("parallel", n_parallel);
}

/// Gives the instructions random orders.
loops::LoopKernel reordered(loops::LoopKernel kernel, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<long> last;
  for (std::size_t n = 0; n < kernel.instructions.size(); ++n) last.push_back(static_cast<long>(n));
  std::shuffle(last.begin(), last.end(), random);
  for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
    loops::Instruction& instruction = kernel.instructions[n];
    std::vector<std::string> loops = instruction.within;
    if (random() % 2) std::shuffle(loops.begin(), loops.end(), random);
    instruction.order.clear();
    for (std::string const& loop : loops) instruction.order.push_back(ir::linear(loop));
    while (instruction.order.size() < 3) // no two instances have equal order
      instruction.order.push_back(ir::linear(0));
    instruction.order.push_back(ir::linear(last[n]));
  }
  return kernel;
}

TEST(Violated, EqualsTheEnumeration) {
  int n_violated = 0, n_respected = 0;
  for (unsigned seed = 0; seed < n_kernels; ++seed) {
    std::string const text = test::random_kernel(seed);
    loops::LoopKernel const before = loops::parse_loop_kernel(text), after = reordered(before, seed);
    test::Enumeration const enumeration(before);
    auto const position = [&](test::EnumeratedInstance const& instance) {
      std::vector<long> result;
      std::map<std::string, long> values;
      for (auto const& [name, value] : instance.loops) values[name] = static_cast<long>(value);
      for (ir::LinearExpression const& entry : after.instruction(instance.instruction->id).order)
        result.push_back(entry.value(values));
      return result;
    };
    bool const expected =
        !std::all_of(enumeration.dependences.begin(), enumeration.dependences.end(), [&](auto const& dependence) {
          return position(enumeration.instances[dependence.first]) < position(enumeration.instances[dependence.second]);
        });
    EXPECT_EQ(violated(before, after).has_value(), expected) << text << loops::to_text(after);
    ++(expected ? n_violated : n_respected);
  }
  EXPECT_GT(n_violated, 100);
  EXPECT_GT(n_respected, 30);
  RecordProperty("violated", n_violated);
  RecordProperty("respected", n_respected);
}

TEST(Violated, FollowsSplitLoops) {
  loops::LoopKernel const before = loops::parse_loop_kernel(R"(kernel sum {
  parameter int32 n
  loop i: 1 <= i <= n
  array a real64 [n + 1] argument
  add: [i] a[i] = a[i] + a[i - 1] order i
}
)");
  auto const split = [&](std::string const& order) {
    return loops::parse_loop_kernel(R"(kernel sum {
  parameter int32 n
  loop o: 0 <= o <= n
  loop p: 0 <= p <= 3
  where 4 * o + p >= 1
  where 4 * o + p <= n
  array a real64 [n + 1] argument
  add: [o, p] a[4 * o + p] = a[4 * o + p] + a[4 * o + p - 1] order )" +
                                    order + "\n}\n");
  };
  std::map<std::string, LoopValues> const instances{{"add", {{"i", 4 * ir::linear("o") + ir::linear("p")}}}};
  EXPECT_FALSE(violated(before, split("o, p"), instances));
  auto const broken = violated(before, split("p, o"), instances);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->array, "a");
}

TEST(Dependences, DescribeTheInstances) {
  loops::LoopKernel const kernel = loops::parse_loop_kernel(R"(kernel sum {
  loop i: 1 <= i <= 1
  loop k: 0 <= k <= 0
  array s real64 [] registers copies i
  array y real64 [2] argument
  init: [i] s = 0.0 order i, 0
  add: [i, k] y[i] = s order i, 1, k
}
)");
  auto const found = dependences(kernel);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].description(), "`add[i=1, k=0]` reads `s`, which `init[i=1]` writes");
}

} // namespace
} // namespace chemora::polyhedral
