/// Runs programs on arrays, and compares their outputs with those of the interpreter.
#pragma once

#include "kernels/patterns/program_runner.hpp"

#include <gtest/gtest.h>

#include <random>

namespace chemora::patterns {

inline std::string const declarations = "input real a[n]\ninput int k[n]\n";

/// Reals and integers of which many are equal; `spread` multiplies the integers.
inline Inputs many_numbers(long n, long spread) {
  Inputs inputs{.arrays = {{"a", {{n}, {}}}, {"k", {{n}, {}}}}};
  std::mt19937 random(static_cast<unsigned>(n));
  for (long i = 0; i < n; ++i) {
    inputs.arrays["a"].numbers.push_back(std::uniform_real_distribution(-1.0, 1.0)(random));
    inputs.arrays["k"].numbers.push_back(static_cast<double>((static_cast<long>(random() % 11) - 5) * spread));
  }
  return inputs;
}

inline std::string text_of(RunReport const& report) {
  std::string text;
  for (RunReport::Value const& value : report.values)
    text += value.variable + ": " + (value.reason.empty() ? value.mapping : value.reason) + "\n";
  return text;
}

/// Runs the program twice and tests its outputs. Returns the report of the last run.
inline RunReport expect_equal_outputs(std::string const& text, Inputs const& inputs, KernelPlace& place) {
  Program const program = read_program({"t.pat", text});
  std::vector<Output> const expected = interpret(program, inputs);
  ProgramRunner runner(program, place);
  for (int round = 0; round < 2; ++round) {
    std::vector<Output> const outputs = runner.run(inputs);
    EXPECT_EQ(outputs.size(), expected.size());
    for (std::size_t n = 0; n < outputs.size() && n < expected.size(); ++n) {
      EXPECT_EQ(outputs[n].name, expected[n].name);
      EXPECT_EQ(outputs[n].columns, expected[n].columns) << text << "\n" << text_of(runner.report());
    }
  }
  return runner.report();
}

} // namespace chemora::patterns
