// Marks outlive arithmetic and tell of their array; other numbers carry none.
#include "marks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace accelerator {
namespace {

template <typename Real>
class Marks : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(Marks, Reals);

TYPED_TEST(Marks, TellOfTheirArray) {
  for (int const variable : {0, 1, 4711, 65535})
    for (int const time_level : {0, 1, 2, 3}) {
      TypeParam const mark = mark_of<TypeParam>({variable, 0, time_level});
      EXPECT_TRUE(std::isnan(mark));
      EXPECT_EQ(marked_place(mark), (Place{variable, 0, time_level}));
    }
}

TYPED_TEST(Marks, OutliveArithmetic) {
  Place const place{42, 0, 1};
  TypeParam const mark = mark_of<TypeParam>(place);
  TypeParam volatile two = 2; // computed when the test runs
  EXPECT_EQ(marked_place(static_cast<TypeParam>(mark + two)), place);
  EXPECT_EQ(marked_place(static_cast<TypeParam>(two - mark)), place);
  EXPECT_EQ(marked_place(static_cast<TypeParam>(-mark * two / mark)), place);
  EXPECT_EQ(marked_place(std::sqrt(static_cast<TypeParam>(mark * two))), place);
  EXPECT_EQ(marked_place(std::fma(mark, two, two)), place);
  TypeParam changed = mark;
  EXPECT_EQ(std::memcmp(&changed, &mark, sizeof mark), 0);
  changed *= two;
  EXPECT_NE(std::memcmp(&changed, &mark, sizeof mark), 0) << "arithmetic in place is seen";
}

TYPED_TEST(Marks, AreNoOtherNumbers) {
  using Limits = std::numeric_limits<TypeParam>;
  for (TypeParam const number :
       {TypeParam(0), TypeParam(-1.5), Limits::max(), Limits::denorm_min(), Limits::infinity(), Limits::quiet_NaN(),
        static_cast<TypeParam>(-Limits::quiet_NaN()), std::sqrt(TypeParam(-1)), Limits::signaling_NaN()})
    EXPECT_FALSE(marked_place(number).has_value()) << number;
}

} // namespace
} // namespace accelerator
