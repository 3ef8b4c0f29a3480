// Any value survives; texts that nobody encoded are refused.
#include "value_encoding.hpp"

#include <gtest/gtest.h>

using namespace ioutil;

TEST(ValueEncoding, of_what_is_not_printable) {
  EXPECT_EQ(encode_value("a b\\c\n"), "a b\\\\c\\012");
  EXPECT_EQ(encode_value("\x7f\xff"), "\\177\\377");
}

TEST(ValueEncoding, every_byte_comes_back) {
  std::string all;
  for (int byte = 1; byte < 256; ++byte) all += static_cast<char>(byte);
  EXPECT_EQ(encode_value(all).find('\n'), std::string::npos);
  EXPECT_EQ(decode_value(encode_value(all)), all);
}

TEST(ValueEncoding, malformed_escapes) {
  for (char const* text : {"\\", "\\1", "\\12", "\\18", "\\089", "\\777", "x\\n12"})
    EXPECT_EQ(decode_value(text), std::nullopt) << text;
}
