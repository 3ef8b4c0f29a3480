// Tests of transformations that determine how loops are executed, and of those that change values or the order.
#include "testsuites/unit/codegen/transform/loop_support.hpp"

namespace chemora::transform::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(TagInames, AcceptsIndependentIterations) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  for (std::string const tag : {"g.0", "l.0", "for"}) {
    loops::LoopKernel const after = applied(before, "tag_inames(f, \"i:" + tag + "\")");
    EXPECT_EQ(to_text(after.loop("i")), tag);
    expect_same_result(before, applied(after, "fix_parameters(f, m=5)"), {{"m", 5}, {"n", 3}});
  }
  loops::LoopKernel const fixed = applied(before, "fix_parameters(f, m=5, n=3)");
  for (std::string const tag : {"unr", "vec", "ilp"})
    expect_same_result(fixed, applied(fixed, "tag_inames(f, {\"i\": \"" + tag + "\", \"k\": \"unr\"})"), {});
}

TEST(TagInames, RefusesDependentIterations) {
  for (std::string const tag : {"g.0", "l.0", "vec", "ilp"}) {
    EXPECT_EQ(message_of(recurrence, "tag_inames(f, \"i:" + tag + "\")"),
              "`i` cannot be tagged `" + tag + "`: `step[i=2, j=0]` reads `u`, which `step[i=1, j=0]` writes.");
    EXPECT_EQ(message_of(recurrence, "tag_inames(f, \"j:" + tag + "\")"), "no error");
  }
  EXPECT_THAT(message_of(matvec, "tag_inames(f, \"k:l.0\")"),
              HasSubstr("`k` cannot be tagged `l.0`: `add[i=0, k=1]` "));
}

TEST(TagInames, RefusesUpdatesOfOneElementByThreads) {
  std::string const sum = R"(kernel sum {
  parameter int32 n
  loop i: 0 <= i <= n - 1
  array a real64 [n] argument
  array s real64 [1] argument
  add: [i] s[0] = s[0] + a[i] order i
}
)";
  for (std::string const tag : {"g.0", "l.0", "vec", "ilp"})
    EXPECT_THAT(message_of(sum, "reassociate(f, \"s\")\ntag_inames(f, \"i:" + tag + "\")"),
                HasSubstr("`i` cannot be tagged `" + tag + "`: `add[i=1]` "));
}

/// Each thread reads what the next one has written.
std::string neighbours(std::string const& declaration, std::string const& target) {
  return R"(kernel neighbours {
  loop i: 0 <= i <= 6
  array a real64 [8] argument
  array b real64 [8] argument
  )" + declaration +
         "\n  write: [i] " + target + " = a[i] * 2.0 order 0, i\n" + R"(  read: [i] b[i] = t[i + 1] order 1, i
}
)";
}

TEST(TagInames, PermitsThreadsToExchangeDataInSharedMemory) {
  loops::LoopKernel const before = loops::parse_loop_kernel(neighbours("array t real64 [8] tile", "t[i]"));
  EXPECT_EQ(error_of(before, "tag_inames(f, \"i:l.0\")"), std::nullopt);
  std::string const between_threads = "`i` cannot be tagged `{}`: `read[i=0]` reads `t`, which `write[i=1]` writes.";
  EXPECT_EQ(error_of(before, "tag_inames(f, \"i:g.0\")"), fmt::format(fmt::runtime(between_threads), "g.0"));
  loops::LoopKernel const registers = loops::parse_loop_kernel(neighbours("array t real64 [8] registers", "t[i]"));
  EXPECT_EQ(error_of(registers, "tag_inames(f, \"i:l.0\")"), fmt::format(fmt::runtime(between_threads), "l.0"));
}

TEST(TagInames, PermitsBlocksToExchangeDataAcrossABarrier) {
  loops::LoopKernel const before = loops::parse_loop_kernel(neighbours("array t real64 [8] grid", "t[i]"));
  EXPECT_THAT(error_of(before, "tag_inames(f, \"i:g.0\")").value_or(""), HasSubstr("`i` cannot be tagged `g.0`: "));
  loops::LoopKernel const after = applied(before, R"(rename_iname(f, "i", "j", within="id:read")
add_barrier(f, "id:write", "id:read")
tag_inames(f, "i:g.0, j:g.0"))");
  Parameters const none;
  EXPECT_EQ(result_of_schedule(after, none).at("b").size(), 8u);
}

TEST(TagInames, RefusesLoopsOfReductions) {
  EXPECT_EQ(message_of(R"(kernel sum {
  loop i: 0 <= i <= 3
  loop k: 0 <= k <= 3
  array a real64 [4, 4] argument
  array b real64 [4] argument
  rule row(r) = reduce add(k: a[r, k])
  total: [i] b[i] = row(i) order i
}
)",
                       R"(tag_inames(f, "i:g.0, k:vec"))"),
            "`k` cannot be tagged `vec`: `total` reduces over it in a fixed order.");
}

TEST(TagInames, RefusesTwoLoopsOfOneAxis) {
  EXPECT_EQ(message_of(recurrence, R"(tag_inames(f, "j:g.0, i:g.0"))"),
            "`j` cannot be tagged `g.0`: `step` is also within the loop `i`, which has this tag.");
}

TEST(TagInames, ConsidersLoopsOutsideOfLanes) {
  std::string const wave = R"(kernel wave {
  loop t: 1 <= t <= 4
  loop i: 1 <= i <= 6
  array u real64 [5, 8] argument
  step: [t, i] u[t, i] = u[t - 1, i - 1] + u[t - 1, i + 1] order t, i
}
)";
  EXPECT_EQ(message_of(wave, R"(tag_inames(f, "i:vec"))"), "no error");
  EXPECT_EQ(message_of(wave, R"(tag_inames(f, "i:l.0"))"), "no error");
  EXPECT_THAT(message_of(wave, R"(tag_inames(f, "i:g.0"))"), HasSubstr("`i` cannot be tagged `g.0`: `step["));
  EXPECT_THAT(message_of(wave, R"(tag_inames(f, "t:vec"))"), HasSubstr("`t` cannot be tagged `vec`: `step["));
}

TEST(SetLoopPriority, NestsLoops) {
  loops::LoopKernel const before = loops::parse_loop_kernel(recurrence);
  loops::LoopKernel const after = applied(before, R"(set_loop_priority(f, "j, i"))");
  EXPECT_THAT(after.priorities, ElementsAre(ElementsAre("j", "i")));
  EXPECT_EQ(polyhedral::schedule(after).body.at(0).variable, "j");
  expect_same_result(before, after, {{"n", 4}, {"m", 3}});
}

TEST(SetLoopPriority, RefusesABrokenDependence) {
  EXPECT_THAT(message_of(R"(kernel skewed {
  parameter int32 n
  loop i: 1 <= i <= n - 1
  loop j: 0 <= j <= n - 2
  array u real64 [n, n] argument
  step: [i, j] u[i, j] = u[i - 1, j + 1] order 0, i, 0, j, 0
}
)",
                         R"(set_loop_priority(f, "j, i"))"),
              HasSubstr("The loops cannot be nested in the order `j, i`: "));
}

TEST(FixParameters, SimplifiesIntegersAndProductsWithOne) {
  std::string const kernel = R"(kernel flux {
  parameter int32 Nq
  parameter int32 Ne
  parameter real64 p
  parameter real32 g
  assume Nq >= 2
  assume Ne >= 1
  loop e: 0 <= e <= Ne - 1
  loop i: 0 <= i <= Nq - 1
  array a real64 [Nq, Ne] argument
  array b real64 [Nq, Ne] argument
  array c real32 [Nq, Ne] argument
  rule scaled(p) = a[p, e] * 1.0
  set: [e, i] b[i, e] = p * a[Nq - 1 - i + 0, e] / p + scaled(Nq - Nq + i) order e, i, 0
  single: [e, i] c[i, e] = c[i, e] * g if i < Nq - 1 order e, i, 1
}
)";
  loops::LoopKernel const before = loops::parse_loop_kernel(kernel);
  loops::LoopKernel const after = applied(before, "fix_parameters(f, Nq=4, p=1)\nfix_parameters(f, g=1.4)");
  EXPECT_EQ(text_of(after), R"(kernel flux {
  parameter int32 Ne
  assume Ne >= 1
  loop e: 0 <= e <= Ne - 1
  loop i: 0 <= i <= 3
  array a real64 [4, Ne] argument layout N0,N1
  array b real64 [4, Ne] argument layout N0,N1
  array c real32 [4, Ne] argument layout N0,N1
  rule scaled(p) = a[p, e] * 1.0
  set: [e, i] b[i, e] = a[-1 * i + 3, e] / 1.0 + scaled(i) order e, i, 0
  single: [e, i] c[i, e] = c[i, e] * 1.4f if i < 3 order e, i, 1
}
)");
  Parameters const sizes = {{"Ne", 3}};
  Parameters all = sizes;
  all.insert({{"Nq", 4}, {"p", 1}, {"g", static_cast<float>(1.4)}});
  EXPECT_EQ(result_of(before, all), result_of(after, sizes));
  expect_same_result(after, after, sizes);
}

TEST(Assume, RemovesConditions) {
  std::string const kernel = R"(kernel guarded {
  parameter int32 n
  loop i: 0 <= i <= n - 1
  array a real64 [n] argument
  set: [i] a[i] = 1.0 if 2 < n order i
}
)";
  loops::LoopKernel const before = loops::parse_loop_kernel(kernel);
  loops::LoopKernel const after = applied(before, R"(assume(f, "n >= 1 and 3 <= n < 100"))");
  EXPECT_TRUE(after.instruction("set").conditions.empty());
  EXPECT_EQ(applied(before, R"(assume(f, "n >= 1"))").instruction("set").conditions.size(), 1u);
  EXPECT_EQ(applied(before, R"(assume(f, "2*n + 1 = 7"))").assumptions,
            (std::vector<loops::Constraint>{{2 * ir::linear("n") + ir::linear(-6), true}}));
  for (double const n : {3, 5}) expect_same_result(before, after, {{"n", n}});
}

TEST(Reassociate, RefusesUpdatesThatReadTheSumElsewhere) {
  for (std::string const add : {"s = s + a[i] if s < 3.0", "s = s + a[i] * previous()"})
    EXPECT_THAT(message_of("kernel sum {\n  loop i: 0 <= i <= 7\n  array a real64 [8] argument\n"
                           "  array s real64 [] registers\n  rule previous() = s\n  set: [] s = 0.0 order 0\n"
                           "  add: [i] " +
                               add + " order 1, i\n  store: [] a[0] = s order 2\n}\n",
                           R"(reassociate(f, "s"))"),
                HasSubstr("No instruction is an update `s = s + ...`, which could be reassociated."));
}

TEST(AddBarrier, OrdersInstructions) {
  loops::LoopKernel const before = loops::parse_loop_kernel(matvec);
  loops::LoopKernel const after =
      applied(before, R"(add_barrier(f, "id:init", "id:add", synchronization_kind="local", id_based_on="wait"))");
  EXPECT_THAT(text_of(after), HasSubstr(R"(
  init: [i] s = 0.0 order i, 0
  wait: [i] barrier tile order i, 1 after init
  add: [i, k] s = s + product(i) order i, 2, k after wait
  store: [i] y[i] = s order i, 3
)"));
  expect_same_result(before, after, {{"m", 4}, {"n", 3}});
  EXPECT_EQ(
      message_of(matvec, R"(add_barrier(f, "id:add", "id:init"))"),
      "A barrier outside of all loops cannot be between `add` and `init`. Exchange the match expressions if `add` is "
      "the later one; otherwise rename the loops which both are within, or name the loops of the barrier by "
      "`within_inames`.");
}

TEST(AddBarrier, RefusesABarrierOfTheGridInALoop) {
  EXPECT_THAT(message_of(matvec, R"(add_barrier(f, "id:init", "id:add"))"),
              HasSubstr("A barrier outside of all loops cannot be between `init` and `add`. "));
}

TEST(AddBarrier, RefusesABarrierInALoopInsideAThreadAxis) {
  EXPECT_EQ(message_of("kernel k {\n"
                       "  loop i l.0: 0 <= i <= 3\n"
                       "  loop k: 0 <= k <= 3\n"
                       "  array y real64 [4] argument\n"
                       "  one: [i, k] y[i] = y[i] + 1.0 order i, k, 0\n"
                       "  two: [i, k] y[i] = y[i] * 2.0 order i, k, 1\n}\n",
                       R"(add_barrier(f, "id:one", "id:two", synchronization_kind="local"))"),
            "A barrier within `k` cannot be before `two`, because the loop `i` encloses it in the order of the kernel. "
            "Exchange the loops with `interchange` first.");
}

TEST(Privatize, GivesATemporaryCopies) {
  std::string const shared = R"(kernel shared {
  loop i: 0 <= i <= 3
  loop k: 0 <= k <= 2
  array a real64 [4, 3] argument
  array b real64 [4] argument
  array s real64 [] registers
  init: [i] s = 0.0 order i, 0
  add: [i, k] s = s + a[i, k] order i, 1, k
  store: [i] b[i] = s order i, 2
}
)";
  EXPECT_THAT(message_of(shared, R"(tag_inames(f, "i:g.0"))"), HasSubstr("`i` cannot be tagged `g.0`: "));
  loops::LoopKernel const after =
      applied(shared, "privatize_temporaries_with_inames(f, \"i\", \"s\")\ntag_inames(f, \"i:g.0\")");
  EXPECT_THAT(after.array("s").copies, ElementsAre("i"));
  expect_same_result(loops::parse_loop_kernel(shared), after, {});
  EXPECT_THAT(applied(shared, "privatize_temporaries_with_inames(f, \"i\")").array("s").copies, ElementsAre("i"));
}

TEST(Privatize, RefusesDataOfOtherIterations) {
  EXPECT_EQ(message_of(R"(kernel last {
  loop i: 0 <= i <= 3
  array a real64 [4] argument
  array b real64 [4] argument
  array s real64 [] registers
  use: [i] b[i] = s order i, 0
  set: [i] s = a[i] order i, 1
}
)",
                       "privatize_temporaries_with_inames(f, \"i\", \"s\")"),
            "`s` cannot have a copy for each iteration of i: `use` reads `s`, which no instruction is known to assign "
            "before in the same iteration.");
  EXPECT_EQ(message_of(R"(kernel last {
  loop i: 0 <= i <= 3
  array a real64 [4] argument
  array b real64 [4] argument
  array s real64 [] registers
  set: [i] s = a[i] order 0, i
  use: [i] b[i] = s order 1, i
}
)",
                       "privatize_temporaries_with_inames(f, \"i\", \"s\")"),
            "`s` cannot have a copy for each iteration of i: `use` reads `s`, which no instruction is known to assign "
            "before in the same iteration.");
  EXPECT_EQ(message_of(matvec, "privatize_temporaries_with_inames(f, \"k\", \"s\")"),
            "`s` cannot have a copy for each iteration of `k`: `init` uses it outside of this loop.");
}

TEST(Reassociate, PermitsAnotherOrderOfUpdates) {
  std::string const sum = R"(kernel sum {
  loop i: 0 <= i <= 3
  loop j: 0 <= j <= 3
  array a real64 [4, 4] argument
  array s real64 [1] argument
  add: [i, j] s[0] = s[0] + a[i, j] order i, j
}
)";
  EXPECT_THAT(message_of(sum, R"(interchange(f, "i", "j"))"), HasSubstr("cannot be interchanged: `add["));
  EXPECT_EQ(message_of(sum, "reassociate(f, \"s\")\ninterchange(f, \"i\", \"j\")"), "no error");
  EXPECT_EQ(message_of(matvec, R"(reassociate(f, "y"))"),
            "No instruction is an update `y = y + ...`, which could be reassociated.");
}

} // namespace
} // namespace chemora::transform::tests
