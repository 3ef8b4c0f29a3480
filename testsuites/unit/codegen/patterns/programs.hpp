// Runs the programs of thorns/Analysis.
#pragma once

#include "kernels/patterns/program_runner.hpp"
#include "testsuites/support/interpreted_place.hpp"
#include "testsuites/unit/codegen/patterns/outputs.hpp"

namespace chemora::patterns {

/// Tests that kernels compute the same outputs.
inline void expect_equal_outputs_of_kernels(Program const& program, Inputs const& inputs,
                                            std::vector<Output> const& expected) {
  for (bool const is_device : {false, true}) {
    testing_support::InterpretedPlace place(is_device);
    std::vector<Output> const outputs = ProgramRunner(program, place).run(inputs);
    ASSERT_EQ(outputs.size(), expected.size());
    for (std::size_t n = 0; n < outputs.size(); ++n) EXPECT_EQ(outputs[n].columns, expected[n].columns);
  }
}

/// Returns the values of a program by the names of outputs, or of columns of tables: `profile.mean`.
inline std::map<std::string, ArrayValue> run_program(std::string const& name, Inputs const& inputs) {
  base::SourceText const source =
      base::read_source(CHEMORA_SOURCE_DIR "/thorns/Analysis/Analysis/patterns/" + name + ".pat");
  EXPECT_TRUE(read_program(source).warnings.empty()) << name;
  std::map<std::string, ArrayValue> values;
  std::vector<Output> const outputs = outputs_of(source.contents, inputs);
  expect_equal_outputs_of_kernels(read_program(source), inputs, outputs);
  for (Output const& output : outputs)
    for (auto const& [column, value] : output.columns)
      values[column.empty() ? output.name : output.name + "." + column] = value;
  return values;
}

/// Numbers that are multiples of 1/16 between -4 and 4.
inline Numbers sixteenths(std::size_t n, unsigned seed) {
  Numbers numbers(n);
  unsigned state = seed;
  for (double& number : numbers) {
    state = state * 1664525U + 1013904223U;
    number = static_cast<double>(static_cast<int>(state >> 16 & 127U) - 64) / 16;
  }
  return numbers;
}

inline void expect_near(Numbers const& numbers, Numbers const& expected, double tolerance) {
  ASSERT_EQ(numbers.size(), expected.size());
  for (std::size_t n = 0; n < numbers.size(); ++n) EXPECT_NEAR(numbers[n], expected[n], tolerance) << n;
}

} // namespace chemora::patterns
