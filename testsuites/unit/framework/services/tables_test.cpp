#include "framework/include/cctk_Constants.h"
#include "framework/include/util_ErrorCodes.h"
#include "framework/include/util_Table.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <set>
#include <string>

namespace {

struct Table {
  explicit Table(int flags = UTIL_TABLE_FLAGS_DEFAULT) : handle(Util_TableCreate(flags)) {}
  explicit Table(char const* text) : handle(Util_TableCreateFromString(text)) {}
  ~Table() { Util_TableDestroy(handle); }
  int handle;
};

} // namespace

TEST(Table, ReturnsTheValuesThatWereSet) {
  Table table;
  CCTK_REAL const numbers[] = {0.1, -2, 1e300};
  EXPECT_EQ(Util_TableSetRealArray(table.handle, 3, numbers, "numbers"), 0);
  EXPECT_EQ(Util_TableSetInt(table.handle, 7, "n"), 0);
  EXPECT_EQ(Util_TableSetInt(table.handle, 8, "n"), 1) << "1 means that a value was replaced";
  CCTK_REAL read[2] = {0, 0};
  EXPECT_EQ(Util_TableGetRealArray(table.handle, 2, read, "numbers"), 3) << "the number of elements in the table";
  EXPECT_EQ(read[0], 0.1);
  EXPECT_EQ(read[1], -2);
  CCTK_INT n = 0;
  EXPECT_EQ(Util_TableGetInt(table.handle, &n, "n"), 1);
  EXPECT_EQ(n, 8);
  EXPECT_EQ(Util_TableQueryNKeys(table.handle), 2);
  EXPECT_EQ(Util_TableQueryMaxKeyLength(table.handle), 7);
}

TEST(Table, ReturnsErrorCodes) {
  Table table;
  CCTK_INT n = 0;
  CCTK_REAL x = 0;
  EXPECT_EQ(Util_TableGetInt(99, &n, "n"), UTIL_ERROR_BAD_HANDLE);
  EXPECT_EQ(Util_TableGetInt(table.handle, &n, "n"), UTIL_ERROR_TABLE_NO_SUCH_KEY);
  EXPECT_EQ(Util_TableSetInt(table.handle, 1, "a/b"), UTIL_ERROR_TABLE_BAD_KEY);
  Util_TableSetInt(table.handle, 1, "n");
  EXPECT_EQ(Util_TableGetReal(table.handle, &x, "n"), UTIL_ERROR_TABLE_WRONG_DATA_TYPE);
  EXPECT_EQ(Util_TableSetIntArray(table.handle, 0, &n, "empty"), 0);
  EXPECT_EQ(Util_TableGetInt(table.handle, &n, "empty"), UTIL_ERROR_TABLE_VALUE_IS_EMPTY);
  EXPECT_EQ(Util_TableSetIntArray(table.handle, -1, &n, "negative"), UTIL_ERROR_BAD_INPUT);
  EXPECT_EQ(Util_TableDeleteKey(table.handle, "n"), 0);
  EXPECT_EQ(Util_TableDeleteKey(table.handle, "n"), UTIL_ERROR_TABLE_NO_SUCH_KEY);
}

TEST(Table, TruncatesStringsToTheBuffer) {
  Table table;
  Util_TableSetString(table.handle, "Chemora", "name");
  char text[5] = "";
  EXPECT_EQ(Util_TableGetString(table.handle, 5, text, "name"), UTIL_ERROR_TABLE_STRING_TRUNCATED);
  EXPECT_STREQ(text, "Chem");
  EXPECT_EQ(Util_TableGetString(table.handle, 0, nullptr, "name"), 7);
}

TEST(Table, IsCaseSensitiveOnRequest) {
  Table exact, folded(UTIL_TABLE_FLAGS_CASE_INSENSITIVE);
  CCTK_INT n = 0;
  for (int handle : {exact.handle, folded.handle}) Util_TableSetInt(handle, 1, "Order");
  EXPECT_EQ(Util_TableGetInt(exact.handle, &n, "order"), UTIL_ERROR_TABLE_NO_SUCH_KEY);
  EXPECT_EQ(Util_TableGetInt(folded.handle, &n, "order"), 1);
}

TEST(Table, ReadsText) {
  Table table(" order = 3 x=-0.5 name=\"a b\" other='c' size={1 2 3} delta={0.1 2.0}");
  ASSERT_GE(table.handle, 0);
  CCTK_INT order = 0, size[3] = {0, 0, 0};
  CCTK_REAL x = 0, delta[2] = {0, 0};
  char name[10];
  EXPECT_EQ(Util_TableGetInt(table.handle, &order, "order"), 1);
  EXPECT_EQ(order, 3);
  EXPECT_EQ(Util_TableGetReal(table.handle, &x, "X"), 1);
  EXPECT_EQ(x, -0.5);
  EXPECT_EQ(Util_TableGetString(table.handle, 10, name, "name"), 3);
  EXPECT_STREQ(name, "a b");
  EXPECT_EQ(Util_TableGetIntArray(table.handle, 3, size, "size"), 3);
  EXPECT_EQ(size[2], 3);
  EXPECT_EQ(Util_TableGetRealArray(table.handle, 2, delta, "delta"), 2);
  EXPECT_EQ(delta[0], 0.1);
}

TEST(Table, RejectsWrongTextWithoutChanges) {
  for (char const* text : {"a", "a=", "a=\"b", "a='b", "a={1 2", "a={1 \"x\"}", "a=1x", "a=1;", "a=1 b", "a=\"\\q\""})
    EXPECT_EQ(Util_TableCreateFromString(text), UTIL_ERROR_BAD_INPUT) << text;
  EXPECT_EQ(Util_TableCreateFromString("a={1 2.5}"), UTIL_ERROR_TABLE_NO_MIXED_TYPE_ARRAY);
  for (char const* text : {"=1", "a/b=1"})
    EXPECT_EQ(Util_TableCreateFromString(text), UTIL_ERROR_TABLE_BAD_KEY) << text;
  Table table("a=1");
  EXPECT_LT(Util_TableSetFromString(table.handle, "b=2 c="), 0);
  EXPECT_EQ(Util_TableQueryNKeys(table.handle), 1);
}

TEST(Table, AcceptsEscapesInDoubleQuotesOnly) {
  Table table("escaped=\"a\\t\\\"b\" plain='a\\t'");
  char text[10];
  EXPECT_EQ(Util_TableGetString(table.handle, 10, text, "escaped"), 4);
  EXPECT_STREQ(text, "a\t\"b");
  EXPECT_EQ(Util_TableGetString(table.handle, 10, text, "plain"), 3);
  EXPECT_STREQ(text, "a\\t");
}

TEST(Table, PrintsTextThatItReads) {
  Table table("order=3 x=0.5 name=\"a\\\"b\" size={1 2}");
  Util_TableSetComplex(table.handle, {1, -2}, "z");
  std::FILE* const file = std::tmpfile();
  EXPECT_EQ(Util_TablePrintPretty(file, table.handle), 0);
  std::rewind(file);
  char text[200] = "";
  ASSERT_TRUE(std::fgets(text, sizeof text, file));
  std::fclose(file);
  EXPECT_STREQ(text, "z=(1.0000000000000000,-2.0000000000000000) size={1 2} name=\"a\\\"b\" x=0.50000000000000000 "
                     "order=3");
}

TEST(Table, IteratorsVisitEveryKeyOnce) {
  Table table("a=1 b=2 c=3");
  std::string keys;
  int const iterator = Util_TableItCreate(table.handle);
  for (; Util_TableItQueryIsNonNull(iterator) == 1; Util_TableItAdvance(iterator)) {
    char key[5];
    CCTK_INT type = 0, n_elements = 0;
    EXPECT_EQ(Util_TableItQueryKeyValueInfo(iterator, 5, key, &type, &n_elements), 1);
    EXPECT_EQ(type, CCTK_VARIABLE_INT);
    keys += key;
  }
  EXPECT_EQ(keys, "cba") << "the last one first";
  EXPECT_EQ(Util_TableItSetToKey(iterator, "a/b"), UTIL_ERROR_TABLE_BAD_KEY);
  EXPECT_EQ(Util_TableItSetToKey(iterator, "b"), 0);
  EXPECT_EQ(Util_TableItAdvance(iterator), 1);
  EXPECT_EQ(Util_TableItDestroy(iterator), 0);
}

TEST(Table, HandlesAreIndependent) {
  Table a, b;
  int const clone = Util_TableClone(a.handle);
  std::set<int> const handles{a.handle, b.handle, clone};
  EXPECT_EQ(handles.size(), 3u);
  Util_TableSetInt(clone, 1, "n");
  EXPECT_EQ(Util_TableQueryNKeys(a.handle), 0);
  EXPECT_EQ(Util_TableDestroy(clone), 0);
  EXPECT_EQ(Util_TableDestroy(clone), UTIL_ERROR_BAD_HANDLE);
}
