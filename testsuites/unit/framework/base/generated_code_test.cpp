#include "framework/base/generated_code.hpp"

#include <gtest/gtest.h>

namespace chemora::base {
namespace {

TEST(CppLiteral, EscapesSpecialCharacters) {
  EXPECT_EQ(cpp_literal("plain )graph\" R\"x("), R"("plain )graph\" R\"x(")");
  EXPECT_EQ(cpp_literal("a\\b"), R"("a\\b")");
  EXPECT_EQ(cpp_literal("what\?\?/"), R"("what\?\?/")");
  EXPECT_EQ(cpp_literal(std::string("tab\t0nul\0"
                                    "1",
                                    10)),
            "\"tab\\0110nul\\0001\"");
  EXPECT_EQ(cpp_literal("\xc3\xa9"), R"("\303\251")");
}

TEST(CppLiteral, WritesOneLiteralPerLine) {
  EXPECT_EQ(cpp_literal("one\ntwo\n", "  "), "\"one\\n\"\n  \"two\\n\"");
  EXPECT_EQ(cpp_literal(""), "\"\"");
}

TEST(ReservedNames, StatesTheReason) {
  EXPECT_EQ(reserved_as("while"), "a keyword of C++");
  EXPECT_EQ(reserved_as("NULL"), "a macro of the C library");
  EXPECT_EQ(reserved_as("linux"), "a macro of compilers");
  EXPECT_EQ(reserved_as("__x"), "a name that C++ reserves for compilers");
  EXPECT_EQ(reserved_as("phi"), "");
}

} // namespace
} // namespace chemora::base
