// Tests that temporaries share storage only if they are not needed at the same time.
#include "testsuites/unit/codegen/transform/data_support.hpp"

namespace chemora::transform {
namespace {

using testing::HasSubstr;

loops::LoopKernel kernel_of(std::string const& instructions) {
  return loops::parse_loop_kernel("kernel k {\n"
                                  "  parameter int32 n\n"
                                  "  assume n >= 1\n"
                                  "  loop i: 0 <= i <= n - 1\n"
                                  "  loop j: 0 <= j <= 3\n"
                                  "  array a real64 [n, 4] argument\n"
                                  "  array y real64 [n, 4] argument\n"
                                  "  array s real64 [4] registers copies i\n"
                                  "  array t real64 [4] registers copies i\n"
                                  "  array g real64 [4] grid copies i\n"
                                  "  array z real32 [4] registers copies i\n"
                                  "  array c real64 [4] registers\n" +
                                  instructions + "}\n");
}

std::string const phases = "  set_s: [i, j] s[j] = a[i, j] * 2.0 order i, 0, j\n"
                           "  use_s: [i, j] y[i, j] = s[3 - j] order i, 1, j\n"
                           "  set_t: [i, j] t[j] = a[i, j] * 3.0 order i, 2, j\n"
                           "  use_t: [i, j] y[i, j] = y[i, j] + t[3 - j] order i, 3, j\n";

TEST(AliasTemporaries, SharesStorage) {
  auto const before = kernel_of(phases);
  auto const after = transformed(before, "alias_temporaries", {list({"s", "t"})});
  EXPECT_EQ(after.array("s").storage, "s_storage");
  EXPECT_EQ(after.array("t").storage, "s_storage");
  EXPECT_EQ(result_of(before, {{"n", 3}}), result_of(after, {{"n", 3}}));
}

TEST(AliasTemporaries, RefusesTemporariesThatAreNeededAtTheSameTime) {
  EXPECT_THAT(message_of(kernel_of(phases + "  both: [i, j] a[i, j] = s[j] + t[j] order i, 4, j\n"),
                         "alias_temporaries", {text("s,t")}),
              HasSubstr("`s` and `t` cannot share storage, because `both` accesses both"));
  // s is read again after t.
  EXPECT_THAT(message_of(kernel_of("  array u real64 [4] registers copies i\n"
                                   "  array v real64 [4] registers copies i\n"
                                   "  set_s: [i, j] s[j] = a[i, j] order i, 0, j\n"
                                   "  set_u: [i, j] u[j] = s[j] order i, 1, j\n"
                                   "  set_t: [i, j] t[j] = u[j] order i, 2, j\n"
                                   "  set_v: [i, j] v[j] = t[j] order i, 3, j\n"
                                   "  use: [i, j] y[i, j] = s[j] + v[j] order i, 4, j\n"),
                         "alias_temporaries", {text("s,t")}),
              HasSubstr("because both are needed at the same time: `set_s` is executed before `set_t`, and `set_t` "
                        "before `use`"));
}

TEST(AliasTemporaries, RefusesTemporariesOfDifferentKinds) {
  auto const kernel = kernel_of(phases);
  auto const with = [&](std::string const& other) {
    return message_of(kernel, "alias_temporaries", {list({"s", other})});
  };
  EXPECT_THAT(with("z"), HasSubstr("their types are real64 and real32"));
  EXPECT_THAT(with("g"), HasSubstr("they are in different memories"));
  EXPECT_THAT(with("c"), HasSubstr("`s` has copies for the loops (i), `c` for ()"));
  EXPECT_THAT(with("s"), HasSubstr("`s` occurs twice in the list"));
  EXPECT_THAT(with("a"), HasSubstr("There is no temporary array `a`"));
  EXPECT_THAT(message_of(kernel, "alias_temporaries", {text("s")}), HasSubstr("at least two temporaries"));
  EXPECT_THAT(message_of(transformed(kernel, "alias_temporaries", {text("s,t")}), "alias_temporaries", {text("t,s")}),
              HasSubstr("`t` already shares the storage `s_storage`"));
}

} // namespace
} // namespace chemora::transform
