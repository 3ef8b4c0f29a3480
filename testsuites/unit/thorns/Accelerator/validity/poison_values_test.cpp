// Poison values identify their array, also after arithmetic; other numbers do not.
#include "poison_values.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace accelerator {
namespace {

template <typename Real>
class PoisonValues : public testing::Test {};
using Reals = testing::Types<double, float>;
TYPED_TEST_SUITE(PoisonValues, Reals);

TYPED_TEST(PoisonValues, IdentifyTheirArray) {
  for (int const variable : {0, 1, 4711, 65535})
    for (int const time_level : {0, 1, 2, 3}) {
      TypeParam const poison = poison_value<TypeParam>({variable, 0, time_level});
      EXPECT_TRUE(std::isnan(poison));
      EXPECT_EQ(poisoned_array(poison), (ArrayId{variable, 0, time_level}));
    }
}

TYPED_TEST(PoisonValues, SurviveArithmetic) {
  ArrayId const array{42, 0, 1};
  TypeParam const poison = poison_value<TypeParam>(array);
  TypeParam volatile two = 2; // prevents evaluation at compile time
  EXPECT_EQ(poisoned_array(static_cast<TypeParam>(poison + two)), array);
  EXPECT_EQ(poisoned_array(static_cast<TypeParam>(two - poison)), array);
  EXPECT_EQ(poisoned_array(static_cast<TypeParam>(-poison * two / poison)), array);
  EXPECT_EQ(poisoned_array(std::sqrt(static_cast<TypeParam>(poison * two))), array);
  EXPECT_EQ(poisoned_array(std::fma(poison, two, two)), array);
  TypeParam changed = poison;
  EXPECT_EQ(std::memcmp(&changed, &poison, sizeof poison), 0);
  changed *= two;
  EXPECT_NE(std::memcmp(&changed, &poison, sizeof poison), 0) << "arithmetic in array is seen";
}

TYPED_TEST(PoisonValues, DifferFromOtherNumbers) {
  using Limits = std::numeric_limits<TypeParam>;
  for (TypeParam const number :
       {TypeParam(0), TypeParam(-1.5), Limits::max(), Limits::denorm_min(), Limits::infinity(), Limits::quiet_NaN(),
        static_cast<TypeParam>(-Limits::quiet_NaN()), std::sqrt(TypeParam(-1)), Limits::signaling_NaN()})
    EXPECT_FALSE(poisoned_array(number).has_value()) << number;
}

} // namespace
} // namespace accelerator
