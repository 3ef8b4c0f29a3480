// Wrong files of recursions and their messages.
#pragma once

#include "codegen/recursion/recursion.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

namespace chemora::recursion {

struct WrongInput {
  char const* text;    ///< from line 7 of the file
  char const* message; ///< line, column and beginning of the first message
};

/// Returns the findings in a file of correct declarations and `text`.
inline std::string findings_of(std::string const& text) {
  std::string const file = R"(alphabet dna = "ACGT"
alphabet rna = "ACGU"
int edit(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i else edit(i - 1, j) min edit(i, j - 1) min edit(i - 1, j - 1) + 1
int count(int n) = if n == 0 then 0 else count(n - 1) + 1
int best(seq[dna] s, seq[dna] t) = edit(length(s), length(t))
)" + text + "\n";
  return testing_support::findings_of([&] { read_program({"t.rec", file}); });
}

inline void expect_messages(std::span<WrongInput const> inputs) {
  EXPECT_EQ(findings_of(""), "no error");
  for (auto const& [text, message] : inputs) EXPECT_THAT(findings_of(text), testing::StartsWith(message)) << text;
}

} // namespace chemora::recursion
