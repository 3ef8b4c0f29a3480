// Applies random sequences of requests to random kernels. Accepted requests keep all bits of the result.
#include "testsuites/support/random_kernel.hpp"
#include "testsuites/unit/codegen/transform/loop_support.hpp"

namespace chemora::transform::tests {
namespace {

using testing_support::KernelArguments;

/// Returns random requests for a kernel. Most of them have the right form; not all are legal.
class RandomRequests {
public:
  explicit RandomRequests(unsigned seed) : random_(seed), has_threads_(seed % 2 == 0) {}

  std::string request(loops::LoopKernel const& kernel) {
    switch (number(9)) {
    case 0:
      return fmt::format("split_iname(f, \"{}\", {})", loop(kernel), 1 + number(4));
    case 1:
      return fmt::format("split_iname(f, \"{}\", {}, within=\"id:{}\")", loop(kernel), 1 + number(4), id(kernel));
    case 2:
      return fmt::format("tag_inames(f, \"{}:{}\")", loop(kernel), tag());
    case 3:
      return fmt::format("rename_iname(f, \"{}\", \"r{}\", within=\"id:{} or id:{}\", existing_ok=True)", loop(kernel),
                         number(3), id(kernel), id(kernel));
    case 4:
      return fmt::format("interchange(f, {})", nested(kernel, "\", \""));
    case 5:
      return fmt::format("set_loop_priority(f, {})", nested(kernel, ", "));
    case 6:
      return fmt::format("tile(f, {}, {})", nested(kernel, ", "), 1 + number(3));
    case 7:
      return fmt::format("join_inames(f, {})", nested(kernel, ", "));
    default:
      return fmt::format("duplicate_inames(f, \"{}\", within=\"id:{} or id:{}\")", loop(kernel), id(kernel),
                         id(kernel));
    }
  }

private:
  std::size_t number(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  std::string loop(loops::LoopKernel const& kernel) { return kernel.loops[number(kernel.loops.size())].name; }
  std::string id(loops::LoopKernel const& kernel) { return kernel.instructions[number(kernel.instructions.size())].id; }
  /// Returns two loops that are one inside another, usually the innermost ones of an instruction.
  std::string nested(loops::LoopKernel const& kernel, std::string const& separator) {
    std::vector<std::string> const& within = kernel.instructions[number(kernel.instructions.size())].within;
    if (within.size() < 2) return fmt::format("\"{}{}{}\"", loop(kernel), separator, loop(kernel));
    std::size_t const inner = number(3) > 0 ? within.size() - 1 : 1 + number(within.size() - 1);
    return fmt::format("\"{}{}{}\"", within[inner - 1], separator, within[inner]);
  }
  std::string tag() {
    // Threads, or loops that one thread unrolls.
    std::vector<char const*> const tags =
        has_threads_ ? std::vector{"g.0", "g.1", "l.0", "l.1", "for"} : std::vector{"unr", "vec", "ilp", "for"};
    return tags[number(tags.size())];
  }

  std::mt19937 random_;
  bool has_threads_ = false;
};

/// Returns why the kernel has no schedule, or an empty text.
std::string schedule_error(loops::LoopKernel const& kernel) {
  try {
    polyhedral::schedule(kernel);
  } catch (base::UserError const& error) {
    return error.diagnostics().at(0).message;
  }
  return "";
}

/// Whether a later request of the plan may provide what is missing: constant ranges, or tags of other loops.
bool may_be_completed(std::string const& schedule_error) {
  return schedule_error.find("needs a number of iterations that does not depend on parameters") != std::string::npos ||
         schedule_error.find("must be within the same loops of block axes") != std::string::npos;
}

std::map<std::string, std::vector<double>> interpreted(loops::LoopKernel const& kernel, KernelArguments arguments) {
  loops::interpret(kernel, arguments.parameters, arguments.arrays);
  return arguments.arrays;
}

TEST(RandomPlans, KeepAllBits) {
  std::map<std::string, int> n_accepted, n_refused;
  int n_schedules = 0;
  for (unsigned seed = 1; seed <= 60; ++seed) {
    loops::LoopKernel const original =
        testing_support::random_kernel({.seed = seed, .max_instructions = 6, .has_reductions = seed % 3 == 0});
    KernelArguments arguments = testing_support::random_arguments(original, seed);
    auto const expected = interpreted(original, arguments);
    loops::LoopKernel kernel = original;
    if (seed % 4 != 0) {
      std::string values;
      for (loops::Parameter const& parameter : original.parameters) {
        if (parameter.type != ir::Type::int32) continue;
        values += fmt::format(", {}={}", parameter.name, arguments.parameters.at(parameter.name));
        arguments.parameters.erase(parameter.name);
      }
      if (!values.empty()) kernel = applied(kernel, "fix_parameters(f" + values + ")");
    }
    RandomRequests requests(seed);
    for (int n = 0; n < 10; ++n) {
      std::string const request = requests.request(kernel);
      std::string const verb = request.substr(0, request.find('('));
      std::optional<std::string> const error = error_of(kernel, request);
      ++(error ? n_refused : n_accepted)[verb];
      if (error) continue;
      loops::LoopKernel const next = applied(kernel, request);
      std::string const reason = schedule_error(next);
      if (!reason.empty() && !may_be_completed(reason) && schedule_error(kernel).empty())
        ADD_FAILURE() << request << " was accepted, but there is no schedule any more. " << reason << "\n"
                      << loops::to_text(kernel);
      kernel = next;
    }
    ASSERT_EQ(interpreted(kernel, arguments), expected) << loops::to_text(original) << loops::to_text(kernel);
    KernelArguments random_order = arguments, scheduled = arguments;
    loops::interpret_in_random_order(kernel, random_order.parameters, random_order.arrays, seed);
    ASSERT_EQ(random_order.arrays, expected) << loops::to_text(original) << loops::to_text(kernel);
    if (!schedule_error(kernel).empty()) continue;
    ++n_schedules;
    ir::LoopTree const tree = polyhedral::schedule(kernel);
    ir::verify(tree, "schedule");
    ir::interpret(tree, scheduled.parameters, scheduled.arrays);
    ASSERT_EQ(scheduled.arrays, expected) << loops::to_text(original) << loops::to_text(kernel) << ir::to_text(tree);
  }
  EXPECT_EQ(n_accepted.size(), 8U) << "Each transformation is accepted at least once.";
  EXPECT_EQ(n_refused.size(), 8U) << "Each transformation is rejected at least once.";
  EXPECT_GT(n_schedules, 30);
}

} // namespace
} // namespace chemora::transform::tests
