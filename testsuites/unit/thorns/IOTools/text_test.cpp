/// Tests the parsing of output parameters. Their text contains names with options, numbers, frequencies, positions and
/// encoded values.
#include "text.hpp"

#include <gtest/gtest.h>

namespace iotools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<Item> read(std::string_view text) {
  std::vector<std::string> errors;
  auto items = parse_items(text, errors);
  EXPECT_THAT(errors, IsEmpty()) << text;
  return items;
}

std::string error_of(std::string_view text) {
  std::vector<std::string> errors;
  parse_items(text, errors);
  return errors.empty() ? "no error" : errors[0];
}

TEST(FileNames, UseTheGroupInLowerCase) {
  EXPECT_EQ(group_file_base("Wave::Fields", "-"), "wave-fields");
  EXPECT_EQ(group_file_base("Wave::Fields", "::"), "wave::fields");
}

TEST(OptionString, SplitsNamesAtBlanksAndLineBreaks) {
  auto const items = read("  wave::u\n\twave::v[0] wave::fields ");
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].name, "wave::u");
  EXPECT_EQ(items[1].name, "wave::v[0]");
  EXPECT_EQ(items[2].name, "wave::fields");
  EXPECT_EQ(items[0].options, Options{});
}

TEST(OptionString, AssignsOptionsToTheirName) {
  auto const items = read("wave::u{out_every=4 reductions='norm2 maximum'} wave::rho { out_dt = 0.25 } wave::eps");
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].options.out_every, 4);
  EXPECT_EQ(items[0].options.reductions, "norm2 maximum");
  EXPECT_EQ(items[1].options.out_dt, 0.25);
  EXPECT_FALSE(items[1].options.out_every);
  EXPECT_EQ(items[2].options, Options{});
}

TEST(OptionString, AcceptsBracesInQuotes) {
  EXPECT_EQ(read("u{reductions=\"a}b\" compression_level=9}")[0].options.reductions, "a}b");
}

TEST(OptionString, ReportsEveryErrorAndReturnsTheOtherNames) {
  std::vector<std::string> errors;
  auto const items = parse_items("a{out_every=x} b c{out_evry=2} d{reductions=norm2}", errors);
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].name, "b");
  EXPECT_THAT(errors, ElementsAre(HasSubstr("`out_every=x` is not an integer"), HasSubstr("Did you mean `out_every`?"),
                                  HasSubstr("needs quotes")));
}

TEST(OptionString, DescribesErrors) {
  EXPECT_THAT(error_of("u{out_every=4"), HasSubstr("no closing `}`"));
  EXPECT_THAT(error_of("{out_every=4}"), HasSubstr("expected the name of a variable"));
  EXPECT_THAT(error_of("u}"), HasSubstr("expected the name of a variable"));
  EXPECT_THAT(error_of("u{out_every}"), HasSubstr("expected `key=value`"));
  EXPECT_THAT(error_of("u{out_dt=1.5.2}"), HasSubstr("is not a number"));
  EXPECT_THAT(error_of("u{compression_level=10}"), HasSubstr("from 0 to 9"));
  EXPECT_THAT(error_of("u{origin={0 0 0}}"), HasSubstr("not available yet"));
  EXPECT_THAT(error_of("u{out_every=-2}"), HasSubstr("or 0 or -1 for no output"));
  for (auto const* time : {"-7", "nan", "inf"})
    EXPECT_THAT(error_of("u{out_dt=" + std::string(time) + "}"), HasSubstr("expected a finite time"));
  EXPECT_THAT(error_of("u{out_every=1 out_every=2}"), HasSubstr("set twice"));
}

TEST(OptionString, NamesRepeatedReductionsOnce) {
  EXPECT_THAT(distinct_words("sum norm2 sum sum"), ElementsAre("sum", "norm2"));
}

TEST(OptionString, SplitsWords) { EXPECT_THAT(words(" norm2\tmaximum \n"), ElementsAre("norm2", "maximum")); }

TEST(Names, ProposesTheNearestKnownName) {
  std::vector<std::string> const known{"Wave::u", "Wave::rho", "grid::x"};
  EXPECT_EQ(did_you_mean("wave::rh", known), " Did you mean `Wave::rho`?");
  EXPECT_EQ(did_you_mean("WAVE::U", known), " Did you mean `Wave::u`?");
  EXPECT_EQ(did_you_mean("hydro::density", known), "");
}

TEST(NumberFormat, UsesTheFormatOfTheParameter) {
  EXPECT_EQ(to_text(-0.5, ".13f"), "-0.5000000000000");
  EXPECT_EQ(to_text(1234.5, ".2e"), "1.23e+03");
  EXPECT_EQ(to_text(1e300, ".13f").size(), 301u + 14u);
  EXPECT_EQ(to_text(0.1, 17), "0.10000000000000001");
  EXPECT_EQ(to_text(0.25, 15), "0.25");
}

/// Returns the iterations at which output is due, for a run of 20 steps of length `step`.
std::vector<int> due_iterations(Frequency const& frequency, double step, double initial_time = 0) {
  std::vector<int> iterations;
  double time = initial_time;
  for (int i = 0; i <= 20; ++i, time += step)
    if (is_due(frequency, {.iteration = i, .time = time, .delta_time = step, .initial_time = initial_time}))
      iterations.push_back(i);
  return iterations;
}

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Frequency, SelectsIterations) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::iteration, .every = 8}, 0.1), ElementsAre(0, 8, 16));
  EXPECT_THAT(due_iterations({.criterion = Criterion::iteration, .every = 0}, 0.1), IsEmpty());
  EXPECT_THAT(due_iterations({.criterion = Criterion::never, .every = 1}, 0.1), IsEmpty());
}

TEST(Frequency, HitsMultiplesOfTheStepDespiteRounding) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.7}, 0.1), ElementsAre(0, 7, 14));
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.7}, 0.1, 1000.), ElementsAre(0, 7, 14));
}

TEST(Frequency, WritesOtherTimesAtTheNextIteration) {
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = 0.75}, 0.1), ElementsAre(0, 8, 15));
}

TEST(Frequency, WritesEveryIterationForShortIntervals) {
  EXPECT_EQ(due_iterations({.criterion = Criterion::time, .dt = 0.05}, 0.1).size(), 21u);
  EXPECT_EQ(due_iterations({.criterion = Criterion::time, .dt = 0}, 0.1).size(), 21u);
  EXPECT_THAT(due_iterations({.criterion = Criterion::time, .dt = -1}, 0.1), IsEmpty());
}

TEST(Frequency, IsWrittenAsText) {
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 8}), "every 8 iterations");
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 1}), "at every iteration");
  EXPECT_EQ(to_text({.criterion = Criterion::time, .dt = 0.25}), "every 0.25 of time");
  EXPECT_EQ(to_text({.criterion = Criterion::time, .dt = 0}), "at every iteration");
  EXPECT_EQ(to_text({.criterion = Criterion::iteration, .every = 0}), "never");
}

TEST(Frequency, IgnoresTheCaseOfKeywords) {
  EXPECT_EQ(to_criterion("Time"), Criterion::time);
  EXPECT_EQ(to_criterion("divisor"), Criterion::iteration);
  EXPECT_EQ(to_criterion("never"), Criterion::never);
}

constexpr Axis axis{.lower = -0.5, .delta = 0.1, .points = 11};

TEST(SliceCentre, SelectsThePointAtTheCoordinate) {
  for (int i = 0; i < 11; ++i) EXPECT_EQ(slice_index({.coordinate = -0.5 + i * 0.1}, axis), i);
}

TEST(SliceCentre, SelectsTheUpperPointBetweenPoints) {
  EXPECT_EQ(slice_index({.coordinate = 0.01}, axis), 6);
  EXPECT_EQ(slice_index({.coordinate = 0.0}, Axis{.lower = -0.5, .delta = 1. / 19, .points = 20}), 10);
}

TEST(SliceCentre, PrefersAnIndex) { EXPECT_EQ(slice_index({.index = 3, .coordinate = 0.4}, axis), 3); }

TEST(SliceCentre, SelectsTheMiddleOrTheFirstPointOutsideTheGrid) {
  EXPECT_FALSE(is_on({.coordinate = 7}, axis));
  EXPECT_EQ(slice_index({.index = -2, .coordinate = 7}, axis), 5);
  EXPECT_EQ(slice_index({.index = -1, .coordinate = 7}, axis), 0);
  EXPECT_FALSE(is_on({.index = 11}, axis));
  EXPECT_EQ(slice_index({.index = 11}, axis), 10);
}

} // namespace
} // namespace iotools

using namespace iotools;

TEST(ValueEncoding, EscapesCharactersThatAreNotPrintable) {
  EXPECT_EQ(encode_value("a b\\c\n"), "a b\\\\c\\012");
  EXPECT_EQ(encode_value("\x7f\xff"), "\\177\\377");
}

TEST(ValueEncoding, PreservesEveryByte) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(encode_value(all).find('\n'), std::string::npos);
  EXPECT_EQ(decode_value(encode_value(all)), all);
}

TEST(ValueEncoding, RejectsMalformedEscapes) {
  for (char const* text : {"\\", "\\1", "\\12", "\\18", "\\089", "\\777", "x\\n12"})
    EXPECT_EQ(decode_value(text), std::nullopt) << text;
}
