// Transformations of kernels in which the range of a loop depends on data.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

/// Returns a kernel in which each iteration of `i` determines the number of iterations of `k`.
loops::LoopKernel rows(std::string const& copies, std::string const& instructions) {
  return loops::parse_loop_kernel("kernel rows {\n"
                                  "  parameter int32 n\n"
                                  "  loop i: 0 <= i <= n - 1\n"
                                  "  loop k: 0 <= k <= p - 1\n"
                                  "  loop m: 0 <= m <= 1\n"
                                  "  array a real64 [8] argument\n"
                                  "  array x real64 [n] argument\n"
                                  "  array y real64 [8] argument\n"
                                  "  array z real64 [n, 2] argument\n"
                                  "  array p int32 [] registers" +
                                  copies + "\n" + instructions + "}\n");
}

std::string const set_p = "  set_p: [i] p = i + 1 order i, 0\n";
std::string const use_p = "  add: [i, k, m] z[i, m] = z[i, m] + a[k] order i, 1, k, m\n";

TEST(DataRanges, AreReads) {
  loops::LoopKernel const kernel = rows(" copies i", set_p + use_p);
  auto const accesses = loops::accesses_of(kernel, kernel.instruction("add"));
  EXPECT_TRUE(std::any_of(accesses.begin(), accesses.end(), [](loops::ArrayAccess const& access) {
    return access.element->name == "p" && !access.is_write;
  }));
}

TEST(DataRanges, AreComputedBeforePrefetches) {
  loops::LoopKernel const before = rows(" copies i", set_p + use_p);
  loops::LoopKernel const after = transformed(before, "add_prefetch", {text("a[k]")});
  EXPECT_THAT(lines_of(after, {"fetch"}), HasSubstr("fetch_a: [i, k] a_fetch = a[k]"));
  expect_equal_results(before, after, {{"n", 4}});
}

TEST(DataRanges, MustNotChangeBetweenPrefetchesAndUses) {
  loops::LoopKernel const kernel = rows("", "  first: [] p = 2 order 0\n"
                                            "  change: [i] p = 4 if 2.0 < x[i] order 1, i, 0\n"
                                            "  add: [i, k, m] z[i, m] = z[i, m] + a[k] order 1, i, 1, k, m\n");
  EXPECT_THAT(message_of(kernel, "add_prefetch", {text("a[k]")}),
              HasSubstr("because its value changes: `change[i=0]` writes `p`, which `fetch_a[k=0]` reads"));
}

TEST(DataRanges, MustNotChangeBetweenCopiesOfBuffers) {
  loops::LoopKernel const kernel = rows("", "  first: [] p = 2 order 0\n"
                                            "  change: [i] p = 4 if 2.0 < x[i] order 1, i, 0\n"
                                            "  add: [i, k, m] y[k] = y[k] + z[i, m] order 1, i, 1, k, m\n");
  EXPECT_THAT(message_of(kernel, "buffer_array", {text("y"), list({})}),
              HasSubstr("`y` cannot be buffered, because the range of a loop around `add` changes: "));
}

TEST(DataRanges, CannotBeBuffered) {
  EXPECT_EQ(message_of(rows(" copies i", set_p + use_p), "buffer_array", {text("p"), list({})}),
            "`p` cannot be buffered, because the range of a loop depends on it.");
}

TEST(DataRanges, RemainInTheLoopOfTheirCopies) {
  EXPECT_EQ(message_of(rows(" copies i", set_p + use_p), "duplicate_inames", {text("i")}, {{"within", text("id:add")}}),
            "`p` has a copy for each iteration of `i`, and both `add`, which leaves this loop, and `set_p`, which does "
            "not, use it. Select all instructions that use it.");
}

} // namespace
} // namespace chemora::transform
