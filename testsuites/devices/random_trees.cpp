#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/transform/transform.hpp"
#include "framework/base/errors.hpp"
#include "testsuites/devices/tree_cases.hpp"
#include "testsuites/support/random_kernel.hpp"

#include <algorithm>
#include <optional>
#include <random>

namespace chemora::testing_support {

namespace {

std::optional<ir::LoopTree> try_schedule(loops::LoopKernel const& kernel) {
  try {
    return polyhedral::schedule(kernel);
  } catch (base::UserError const&) {
    return std::nullopt;
  }
}

loops::Tag random_tag(std::mt19937& random) {
  std::vector<loops::Tag> const tags{loops::Tag::unrolled,   loops::Tag::vector,      loops::Tag::interleaved,
                                     loops::Tag::block_axis, loops::Tag::thread_axis, loops::Tag::thread_axis};
  return tags[random() % tags.size()];
}

} // namespace

std::vector<TreeCase> random_trees(int first, int last, RandomTrees& counts) {
  std::vector<TreeCase> cases;
  for (int seed = first; seed <= last; ++seed) {
    std::mt19937 random(static_cast<unsigned>(seed));
    loops::LoopKernel kernel = random_kernel(
        {.seed = static_cast<std::uint64_t>(seed), .real = seed % 3 == 0 ? ir::Type::real32 : ir::Type::real64});
    kernel = transform::apply(kernel, {.name = "fix_parameters",
                                       .named = {{"n", transform::make_value(static_cast<long>(3 + random() % 17))},
                                                 {"m", transform::make_value(static_cast<long>(3 + random() % 9))}}});
    auto tree = try_schedule(kernel);
    if (!tree) continue;
    std::shuffle(kernel.loops.begin(), kernel.loops.end(), random);
    for (loops::Loop& loop : kernel.loops) {
      loops::Loop const untagged = loop;
      loop.tag = random_tag(random);
      if (loops::is_hardware_axis(loop)) loop.axis = static_cast<int>(random() % 2);
      if (auto tagged = try_schedule(kernel)) {
        ++counts.n_of[loop.tag];
        tree = std::move(tagged);
      } else {
        loop = untagged;
      }
    }
    cases.push_back({*tree, {{"alpha", 0.5}}});
  }
  return cases;
}

} // namespace chemora::testing_support
