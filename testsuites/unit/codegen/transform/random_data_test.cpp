// Applies random transformations of data and rules to random kernels. Accepted ones must keep the bits of the result in
// the order that defines it, in another legal order, and in the schedule.
#include "codegen/polyhedral/polyhedral.hpp"
#include "testsuites/support/random_kernel.hpp"
#include "testsuites/unit/codegen/transform/data_support.hpp"

#include <optional>
#include <random>

namespace chemora::transform {
namespace {

using loops::LoopKernel;
using testing_support::KernelArguments;

class RandomRequests {
public:
  RandomRequests(LoopKernel const& kernel, unsigned seed) : kernel_(kernel), generator_(seed) {}

  Call next() {
    switch (number(10)) {
    case 0:
      return {.name = "assignment_to_subst", .positional = {text(temporary())}};
    case 1:
      return prefetch();
    case 2:
      return {.name = "buffer_array",
              .positional = {text(array()), list(some_loops())},
              .named = {{"fetch_bounding_box", make_value(true)}}};
    case 3:
      return extraction();
    case 4:
      return {.name = "tag_data_axes", .positional = {text(temporary()), text("N1,N0")}};
    default:
      return {.name = "precompute", .positional = {text(rule()), list(some_loops())}};
    }
  }

private:
  std::size_t number(std::size_t n) { return n == 0 ? 0 : generator_() % n; }

  std::string temporary() {
    std::vector<std::string> names;
    for (ir::TypedArray const& array : kernel_.arrays)
      if (!array.is_argument) names.push_back(array.name);
    return names.empty() ? "none" : names[number(names.size())];
  }

  std::string array() { return kernel_.arrays[number(kernel_.arrays.size())].name; }
  std::string rule() { return kernel_.rules.empty() ? "none" : kernel_.rules[number(kernel_.rules.size())].name; }

  std::vector<std::string> some_loops() {
    loops::Instruction const& instruction = kernel_.instructions[number(kernel_.instructions.size())];
    std::vector<std::string> loops;
    for (std::string const& loop : instruction.within)
      if (number(3) == 0) loops.push_back(loop);
    return loops;
  }

  /// A read of a random instruction with some of its subscripts as whole axes.
  Call prefetch() {
    loops::Instruction const& instruction = kernel_.instructions[number(kernel_.instructions.size())];
    auto const accesses = loops::accesses_of(kernel_, instruction);
    if (accesses.empty()) return {.name = "add_prefetch", .positional = {text("none")}};
    ir::Expression const& element = *accesses[number(accesses.size())].element;
    std::string pattern;
    for (ir::ExpressionPtr const& subscript : element.operands)
      pattern += (pattern.empty() ? "" : ",") + (number(3) == 0 ? ":" : ir::to_text(subscript));
    std::vector<std::string> loops;
    for (std::string const& loop : instruction.within)
      if (number(3) == 0) loops.push_back(loop);
    return {.name = "add_prefetch",
            .positional = {text(number(3) == 0 ? element.name : element.name + "[" + pattern + "]"), list(loops)}};
  }

  Call extraction() {
    ir::TypedArray const& array = kernel_.arrays[number(kernel_.arrays.size())];
    std::string form, parameters;
    for (std::size_t n = 0; n < array.axes.size(); ++n) {
      form += (n == 0 ? "p" : ", p") + std::to_string(n);
      parameters += (n == 0 ? "p" : ", p") + std::to_string(n);
    }
    return {.name = "extract_subst",
            .positional = {text(loops::unused_name(kernel_, "rule_of_" + array.name)),
                           text(form.empty() ? array.name : array.name + "[" + form + "]"), text(parameters)}};
  }

  LoopKernel const& kernel_;
  std::mt19937 generator_;
};

Data executed(LoopKernel const& kernel, KernelArguments const& arguments) {
  Data arrays = arguments.arrays;
  try {
    loops::interpret(kernel, arguments.parameters, arrays);
  } catch (base::UserError const& error) {
    ADD_FAILURE() << error.what() << loops::to_text(kernel);
  }
  return arrays;
}

/// Returns nothing if the kernel has no schedule, because its loops cannot be nested.
std::optional<Data> scheduled(LoopKernel const& kernel, KernelArguments const& arguments) {
  std::optional<ir::LoopTree> tree;
  try {
    tree = polyhedral::schedule(kernel);
  } catch (base::UserError const&) {
    return std::nullopt;
  }
  Data arrays = arguments.arrays;
  ir::interpret(*tree, arguments.parameters, arrays);
  return arrays;
}

TEST(RandomDataTransformations, KeepBits) {
  std::map<std::string, int> accepted, rejected;
  int n_schedules = 0;
  for (unsigned seed = 1; seed <= 180; ++seed) {
    LoopKernel kernel = testing_support::random_kernel({.seed = seed});
    KernelArguments const arguments = testing_support::random_arguments(kernel, seed);
    Data const expected = executed(kernel, arguments);
    for (unsigned step = 0; step < 12; ++step) {
      Call const call = RandomRequests(kernel, 100 * seed + step).next();
      LoopKernel const before = kernel;
      try {
        kernel = apply(kernel, call);
      } catch (base::UserError const&) {
        ++rejected[call.name];
        continue;
      }
      ++accepted[call.name];
      SCOPED_TRACE(to_text(call) + "\n" + loops::to_text(before) + loops::to_text(kernel));
      ASSERT_EQ(executed(kernel, arguments), expected);
    }
    if (seed % 5 != 0) continue;
    Data arrays = arguments.arrays;
    loops::interpret_in_random_order(kernel, arguments.parameters, arrays, seed);
    EXPECT_EQ(arrays, expected) << loops::to_text(kernel);
    if (std::optional<Data> const result = scheduled(kernel, arguments)) {
      ++n_schedules;
      EXPECT_EQ(*result, expected) << loops::to_text(kernel);
    }
  }
  for (std::string const name :
       {"add_prefetch", "assignment_to_subst", "buffer_array", "extract_subst", "precompute"}) {
    EXPECT_GT(accepted[name], 10) << name;
    EXPECT_GT(rejected[name], 5) << name;
    RecordProperty(name, std::to_string(accepted[name]) + " accepted, " + std::to_string(rejected[name]) + " rejected");
  }
}

} // namespace
} // namespace chemora::transform
