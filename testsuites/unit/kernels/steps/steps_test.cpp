#include "kernels/steps/steps.hpp"

#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

/// Fields of points: the sum over three fields, with a script that the test appends.
base::SourceText sum_of_fields(std::string const& script) {
  std::string text = "subroutine total(n, q, s)\n"
                     "  integer n, i, f\n"
                     "  real*8 q(n, 4), s(n)\n"
                     "  do i = 1, n\n"
                     "    do f = 1, 4\n"
                     "      s(i) = s(i) + 2.0d0*q(i, f)\n"
                     "    end do\n"
                     "  end do\n"
                     "end subroutine\n";
  if (!script.empty()) text += "!$loopy begin\n" + script + "!$loopy end\n";
  return {"total.f90", text};
}

steps::Choice const choice{.values = {{"n", 5}}};

std::vector<steps::StepResult> measured(std::vector<steps::Step> const& all, int n_measurements) {
  auto const device = device::make_host_device();
  double const points = steps::n_points(all.front().kernel, {"i"}, choice.values);
  return steps::measure(all, choice.values, points, *device, n_measurements);
}

std::string error_of(std::function<void()> const& call) {
  try {
    call();
  } catch (base::UserError const& error) {
    return error.what();
  }
  return "no error";
}

} // namespace

TEST(Steps, AreTheReportsOfTheScript) {
  auto const all = steps::steps_of(sum_of_fields("! f = parse_fortran(SOURCE, FILENAME)\n"
                                                 "! report(f, \"loops\")\n"
                                                 "! f = buffer_array(f, \"s\", \"i\", init_expression=\"0\", "
                                                 "store_expression=\"base + buffer\")\n"
                                                 "! report(f, \"buffer\")\n"),
                                   choice);
  ASSERT_EQ(all.size(), 2);
  auto const results = measured(all, 0);
  EXPECT_EQ(results[0].title, "loops");
  EXPECT_EQ(results[0].words, 4 * 3);
  EXPECT_EQ(results[0].operations, 4 * 2);
  EXPECT_EQ(results[1].words, 4 + 2);
  EXPECT_EQ(results[1].operations, 4 * 2 + 1);
}

TEST(Steps, AreTheTransformationsOfAScriptWithoutReports) {
  auto const all = steps::steps_of(sum_of_fields("! f = parse_fortran(SOURCE, FILENAME)\n"
                                                 "! f = fix_parameters(f, n=n)\n"
                                                 "! f = tag_inames(f, \"i:g.0\")\n"),
                                   choice);
  ASSERT_EQ(all.size(), 2);
  EXPECT_THAT(all[1].title, HasSubstr("tag_inames"));
  EXPECT_EQ(steps::steps_of(sum_of_fields(""), choice).size(), 1);
}

TEST(Steps, HaveTheResultsOfTheFirstStepInAnyLayout) {
  auto const all =
      steps::steps_of(sum_of_fields("! f = parse_fortran(SOURCE, FILENAME)\n"
                                    "! report(f, \"loops\")\n"
                                    "! f = split_array_dim(f, (\"q\", 1, \"F\"), 2, auto_split_inames=True)\n"
                                    "! f = tag_data_axes(f, \"q\", \"N0,vec,N1\")\n"
                                    "! report(f, \"vectors\")\n"),
                      choice);
  auto const results = measured(all, 1);
  EXPECT_EQ(results[1].difference, 0);
  EXPECT_GT(results[1].rate, 0);
}

TEST(LoopProgram, ReadsWhatItWritesInTheOrderOfFortran) {
  auto const all = steps::steps_of(sum_of_fields("! f = parse_fortran(SOURCE, FILENAME)\n"
                                                 "! f = tag_data_axes(f, \"q\", \"N1,N0\")\n"),
                                   choice);
  auto const device = device::make_host_device();
  steps::LoopProgram program(all.back().kernel, *device, choice.values);
  std::vector<double> fields(20), sums{1, 1, 1, 1, 1};
  for (std::size_t n = 0; n < fields.size(); ++n) fields[n] = static_cast<double>(n);
  program.write("q", fields);
  program.write("s", sums);
  EXPECT_EQ(program.read("q"), fields);
  // The fields of a point are neighbours in memory.
  auto const* const memory = static_cast<double const*>(program.memory("q"));
  EXPECT_THAT(std::vector(memory, memory + 4), ElementsAre(0, 5, 10, 15));
  program.run();
  device->finish();
  EXPECT_THAT(program.read("s"), ElementsAre(61, 69, 77, 85, 93));
}

TEST(LoopProgram, NamesMissingParameters) {
  auto const all = steps::steps_of(sum_of_fields(""), choice);
  auto const device = device::make_host_device();
  EXPECT_EQ(error_of([&] { steps::LoopProgram(all[0].kernel, *device, {}); }),
            "error: Kernel `total` needs values of `n`.");
}

TEST(LoopProgram, NamesArraysThatNoMemoryHolds) {
  auto const all = steps::steps_of({"large.f90", "subroutine large(x)\n  real*8 x(2000000000, 2000000000)\n"
                                                 "  x(1, 1) = 0\nend subroutine\n"},
                                   choice);
  auto const device = device::make_host_device();
  EXPECT_EQ(error_of([&] { steps::LoopProgram(all[0].kernel, *device, {}); }),
            "error: The array `x` with the extents 2000000000 x 2000000000 has more than 1099511627776 elements. "
            "Specify smaller sizes.");
}

TEST(Points, AreIterationsOfKnownLoops) {
  auto const kernel = steps::steps_of(sum_of_fields(""), choice)[0].kernel;
  EXPECT_EQ(steps::n_points(kernel, {}, choice.values), 5);
  EXPECT_EQ(steps::n_points(kernel, {"i", "f"}, choice.values), 20);
  EXPECT_THAT(error_of([&] { steps::n_points(kernel, {"ff"}, choice.values); }),
              HasSubstr("Kernel `total` has no loop `ff`. Did you mean `f`?"));
}

TEST(Search, MeasuresAllSizesAndKeepsRefusals) {
  auto const file = sum_of_fields("! f = parse_fortran(SOURCE, FILENAME)\n"
                                  "! f = fix_parameters(f, n=n)\n"
                                  "! f = split_iname(f, \"i\", size(\"block\", [1, 0, 5]), inner_tag=\"vec\")\n");
  auto const device = device::make_host_device();
  std::size_t n_reports = 0;
  auto const all = steps::search(file, choice, 5, *device, 1, [&](std::size_t, std::size_t n_all) {
    ++n_reports;
    EXPECT_EQ(n_all, 3);
  });
  ASSERT_EQ(all.size(), 3);
  EXPECT_EQ(n_reports, 3);
  EXPECT_GE(all[0].rate, all[1].rate);
  EXPECT_EQ(all[2].sizes.at("block"), 0);
  EXPECT_EQ(all[2].rate, 0);
  EXPECT_THAT(all[2].rejection, HasSubstr("split_iname"));
}

TEST(Search, NeedsFreeSizes) {
  auto const device = device::make_host_device();
  EXPECT_THAT(error_of([&] { steps::search(sum_of_fields(""), choice, 5, *device, 5, [](auto, auto) {}); }),
              HasSubstr("The script of total.f90 has no free size."));
}
