#include "framework/include/cctk_Misc.h"
#include "framework/include/cctk_Timers.h"
#include "framework/include/util_Hash.h"
#include "framework/include/util_String.h"

#include <gtest/gtest.h>

#include <cstdlib>

TEST(Strings, SeparateParts) {
  char const* text = "a b,c";
  EXPECT_STREQ(Util_StrSep(&text, " ,"), "a");
  EXPECT_STREQ(Util_StrSep(&text, " ,"), "b");
  EXPECT_EQ(Util_StrSep(&text, " ,"), nullptr);
  EXPECT_STREQ(text, "c");
}

TEST(Strings, SplitAtTheFirstSeparator) {
  char *before = nullptr, *after = nullptr;
  EXPECT_EQ(Util_SplitString(&before, &after, "wave::u::v", "::"), 0);
  EXPECT_STREQ(before, "wave");
  EXPECT_STREQ(after, "u::v");
  std::free(before);
  std::free(after);
  EXPECT_LT(Util_SplitString(&before, &after, "wave", "::"), 0);
}

TEST(Strings, CopyAtMostTheBuffer) {
  char buffer[6] = "ab";
  EXPECT_EQ(Util_Strlcat(buffer, "cdefg", sizeof buffer), 7u);
  EXPECT_STREQ(buffer, "abcde");
  EXPECT_EQ(Util_Strlcpy(buffer, "xyz", 3), 3u);
  EXPECT_STREQ(buffer, "xy");
}

TEST(Strings, CompareWithoutCase) {
  EXPECT_EQ(Util_StrCmpi("Wave", "wAVE"), 0);
  EXPECT_TRUE(CCTK_Equals("Gaussian", "gaussian"));
  EXPECT_FALSE(CCTK_Equals("Gaussian", "gauss"));
  EXPECT_EQ(Util_StrMemCmpi("Wave", "waveform", 4), 0);
  EXPECT_NE(Util_StrMemCmpi("Waves", "waveform", 4), 0);
}

TEST(Strings, PrintToNewMemory) {
  char* text = nullptr;
  EXPECT_EQ(Util_asprintf(&text, "%d-%s", 12, "x"), 4);
  EXPECT_STREQ(text, "12-x");
  std::free(text);
}

TEST(Patterns, MatchAsExtendedExpressions) {
  EXPECT_EQ(CCTK_RegexMatch("wave::u", "^WAVE::[a-z]+$", 0, nullptr), 1);
  EXPECT_EQ(CCTK_RegexMatch("wave::1", "^wave::[a-z]+$", 0, nullptr), 0);
  EXPECT_LT(CCTK_RegexMatch("x", "(", 0, nullptr), 0);
}

TEST(Hash, StoresAndDeletes) {
  uHash* const hash = Util_HashCreate(4);
  int a = 1, b = 2;
  EXPECT_EQ(Util_HashAdd(hash, 1, "a", 0, &a), 0);
  EXPECT_LT(Util_HashAdd(hash, 1, "a", 0, &b), 0);
  EXPECT_EQ(Util_HashData(hash, 1, "a", 0), &a);
  EXPECT_EQ(Util_HashStore(hash, 1, "a", 0, &b), 1);
  EXPECT_EQ(Util_HashData(hash, 1, "a", 0), &b);
  EXPECT_EQ(Util_HashDelete(hash, 1, "a", 0), 0);
  EXPECT_EQ(Util_HashData(hash, 1, "a", 0), nullptr);
  Util_HashDestroy(hash, nullptr);
}

TEST(Timers, MeasureTimeBetweenStartAndStop) {
  int const timer = CCTK_TimerCreate("test");
  EXPECT_EQ(CCTK_TimerCreate("test"), timer);
  cTimerData* const data = CCTK_TimerCreateData();
  ASSERT_EQ(CCTK_TimerStartI(timer), 0);
  EXPECT_EQ(CCTK_TimerIsRunning("test"), 1);
  volatile double sum = 0;
  for (int n = 0; n < 1000; ++n) sum = sum + n;
  ASSERT_EQ(CCTK_TimerStop("test"), 0);
  ASSERT_EQ(CCTK_Timer("test", data), 0);
  cTimerVal const* const wall = CCTK_GetClockValue("gettimeofday", data);
  ASSERT_NE(wall, nullptr);
  double const first = CCTK_TimerClockSeconds(wall);
  EXPECT_GT(first, 0);
  CCTK_TimerI(timer, data);
  EXPECT_EQ(CCTK_TimerClockSeconds(wall), first) << "a stopped timer stands still";
  CCTK_TimerResetI(timer);
  CCTK_TimerI(timer, data);
  EXPECT_EQ(CCTK_TimerClockSeconds(wall), 0);
  CCTK_TimerDestroyData(data);
  EXPECT_EQ(CCTK_TimerDestroy("test"), 0);
  EXPECT_LT(CCTK_TimerStart("test"), 0);
}
