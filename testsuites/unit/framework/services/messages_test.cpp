#include "framework/services/services.hpp"

#include "framework/base/errors.hpp"
#include "framework/include/cctk_WarnLevel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace chemora;
using testing::HasSubstr;

namespace {

class Messages : public testing::Test {
protected:
  ~Messages() override { services::message_settings() = {}; }

  std::string shown_warning(int level) {
    testing::internal::CaptureStderr();
    CCTK_VWarn(level, 12, "file.c", "Thorn", "level %d\nsecond line", level);
    return testing::internal::GetCapturedStderr();
  }
};

} // namespace

TEST_F(Messages, PrintWarningsUpToTheirLevel) {
  EXPECT_EQ(shown_warning(1), "WARNING[L1,P0] (Thorn): level 1\n  second line\n");
  EXPECT_EQ(shown_warning(2), "");
  services::message_settings().warning_level = 2;
  EXPECT_NE(shown_warning(2), "");
  services::message_settings().process = 3;
  EXPECT_EQ(shown_warning(2), "") << "other processes than 0 print only serious warnings";
  EXPECT_THAT(shown_warning(1), HasSubstr("[L1,P3]"));
}

TEST_F(Messages, ContainPositionsInFullWarnings) {
  services::message_settings().is_full = true;
  services::message_settings().context = [] { return std::string("bin CCTK_EVOL, routine Thorn::step"); };
  EXPECT_THAT(shown_warning(1), HasSubstr("  while executing schedule bin CCTK_EVOL, routine Thorn::step\n"
                                          "  in thorn Thorn, file file.c:12:\n  -> level 1\n"));
}

TEST_F(Messages, ContainSourcePositionsOnlyInFullWarnings) {
  static std::string message;
  services::set_end_of_run([](int, std::string const& text) {
    message = text;
    throw base::UserError(text);
  });
  services::message_settings().context = [] { return std::string("bin CCTK_EVOL, routine Thorn::step"); };
  EXPECT_THROW(CCTK_Error(12, "file.c", "Thorn", "too large"), base::UserError);
  EXPECT_EQ(message, "ERROR[P0] (Thorn): too large\n  while executing schedule bin CCTK_EVOL, routine Thorn::step");
  services::message_settings().is_full = true;
  EXPECT_THROW(CCTK_Error(12, "file.c", "Thorn", "too large"), base::UserError);
  EXPECT_THAT(message, HasSubstr("  in thorn Thorn, file file.c:12:\n  -> too large"));
}

TEST_F(Messages, SuppressInformationOnRequest) {
  testing::internal::CaptureStdout();
  CCTK_VInfo("Thorn", "%s", "words");
  services::message_settings().logging_level = -1;
  CCTK_Info("Thorn", "nothing");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "INFO (Thorn): words\n");
}

TEST_F(Messages, CallCallbacksForTheirLevels) {
  static int n_heard;
  n_heard = 0;
  CCTK_WarnCallbackRegister(
      2, 3, &n_heard, [](int, int, char const*, char const*, char const*, void* data) { ++*static_cast<int*>(data); });
  for (int level = 1; level <= 4; ++level) shown_warning(level);
  EXPECT_EQ(n_heard, 2);
}

TEST_F(Messages, CountParameterErrors) {
  std::size_t const before = services::parameter_errors().size();
  testing::internal::CaptureStderr();
  CCTK_VParamWarn("Thorn", "%d is wrong", 3);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "PARAMETER ERROR (Thorn): 3 is wrong\n");
  EXPECT_EQ(services::parameter_errors().size(), before + 1);
}

TEST_F(Messages, EndTheRunWithCode1ForErrors) {
  EXPECT_EXIT(CCTK_Error(1, "file.c", "Thorn", "no way on"), testing::ExitedWithCode(1), "no way on");
  services::message_settings().error_level = 2;
  EXPECT_EXIT(CCTK_Warn(2, 1, "file.c", "Thorn", "not so bad"), testing::ExitedWithCode(1), "not so bad");
}
