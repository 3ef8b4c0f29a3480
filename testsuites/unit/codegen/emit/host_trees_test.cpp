// Tests the text of generated C++ for loop trees of the host: loops over lanes, conditions in lanes, memory of threads,
// and transposed copies. The tests of kernels/recursions compare the results.
#include "codegen/emit/emit.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using testing::HasSubstr;
using testing::Not;

std::string emitted(std::string const& body) {
  return emit::emit_cpp(
      ir::parse_loop_tree("tree k {\n  parameter int32 n\n  array a real64 [n, n, n] argument\n" + body + "}\n"));
}

TEST(HostTrees, HaveALoopOfConstantLengthIfAllLanesAreThere) {
  std::string const text = emitted("  for g from 0 to n - 1 blocks 0\n    for j from 1 to n - 1\n"
                                   "      for i from 0 to min(31, n - 1) vector extent 32\n"
                                   "        a[i, j, g] = a[i, j - 1, g] * 0.5\n");
  EXPECT_THAT(text, HasSubstr("if (0 == 0 && minimum_long(31, p_n - 1) == 31) {"));
  EXPECT_THAT(text, HasSubstr("in_vectors<lanes_for(8, 1024)>(0, 31, "));
  EXPECT_THAT(text, HasSubstr("in_blocks<lanes_for(8, 1024), 32>(0, minimum_long(31, p_n - 1), "));
}

// Boundaries of loops with a step or with two children are not separate.
TEST(HostTrees, HaveOneFormIfTheRangeOfLanesChanges) {
  auto const text = [](std::string const& step, std::string const& last, std::string const& second_child) {
    return emitted("  for g from 0 to n - 1 blocks 0\n    for j from 1 to n - 1" + step +
                   "\n      for i from 0 to min(31, " + last +
                   ") vector extent 32\n        a[i, j, g] = a[i, j - 1, g] * 0.5\n" + second_child);
  };
  EXPECT_THAT(text(" step 2", "n - 1", ""), HasSubstr("(0, 31, "));
  EXPECT_THAT(text(" step 2", "j", ""), Not(HasSubstr("(0, 31, ")));
  EXPECT_THAT(text("", "j", "      a[0, j, g] = 1.0\n"), Not(HasSubstr("(0, 31, ")));
}

TEST(HostTrees, AllocateLargeTemporariesOncePerThread) {
  std::string const body = "  buffer t real64 [100000] tile copies g\n  for g from 0 to n - 1 blocks 0\n"
                           "    for j from 0 to n - 1\n      t[j] = a[j, 0, g]\n"
                           "    for j from 0 to n - 1\n      a[j, 1, g] = t[n - 1 - j]\n";
  std::string const text = emitted(body);
  auto const region = text.find("#pragma omp parallel firstprivate"), memory = text.find("memory_of_t_t((100000))"),
             loop = text.find("#pragma omp for collapse(1)");
  EXPECT_LT(region, memory);
  EXPECT_LT(memory, loop);
  EXPECT_NE(loop, std::string::npos);
}

TEST(HostTrees, TransposeSquaresInCopiesBetweenLayouts) {
  std::string const declarations = "  buffer rows real64 [16, 64] tile copies g\n  for g from 0 to n - 1 blocks 0\n";
  std::string const loops =
      "    for j from 0 to min(15, n - 1)\n      for i from 0 to min(63, n - 1) vector extent 64\n";
  std::string const in =
      emitted(declarations + loops + "        rows[j, i] = a[i, j, g]\n" + loops + "        a[i, j, g] = rows[j, i]\n");
  EXPECT_THAT(in, HasSubstr("copy_transposed(&t_rows[16*i_i + i_j], 16, &a_a["));
  EXPECT_THAT(in, HasSubstr(", &t_rows[16*i_i + i_j], 16, n_i_i, n_i_j);"));
  std::string const shifted = emitted(declarations + loops + "        rows[j, i] = a[i, j, g] * 2.0\n");
  EXPECT_THAT(shifted, Not(HasSubstr("copy_transposed")));
}

/// Iterations whose condition an earlier iteration may change.
std::string iterations(std::string const& value, std::string const& last = "") {
  return emitted("  buffer h boolean [] registers copies i\n  buffer x real64 [] registers copies i\n"
                 "  for i from 0 to n - 1 vector extent 32\n    x = a[i, 0, 0]\n    h = true\n"
                 "    for k from 0 to n - 1\n      if h\n        h = x < 4.0\n      if h\n        x = " +
                 value + "\n" + last + "    a[i, 0, 0] = x\n");
}

TEST(HostTrees, IterateInVectorsUntilNoLaneIsLeft) {
  std::string const text = iterations("x * x + 0.5");
  EXPECT_THAT(text, HasSubstr("if (!any_lane(t_h)) break;"));
  EXPECT_THAT(text, HasSubstr("t_h = choose(mask_0, "));
  EXPECT_THAT(text, HasSubstr("t_x = choose(mask_1, "));
  EXPECT_THAT(text, Not(HasSubstr("for (int lane = 0; lane < lanes; ++lane)\n")));
}

TEST(HostTrees, IterateLaneByLaneIfOtherLanesMayReadWrongElements) {
  EXPECT_THAT(iterations("a[i, k, k]"), Not(HasSubstr("t_x = choose(")));
  EXPECT_THAT(iterations("real64(floor_divide(3, i - 3))"), Not(HasSubstr("t_x = choose(")));
}

TEST(HostTrees, ReadVectorsWhereAConditionIsTrueInAllLanes) {
  std::string const text = emitted("  buffer x real64 [] registers copies i\n"
                                   "  for i from 0 to n - 1 vector extent 1024\n"
                                   "    if 0 < i\n      x = a[i - 1, 0, 0]\n"
                                   "    if not (0 < i)\n      x = 0.0\n    a[i, 1, 0] = x\n");
  EXPECT_THAT(text, HasSubstr("if (all_lanes(mask_0)) {\n        t_x = load<Doubles>(&a_a[first_i_i - 1"));
  EXPECT_THAT(text, HasSubstr("else if (any_lane(mask_0)) {\n        for (int lane = 0; lane < lanes; ++lane)"));
}

TEST(HostTrees, ReadVectorsWithinTheLimitsOfSubscripts) {
  std::string const head = "  for i from 0 to n - 1 vector extent 1024\n    a[i, 1, 0] = a[";
  EXPECT_THAT(emitted(head + "maximum(i - 1, 0), 0, 0]\n"),
              HasSubstr("(first_i_i - 1 >= 0 ? load<Doubles>(&a_a[first_i_i - 1]) : each_lane<Doubles>("));
  EXPECT_THAT(emitted(head + "minimum(i + 1, n - 1), 0, 0]\n"),
              HasSubstr("(-first_i_i + p_n - 2 - 1*(lanes - 1) >= 0 ? load<Doubles>(&a_a[first_i_i + 1]) : "));
  EXPECT_THAT(emitted(head + "maximum(i, minimum(2*i, n)), 0, 0]\n"), Not(HasSubstr(" ? load")));
}

TEST(HostTrees, ReadOnlyThoseLanesThatALimitDoesNotChange) {
  auto const text = [](std::string const& condition, std::string const& value) {
    return emitted("  array q int32 [n] argument\n  for g from 0 to n - 1 blocks 0\n"
                   "    for i from 0 to 7 vector extent 8\n      a[i, 1, g] = select(" +
                   condition + ", a[i, 2, g] + " + value + ", 0.0)\n");
  };
  std::string const mask = "(wide<Ints>((int)first_i_i) + numbers_of_lanes<Ints>()) <= wide<Ints>(";
  std::string const lookup = text("i <= q[0]", "a[q[minimum(i, q[0])], 0, 0]");
  EXPECT_THAT(lookup, HasSubstr("picked_where<Doubles>(__builtin_convertvector((" + mask));
  EXPECT_THAT(lookup, HasSubstr("Masks), &a_a[0], load_where<Ints>("));
  EXPECT_THAT(lookup, HasSubstr("load<Doubles>(&a_a[")) << "the subscript of the other element has no limit";
  EXPECT_THAT(text("i <= q[0]", "a[q[1] + minimum(i, q[0]), 0, 0]"),
              HasSubstr("Masks), &a_a[(long)(int)((unsigned)a_q[1] + (unsigned)(int)first_i_i)*1])"));
  EXPECT_THAT(text("i <= q[1]", "a[minimum(i, q[0]), 0, 0]"), Not(HasSubstr("_where<Doubles>(__")));
  EXPECT_THAT(text("i < q[0]", "a[minimum(i, q[0]), 0, 0]"), Not(HasSubstr("_where<Doubles>(__")));
}

TEST(HostTrees, ReadVectorsAfterASubscriptThatIsRead) {
  std::string const head =
      "  array q int32 [n] argument\n  for i from 0 to n - 1 vector extent 1024\n    a[i, 1, 0] = a[";
  EXPECT_THAT(emitted(head + "q[0] + i, 0, 0]\n"), HasSubstr("load<Doubles>(&a_a[(long)(int)((unsigned)a_q[0] +"));
  EXPECT_THAT(emitted(head + "q[i] + i, 0, 0]\n"), HasSubstr("each_lane<Doubles>("));
  EXPECT_THAT(emitted(head + "0, q[0] - i, 0]\n"), HasSubstr(", 0 + -1*stride_0)"));
}

TEST(HostTrees, AssignInAllLanesWhatFalseLanesDoNotNeed) {
  auto const text = [](std::string const& result) {
    return emitted("  buffer h boolean [] registers copies i\n  buffer x real64 [] registers copies i\n"
                   "  buffer y real64 [] registers copies i, k\n  buffer c real64 [] registers copies i\n"
                   "  for i from 0 to n - 1 vector extent 32\n    x = a[i, 0, 0]\n    h = true\n    c = 0.0\n"
                   "    for k from 0 to n - 1\n      if h\n        h = x < 4.0\n      if h\n        y = x * x\n"
                   "      if h\n        x = y + 0.5\n      if h\n        c = c + 1.0\n    a[i, 0, 0] = " +
                   result + "\n");
  };
  EXPECT_THAT(text("c"), HasSubstr("t_y = (t_x * t_x);"));
  EXPECT_THAT(text("c"), HasSubstr("t_x = (t_y + "));
  EXPECT_THAT(text("c"), HasSubstr("t_c = choose(mask_1, "));
  EXPECT_THAT(text("c + x"), HasSubstr("t_x = choose(mask_1, "));
}

TEST(HostTrees, DoNotReadElementsIfAConditionIsFalseInAllLanes) {
  auto const text = [](std::string const& value) {
    return emitted(
        "  buffer x real64 [] registers copies i\n  for i from 0 to n - 1 vector extent 32\n    x = a[i, 0, 0]\n"
        "    for k from 0 to n - 1\n      if x < 4.0 and 0 < k\n        x = " +
        value + "\n    a[i, 0, 0] = x\n");
  };
  EXPECT_THAT(text("x + a[k - 1, 0, 0]"), HasSubstr("if (any_lane(mask_0)) {"));
  EXPECT_THAT(text("x / 3.0"), HasSubstr("if (any_lane(mask_0)) {"));
  EXPECT_THAT(text("x + 1.0"), Not(HasSubstr("if (any_lane(mask_0)) {")));
}

TEST(HostTrees, TestEqualConditionsOnce) {
  std::string const declarations = "  buffer x real64 [] registers\n  buffer h boolean [] registers\n";
  std::string const first = "  for i from 0 to n - 1\n    h = a[i, 0, 0] < 1.0\n    x = 0.0\n    if h\n      ";
  std::string const last = "    if h\n      x = x + 2.0\n    a[i, 0, 0] = x\n";
  auto const n_conditions = [&](std::string const& changed) {
    std::string const text = emitted(declarations + first + changed + last);
    std::string const test = "if ((t_h != 0))";
    int n = 0;
    for (auto at = text.find(test); at != std::string::npos; at = text.find(test, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(n_conditions("x = a[i, 1, 0]\n"), 1);
  EXPECT_EQ(n_conditions("h = a[i, 1, 0] < 1.0\n"), 2);
}

TEST(HostTrees, OmitValuesThatAreNotRead) {
  std::string const text = emitted("  buffer x real64 [] registers\n  buffer y real64 [] registers\n"
                                   "  for i from 0 to n - 1\n    x = a[i, 0, 0]\n    y = x\n    a[i, 0, 0] = 1.0\n");
  EXPECT_THAT(text, Not(HasSubstr("t_x")));
}

TEST(HostTrees, DoNotEndLoopsThatDoMoreThanTheirCondition) {
  EXPECT_THAT(iterations("x * 2.0", "      a[i, 1, k] = x\n"), Not(HasSubstr("break;")));
}

TEST(HostTrees, MoveIterationsIntoVectors) {
  std::string const declarations =
      "  buffer h boolean [] registers copies i\n  buffer x real64 [] registers copies i\n";
  std::string const vectors = "for i from 0 to min(31, n - 1) vector extent 32\n";
  std::string const first = "  " + vectors + "    x = a[i, 0, 0]\n    h = true\n";
  std::string const last = "  " + vectors + "    a[i, 0, 0] = x\n";
  std::string const text = emitted(declarations + first + "  for k from 0 to n - 1\n    " + vectors +
                                   "      if h\n        h = x < 4.0\n      if h\n        x = x * x\n" + last);
  EXPECT_THAT(text, HasSubstr("Masks t_h;"));
  EXPECT_THAT(text, HasSubstr("if (!any_lane(t_h)) break;"));
  std::string const sums =
      emitted(declarations + first + "  for k from 0 to n - 1\n    " + vectors +
              "      if h\n        a[i, 0, 0] = a[i, 0, 0] + a[i, 1, k]\n      if h\n        h = x < 4.0\n" + last);
  EXPECT_THAT(sums, Not(HasSubstr("Masks t_h;")));
}

TEST(HostTrees, KeepLongVectorsInRegistersDuringShortLoops) {
  auto const text = [](int lanes, int last_row, std::string const& element = "p[i, q]") {
    std::string const vectors = fmt::format("for i from 0 to {} vector extent {}\n", lanes - 1, lanes);
    return emitted(fmt::format("  buffer p real64 [{}, {}] registers\n", lanes, lanes) +
                   "  buffer x real64 [] registers copies q, i\n  for q from 0 to 1\n    " + vectors +
                   "      x = " + element + "\n    for k from 0 to min(" + std::to_string(last_row) +
                   ", n - 1)\n      " + vectors + "        x = x + a[i, k, q]\n    " + vectors +
                   "      p[i, q] = x\n  " + vectors + "    a[i, 0, 0] = p[i, 0] + p[i, 1]\n");
  };
  EXPECT_THAT(text(1024, 7), HasSubstr("Doubles t_x;\n      t_x = load<Doubles>(&t_p[first_i_i + 1024*i_q]);\n"
                                       "      for (long i_k = 0;"));
  EXPECT_THAT(text(1024, 8), Not(HasSubstr("Doubles t_x;")));            // too many rows
  EXPECT_THAT(text(128, 7), Not(HasSubstr("Doubles t_x;")));             // few lanes
  EXPECT_THAT(text(1024, 7, "p[q, i]"), Not(HasSubstr("Doubles t_x;"))); // element of another lane
}

} // namespace
