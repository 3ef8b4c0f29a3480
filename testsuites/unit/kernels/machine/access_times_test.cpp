#include "kernels/machine/access_times.hpp"

#include "kernels/machine/machine.hpp"

#include <gtest/gtest.h>

namespace chemora::machine {
namespace {

TEST(AccessTimes, AreReadFromTheirText) {
  AccessTimes const times{.inner_line = 0.125, .restart = 12, .n_streams = 32};
  EXPECT_EQ(access_times_from("# a comment\n\n" + to_text(times)), times);
}

TEST(AccessTimes, AreNotReadFromWrongText) {
  std::string const text = to_text(AccessTimes{});
  ASSERT_TRUE(access_times_from(text));
  std::string const lines[] = {"", text + "speed 3\n", text + "latency 3\n", text.substr(text.find('\n') + 1)};
  for (std::string const& wrong : lines) EXPECT_FALSE(access_times_from(wrong)) << wrong;
  for (std::string const value : {"-1", "fast", "nan", "0.1 0.2"})
    EXPECT_FALSE(access_times_from("inner_line " + value + text.substr(text.find('\n')))) << value;
}

TEST(MeasuredAccessTimes, AreWithinPlausibleRanges) {
  int n_waits = 0;
  AccessTimes const times = measure_access_times(this_machine(), 4, [&] { ++n_waits; });
  EXPECT_GT(times.inner_line, 0);
  EXPECT_LT(times.inner_line, 1.01) << "a cache is faster than memory";
  EXPECT_GT(times.vector_load, 0);
  EXPECT_LE(times.vector_load, 2);
  EXPECT_LE(times.not_hidden, 0.5);
  EXPECT_LE(times.restart, 64);
  EXPECT_LE(times.row_start, 8);
  EXPECT_GE(times.latency, 1);
  EXPECT_GE(times.n_streams, 16);
  EXPECT_GT(n_waits, 0) << "processes measure at the same time";
  EXPECT_EQ(access_times_from(to_text(times)).has_value(), true);
}

} // namespace
} // namespace chemora::machine
