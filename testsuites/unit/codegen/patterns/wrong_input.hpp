// Wrong programs in the language of patterns and their messages.
#pragma once

#include "codegen/patterns/pattern.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>

namespace chemora::patterns {

struct WrongInput {
  char const* text;    ///< from line 7 of the file
  char const* message; ///< line, column and first message
};

/// Returns the findings in a file of correct declarations and `text`.
inline std::string findings_of(std::string const& text) {
  std::string const file = R"(structure Pair { real value, int index }
parameter int n = 4
input real a[size_a]
input real m[rows, cols]
input csr real graph[nodes, nodes]
function square(real x) = x * x
)" + text + "\n";
  return testing_support::findings_of([&] { read_program({"t.pat", file}); });
}

inline void expect_messages(std::span<WrongInput const> inputs) {
  EXPECT_EQ(findings_of(""), "no error");
  for (auto const& [text, message] : inputs) EXPECT_THAT(findings_of(text), testing::StartsWith(message)) << text;
}

} // namespace chemora::patterns
