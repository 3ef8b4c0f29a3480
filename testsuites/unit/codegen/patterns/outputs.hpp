// Results of programs in the language of patterns.
#pragma once

#include "codegen/patterns/pattern.hpp"
#include "testsuites/support/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::patterns {

using Numbers = std::vector<double>;

/// Returns the outputs of the interpreter. Also tests that the text of the program is read as the same program.
inline std::vector<Output> outputs_of(std::string const& text, Inputs const& inputs = {}) {
  Program const program = read_program({"t.pat", text});
  std::string const printed = to_text(program);
  Program const again = read_program({"printed.pat", printed});
  EXPECT_EQ(to_text(again), printed);
  std::vector<Output> const outputs = interpret(program, inputs);
  std::vector<Output> const outputs_again = interpret(again, inputs);
  EXPECT_EQ(outputs.size(), outputs_again.size()) << printed;
  for (std::size_t n = 0; n < outputs.size() && n < outputs_again.size(); ++n)
    EXPECT_EQ(outputs[n].columns, outputs_again[n].columns) << printed;
  return outputs;
}

/// Returns the first output.
inline ArrayValue value_of(std::string const& text, Inputs const& inputs = {}) {
  return outputs_of(text, inputs).at(0).columns.at(0).second;
}

inline Numbers numbers_of(std::string const& text, Inputs const& inputs = {}) { return value_of(text, inputs).numbers; }

/// Returns the error of the interpreter as `line:column: message`.
inline std::string error_of(std::string const& text, Inputs const& inputs = {}) {
  Program const program = read_program({"t.pat", text});
  return testing_support::findings_of([&] { interpret(program, inputs); });
}

} // namespace chemora::patterns
