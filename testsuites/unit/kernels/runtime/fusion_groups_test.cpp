// Tests the division of deferred kernels and updates into groups, the fusion of each group, and every reason that
// prevents a fusion.
#include "kernels/runtime/fusion_groups.hpp"

#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::runtime {
namespace {

using base::UserError;
using passes::Update;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

ir::Graph graph(std::string const& body) { return ir::parse_graph("graph any {\ngrid 3\n" + body + "}\n"); }

/// A kernel that sets `to` to a difference of `from` in the interior.
DeferredKernel difference(std::string const& name, std::string const& from, std::string const& to) {
  return {{"Thorn", name},
          graph("in " + from + "\nout " + to + "\n%0 = load " + from +
                "\n%1 = shift %0 [1,0,0]\n%2 = subtract %1 %0\n" + "store " + to + " %2 interior\n")};
}

DeferredKernel const kernel_a = difference("A", "a", "arhs"), kernel_b = difference("B", "b", "brhs");

/// The update array <- array + right-hand side of the array.
Update update_of(std::string const& array) { return {array, true, {array + "rhs"}}; }

FusionRules const rules{.unneeded = {"arhs", "brhs"},
                        .may_swap = [](auto const&, auto const&) { return true; },
                        .name = [](auto const& group) { return group.name + "_update1"; },
                        .max_operations = 100,
                        .has_pin = [](auto const&) { return false; }};

std::vector<Update> many_updates() {
  std::vector<Update> many;
  for (int n = 0; n < 70; ++n) many.push_back({"x" + std::to_string(n), true, {"arhs"}});
  return many;
}

/// Returns the reason why these kernels and updates cannot be fused, or "none" if they can be fused.
std::string reason(std::vector<DeferredKernel> const& kernels, std::vector<Update> const& updates,
                   FusionRules const& how = rules) {
  try {
    auto division = divide(kernels, {}, updates);
    fuse(division.groups, how);
    return "none";
  } catch (UserError const& error) {
    return error.what();
  }
}

std::vector<std::string> names(FusionGroups const& division) {
  std::vector<std::string> names;
  for (auto const& group : division.groups) names.push_back(group.name);
  return names;
}

TEST(FusionGroups, DependentKernelsShareAGroup) {
  auto const independent = divide({kernel_a, kernel_b}, {}, {update_of("b"), update_of("a")});
  EXPECT_THAT(names(independent), ElementsAre("A", "B"));
  EXPECT_THAT(independent.groups[0].updates, ElementsAre(1u));
  EXPECT_THAT(independent.groups[1].updates, ElementsAre(0u));
  EXPECT_EQ(independent.groups[1].first_launch, 1u);
  DeferredKernel const reader{
      {"Other", "R"}, graph("in arhs\nout crhs\n%0 = load arhs\n%1 = multiply %0 %0\nstore crhs %1 interior\n")};
  auto const dependent = divide({kernel_a, kernel_b, reader}, {}, {update_of("a"), update_of("b"), update_of("c")});
  EXPECT_THAT(names(dependent), ElementsAre("A_R", "B"));
  EXPECT_THAT(dependent.groups[0].updates, ElementsAre(0u, 2u));
}

TEST(FusionGroups, ContainCopiesToTargetsAndZerosOfOutputs) {
  auto const division =
      divide({kernel_a}, {{"a", "a_p"}, {"arhs", ""}, {"spare", "a_p"}, {"brhs", ""}}, {update_of("a")});
  EXPECT_THAT(division.has_initial, ElementsAre(true, true, false, false));
  EXPECT_THAT(division.groups[0].substep.copies, ElementsAre(testing::Pair("a", "a_p")));
  EXPECT_THAT(division.groups[0].substep.zeros, ElementsAre("arhs"));
}

TEST(FusionGroups, LeaveOutUpdatesThatUseNoResultOfAKernel) {
  Update const other{"c", true, {"d"}};
  EXPECT_THAT(divide({kernel_a}, {}, {other, update_of("a")}).has_update, ElementsAre(false, true));
  EXPECT_THAT(divide({kernel_a}, {}, {update_of("a"), other}).has_update, ElementsAre(true, false));
}

// Updates outside of the groups run after the updates inside of the groups.
TEST(FusionGroups, KeepTheOrderOfUpdatesInsideAndOutside) {
  EXPECT_THAT(reason({kernel_a}, {{"c", true, {"d"}}, {"a", true, {"arhs", "c"}}}),
              HasSubstr("`a` cannot be fused: its update reads `c`, and the update of `c` does not depend"))
      << "the old c would be read";
  EXPECT_THAT(reason({kernel_a}, {{"c", true, {"a"}}, update_of("a")}),
              HasSubstr("`a` cannot be fused: an earlier update that does not depend on a deferred kernel"))
      << "the update of c would read the new value of a instead of the old value";
  EXPECT_THAT(reason({kernel_a}, {{"c", true, {"d"}}, {"c", true, {"arhs"}}}),
              HasSubstr("`c` cannot be fused: an earlier update"));
  EXPECT_EQ(reason({kernel_a}, {update_of("a"), {"c", true, {"a"}}}), "none")
      << "the update of c reads the new value of a, as required";
}

TEST(Fusion, ReportsTheReasonAgainstIt) {
  DeferredKernel const of_both{{"Thorn", "C"},
                               graph("in arhs brhs\nout crhs\n%0 = load arhs\n%1 = load brhs\n%2 = add %0 %1\n"
                                     "store crhs %2 interior\n")};
  EXPECT_THAT(reason({kernel_a, kernel_b, of_both}, {update_of("a"), update_of("b"), update_of("c")}),
              HasSubstr("Thorn::C depends on several deferred kernels."));
  EXPECT_THAT(reason({kernel_a, kernel_b}, {{"a", true, {"arhs", "brhs"}}}),
              HasSubstr("`a` cannot be fused: its update reads results of several independent kernels."));
  EXPECT_THAT(reason({kernel_a, kernel_b}, {update_of("a")}),
              HasSubstr("Thorn::B computes nothing that an update reads."));
  FusionRules small = rules;
  small.max_operations = 2;
  EXPECT_THAT(reason({kernel_a}, {update_of("a")}, small),
              HasSubstr("The fused kernel would have 4 operations; at most 2 are allowed."));
  EXPECT_THAT(reason({kernel_a}, many_updates()), HasSubstr("The fused kernel would have too many arrays: "))
      << "arhs is not zero beyond the interior";
  FusionRules needed = rules;
  needed.unneeded.clear();
  EXPECT_THAT(reason({kernel_a}, {update_of("a")}, needed),
              AllOf(HasSubstr("no array is free for it"), HasSubstr("Nor can its updates run separately. The kernel "
                                                                    "must store only the interior")));
}

TEST(Fusion, SeparatesUpdatesOfAKernelWithTooManyArrays) {
  FusionRules pinned = rules;
  pinned.max_operations = 2;
  pinned.has_pin = [](KernelName const&) { return true; };
  EXPECT_THAT(reason({kernel_a}, {update_of("a")}, pinned), HasSubstr("at most 2")) << "for one fused kernel";
  auto division = divide({kernel_a}, {{"arhs", ""}}, many_updates());
  fuse(division.groups, pinned);
  auto const& group = division.groups.front();
  EXPECT_THAT(group.why_separate, HasSubstr("The fused kernel would have too many arrays: "));
  EXPECT_EQ(group.sweeps.size(), 1u) << "all updates read the same right-hand side";
  EXPECT_TRUE(group.sweeps.front().covers_whole_rows);
  EXPECT_EQ(group.sweeps.front().updates.size(), many_updates().size());
  EXPECT_THAT(group.changes.swaps, ElementsAre(testing::Pair("x0", "arhs")));
}

TEST(Fusion, SeparatesUpdatesWithoutADestination) {
  FusionRules needed = rules;
  needed.unneeded.clear();
  auto division = divide({kernel_a}, {{"arhs", ""}}, {update_of("a")});
  fuse(division.groups, needed);
  EXPECT_THAT(division.groups.front().why_separate, HasSubstr("no array is free for it"));
  EXPECT_TRUE(division.groups.front().changes.swaps.empty())
      << "the new value of the variable overwrites the old value";
  DeferredKernel const reader{
      {"Other", "R"}, graph("in arhs\nout brhs\n%0 = load arhs\n%1 = multiply %0 %0\nstore brhs %1 interior\n")};
  division = divide({kernel_a, reader}, {{"arhs", ""}, {"brhs", ""}}, {update_of("a"), update_of("b")});
  EXPECT_THROW(fuse(division.groups, needed), UserError) << "several kernels";
}

TEST(Fusion, UsesEachUnneededArrayOnce) {
  FusionRules one = rules;
  one.unneeded = {"spare"};
  EXPECT_THAT(reason({kernel_a}, {update_of("a")}, one), "none");
  EXPECT_THAT(reason({kernel_a, kernel_b}, {update_of("a"), update_of("b")}, one),
              HasSubstr("The new value of b must not overwrite the old one"));
}

// Kernels with pinned plans are not fused if there is no pinned plan for the fused kernel. Without fusion, the run uses
// the pinned plan.
TEST(Fusion, RequiresAPinnedPlanWhereAKernelHasOne) {
  FusionRules pinned = rules;
  pinned.has_pin = [](KernelName const& kernel) { return kernel.name == "B"; };
  EXPECT_THAT(reason({kernel_a, kernel_b}, {update_of("a"), update_of("b")}, pinned),
              HasSubstr("A plan is pinned for B, and none for B_update1."));
  EXPECT_EQ(reason({kernel_a}, {update_of("a")}, pinned), "none");
  pinned.has_pin = [](KernelName const& kernel) { return kernel.name == "B" || kernel.name == "B_update1"; };
  EXPECT_EQ(reason({kernel_a, kernel_b}, {update_of("a"), update_of("b")}, pinned), "none");
}

} // namespace
} // namespace chemora::runtime
