// The language of *_vars parameters.
#include "option_string.hpp"

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

TEST(OptionString, NamesAreSeparatedByBlanksAndLines) {
  auto const items = read("  wave::u\n\twave::v[0] wave::fields ");
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].name, "wave::u");
  EXPECT_EQ(items[1].name, "wave::v[0]");
  EXPECT_EQ(items[2].name, "wave::fields");
  EXPECT_EQ(items[0].options, Options{});
}

TEST(OptionString, OptionsBelongToTheirName) {
  auto const items = read("wave::u{out_every=4 reductions='norm2 maximum'} wave::rho { out_dt = 0.25 } wave::eps");
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(items[0].options.out_every, 4);
  EXPECT_EQ(items[0].options.reductions, "norm2 maximum");
  EXPECT_EQ(items[1].options.out_dt, 0.25);
  EXPECT_FALSE(items[1].options.out_every);
  EXPECT_EQ(items[2].options, Options{});
}

TEST(OptionString, QuotesMayHoldBraces) {
  EXPECT_EQ(read("u{reductions=\"a}b\" compression_level=9}")[0].options.reductions, "a}b");
}

TEST(OptionString, EveryMistakeIsToldAndTheOtherNamesStay) {
  std::vector<std::string> errors;
  auto const items = parse_items("a{out_every=x} b c{out_evry=2} d{reductions=norm2}", errors);
  ASSERT_EQ(items.size(), 1u);
  EXPECT_EQ(items[0].name, "b");
  EXPECT_THAT(errors, ElementsAre(HasSubstr("`out_every=x` is not an integer"), HasSubstr("Did you mean `out_every`?"),
                                  HasSubstr("needs quotes")));
}

TEST(OptionString, MistakesSayWhatIsWrong) {
  EXPECT_THAT(error_of("u{out_every=4"), HasSubstr("no closing `}`"));
  EXPECT_THAT(error_of("{out_every=4}"), HasSubstr("expected the name of a variable"));
  EXPECT_THAT(error_of("u}"), HasSubstr("expected the name of a variable"));
  EXPECT_THAT(error_of("u{out_every}"), HasSubstr("expected `key=value`"));
  EXPECT_THAT(error_of("u{out_dt=1.5.2}"), HasSubstr("is not a number"));
  EXPECT_THAT(error_of("u{compression_level=10}"), HasSubstr("from 0 to 9"));
  EXPECT_THAT(error_of("u{origin={0 0 0}}"), HasSubstr("not available yet"));
}

TEST(OptionString, Words) { EXPECT_THAT(words(" norm2\tmaximum \n"), ElementsAre("norm2", "maximum")); }

} // namespace
} // namespace iotools
