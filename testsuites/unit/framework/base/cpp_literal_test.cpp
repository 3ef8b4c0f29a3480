#include "framework/base/cpp_literal.hpp"

#include <gtest/gtest.h>

namespace chemora::base {
namespace {

TEST(CppLiteral, EscapesWhatAStringCannotHold) {
  EXPECT_EQ(cpp_literal("plain )graph\" R\"x("), R"("plain )graph\" R\"x(")");
  EXPECT_EQ(cpp_literal("a\\b"), R"("a\\b")");
  EXPECT_EQ(cpp_literal("what\?\?/"), R"("what\?\?/")");
  EXPECT_EQ(cpp_literal(std::string("tab\t0nul\0"
                                    "1",
                                    10)),
            "\"tab\\0110nul\\0001\"");
  EXPECT_EQ(cpp_literal("\xc3\xa9"), R"("\303\251")");
}

TEST(CppLiteral, HasALiteralForEachLine) {
  EXPECT_EQ(cpp_literal("one\ntwo\n", "  "), "\"one\\n\"\n  \"two\\n\"");
  EXPECT_EQ(cpp_literal(""), "\"\"");
}

} // namespace
} // namespace chemora::base
