// Kernels that wait and sums, divided and joined: what goes together, what is left, and every refusal.
#include "components.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace ca_kernel;
using chemora::base::UserError;
using chemora::passes::Update;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

chemora::ir::Graph graph(std::string const& body) {
  return chemora::ir::parse_graph("graph any {\ngrid 3\n" + body + "}\n");
}

/// to <- a difference of from, in the interior.
WaitingKernel difference(std::string const& name, std::string const& from, std::string const& to) {
  return {{"Thorn", name},
          graph("in " + from + "\nout " + to + "\n%0 = load " + from +
                "\n%1 = shift %0 [1,0,0]\n%2 = subtract %1 %0\n" + "store " + to + " %2 interior\n")};
}

WaitingKernel const kernel_a = difference("A", "a", "arhs"), kernel_b = difference("B", "b", "brhs");

/// array <- array + what is computed for it.
Update sum(std::string const& array) { return {array, true, {array + "rhs"}}; }

JoiningRules const rules{.unneeded = {"arhs", "brhs"},
                         .may_swap = [](auto const&, auto const&) { return true; },
                         .name = [](auto const& one) { return one.name + "_update1"; },
                         .most_operations = 100,
                         .has_pin = [](auto const&) { return false; }};

std::vector<Update> many_sums() {
  std::vector<Update> many;
  for (int n = 0; n < 70; ++n) many.push_back({"x" + std::to_string(n), true, {"arhs"}});
  return many;
}

std::string refusal(std::vector<WaitingKernel> const& kernels, std::vector<Update> const& updates,
                    JoiningRules const& how = rules) {
  try {
    auto division = divide(kernels, {}, updates);
    join(division.components, how);
    return "none";
  } catch (UserError const& error) {
    return error.what();
  }
}

std::vector<std::string> names(Division const& division) {
  std::vector<std::string> names;
  for (auto const& component : division.components) names.push_back(component.name);
  return names;
}

TEST(Components, ApartUnlessOneDependsOnTheOther) {
  auto const apart = divide({kernel_a, kernel_b}, {}, {sum("b"), sum("a")});
  EXPECT_THAT(names(apart), ElementsAre("A", "B"));
  EXPECT_THAT(apart.components[0].updates, ElementsAre(1u));
  EXPECT_THAT(apart.components[1].updates, ElementsAre(0u));
  EXPECT_EQ(apart.components[1].first_launch, 1u);
  WaitingKernel const reader{{"Other", "R"},
                             graph("in arhs\nout crhs\n%0 = load arhs\n%1 = multiply %0 %0\nstore crhs %1 interior\n")};
  auto const together = divide({kernel_a, kernel_b, reader}, {}, {sum("a"), sum("b"), sum("c")});
  EXPECT_THAT(names(together), ElementsAre("A_R", "B"));
  EXPECT_THAT(together.components[0].updates, ElementsAre(0u, 2u));
}

TEST(Components, TakeCopiesOfTargetsAndZerosOfOutputs) {
  auto const division = divide({kernel_a}, {{"a", "a_p"}, {"arhs", ""}, {"spare", "a_p"}, {"brhs", ""}}, {sum("a")});
  EXPECT_THAT(division.does_before, ElementsAre(true, true, false, false));
  EXPECT_THAT(division.components[0].step.copies, ElementsAre(testing::Pair("a", "a_p")));
  EXPECT_THAT(division.components[0].step.zeros, ElementsAre("arhs"));
}

TEST(Components, LeaveSumsThatNoKernelTakesPartIn) {
  Update const left{"c", true, {"d"}};
  EXPECT_THAT(divide({kernel_a}, {}, {left, sum("a")}).does_update, ElementsAre(false, true));
  EXPECT_THAT(divide({kernel_a}, {}, {sum("a"), left}).does_update, ElementsAre(true, false));
}

// Sums that are left come after those that are taken.
TEST(Components, KeepTheOrderOfTakenAndLeftSums) {
  EXPECT_THAT(refusal({kernel_a}, {{"c", true, {"d"}}, {"a", true, {"arhs", "c"}}}),
              HasSubstr("The new value of a takes one that no kernel takes part in."))
      << "c would be taken as it was before";
  EXPECT_THAT(refusal({kernel_a}, {{"c", true, {"a"}}, sum("a")}),
              HasSubstr("The new value of a comes after a sum with it that no kernel takes part in."))
      << "c would take the new a";
  EXPECT_THAT(refusal({kernel_a}, {{"c", true, {"d"}}, {"c", true, {"arhs"}}}),
              HasSubstr("The new value of c comes after a sum with it that no kernel takes part in."));
  EXPECT_EQ(refusal({kernel_a}, {sum("a"), {"c", true, {"a"}}}), "none") << "takes the new a, as it would have";
}

TEST(Components, SayWhyNot) {
  WaitingKernel const of_both{{"Thorn", "C"},
                              graph("in arhs brhs\nout crhs\n%0 = load arhs\n%1 = load brhs\n%2 = add %0 %1\n"
                                    "store crhs %2 interior\n")};
  EXPECT_THAT(refusal({kernel_a, kernel_b, of_both}, {sum("a"), sum("b"), sum("c")}),
              HasSubstr("Thorn::C depends on several kernels that wait."));
  EXPECT_THAT(refusal({kernel_a, kernel_b}, {{"a", true, {"arhs", "brhs"}}}),
              HasSubstr("The new value of a takes results of several independent kernels."));
  EXPECT_THAT(refusal({kernel_a, kernel_b}, {sum("a")}),
              HasSubstr("Thorn::B computes nothing that a new value takes."));
  JoiningRules small = rules;
  small.most_operations = 2;
  EXPECT_THAT(refusal({kernel_a}, {sum("a")}, small), HasSubstr("It would have 4 operations, more than 2."));
  EXPECT_THAT(refusal({kernel_a}, many_sums()), HasSubstr("It would have too many arrays: "))
      << "arhs is not zero beyond the interior";
  JoiningRules kept = rules;
  kept.unneeded.clear();
  EXPECT_THAT(refusal({kernel_a}, {sum("a")}, kept),
              AllOf(HasSubstr("no array is free for it"), HasSubstr("Nor can its sums follow at once. The kernel "
                                                                    "must store only the interior")));
}

TEST(Components, HaveSumsBehindTheKernelWhereOneIsTooLarge) {
  JoiningRules pinned = rules;
  pinned.most_operations = 2;
  pinned.has_pin = [](KernelName const&) { return true; };
  EXPECT_THAT(refusal({kernel_a}, {sum("a")}, pinned), HasSubstr("more than 2")) << "for one calculation";
  auto division = divide({kernel_a}, {{"arhs", ""}}, many_sums());
  join(division.components, pinned);
  auto const& one = division.components.front();
  ASSERT_TRUE(one.apart);
  EXPECT_THAT(one.why_apart, HasSubstr("It would have too many arrays: "));
  EXPECT_EQ(one.apart->groups.size(), 1u) << "all read the same right-hand side";
  EXPECT_THAT(one.changes().swaps, ElementsAre(testing::Pair("x0", "arhs")));
}

TEST(Components, HaveSumsBehindTheKernelWhereNewValuesHaveNoPlace) {
  JoiningRules kept = rules;
  kept.unneeded.clear();
  auto division = divide({kernel_a}, {{"arhs", ""}}, {sum("a")});
  join(division.components, kept);
  ASSERT_TRUE(division.components.front().apart);
  EXPECT_THAT(division.components.front().why_apart, HasSubstr("no array is free for it"));
  EXPECT_TRUE(division.components.front().changes().swaps.empty()) << "a is where it was";
  WaitingKernel const reader{{"Other", "R"},
                             graph("in arhs\nout brhs\n%0 = load arhs\n%1 = multiply %0 %0\nstore brhs %1 interior\n")};
  division = divide({kernel_a, reader}, {{"arhs", ""}, {"brhs", ""}}, {sum("a"), sum("b")});
  EXPECT_THROW(join(division.components, kept), UserError) << "several kernels";
}

TEST(Components, AreGivenRoomOnce) {
  JoiningRules one = rules;
  one.unneeded = {"spare"};
  EXPECT_THAT(refusal({kernel_a}, {sum("a")}, one), "none");
  EXPECT_THAT(refusal({kernel_a, kernel_b}, {sum("a"), sum("b")}, one),
              HasSubstr("The new value of b must not overwrite the old one"));
}

// Either is a reason by itself: the run does both apart.
TEST(Components, WantAPinWhereAKernelHasOne) {
  JoiningRules pinned = rules;
  pinned.has_pin = [](KernelName const& kernel) { return kernel.name == "B"; };
  EXPECT_THAT(refusal({kernel_a, kernel_b}, {sum("a"), sum("b")}, pinned),
              HasSubstr("A plan is pinned for B, and none for B_update1."));
  EXPECT_EQ(refusal({kernel_a}, {sum("a")}, pinned), "none");
  pinned.has_pin = [](KernelName const& kernel) { return kernel.name == "B" || kernel.name == "B_update1"; };
  EXPECT_EQ(refusal({kernel_a, kernel_b}, {sum("a"), sum("b")}, pinned), "none");
}

} // namespace
