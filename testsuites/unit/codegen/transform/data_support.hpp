/// Functions that the tests of transformations of data and rules share.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/transform/transform.hpp"
#include "framework/base/errors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace chemora::transform {

inline Value list(std::vector<std::string> const& names) {
  std::vector<Value> items;
  for (std::string const& name : names) items.push_back(make_value(name));
  return make_value(items);
}

inline Value text(std::string const& value) { return make_value(value); }

inline Value dictionary(std::vector<std::pair<std::string, std::string>> const& entries) {
  Value value{.kind = Value::Kind::dictionary};
  for (auto const& [key, item] : entries) {
    value.keys.push_back(make_value(key));
    value.items.push_back(make_value(item));
  }
  return value;
}

using NamedValues = std::vector<std::pair<std::string, Value>>;

inline loops::LoopKernel transformed(loops::LoopKernel const& kernel, std::string const& name,
                                     std::vector<Value> const& positional, NamedValues const& named = {}) {
  return apply(kernel, {.name = name, .positional = positional, .named = named, .where = {"script", 3, 1}});
}

/// Returns the message of the error that the transformation throws.
inline std::string message_of(loops::LoopKernel const& kernel, std::string const& name,
                              std::vector<Value> const& positional, NamedValues const& named = {}) {
  try {
    transformed(kernel, name, positional, named);
  } catch (base::UserError const& error) {
    EXPECT_EQ(error.diagnostics().at(0).where.line, 3) << error.what();
    return error.diagnostics().at(0).message;
  }
  return "no error";
}

/// Returns the lines of the text form of the kernel that begin with one of these words.
inline std::string lines_of(loops::LoopKernel const& kernel, std::vector<std::string> const& words) {
  std::string result;
  for (std::string const& line : base::SourceText{"", loops::to_text(kernel)}.lines())
    for (std::string const& word : words)
      if (line.starts_with("  " + word)) result += line.substr(2) + "\n";
  return result;
}

/// Values of all arguments: different numbers for each element, by the order of the elements in memory.
using Data = std::map<std::string, std::vector<double>>;

inline long size_of(ir::TypedArray const& array, std::map<std::string, double> const& parameters) {
  long size = 1;
  for (ir::ArrayAxis const& axis : array.axes) {
    std::map<std::string, long> values;
    for (auto const& [name, value] : parameters) values[name] = static_cast<long>(value);
    size *= axis.extent.value(values);
  }
  return size;
}

inline Data make_data(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters) {
  Data data;
  double value = 1.0;
  for (ir::TypedArray const& array : kernel.arrays) {
    if (!array.is_argument) continue;
    for (long n = size_of(array, parameters); n > 0; --n) {
      value = value * 1.37 > 5.0 ? value * 1.37 - 4.1 : value * 1.37;
      data[array.name].push_back(ir::rounded_to(array.type, value));
    }
  }
  return data;
}

inline Data result_of(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters) {
  Data data = make_data(kernel, parameters);
  loops::interpret(kernel, parameters, data);
  return data;
}

inline Data result_in_random_order(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                                   unsigned seed) {
  Data data = make_data(kernel, parameters);
  loops::interpret_in_random_order(kernel, parameters, data, seed);
  return data;
}

/// Expects equal bits of both kernels, in the order that defines the result and in two other legal orders.
inline void expect_equal_results(loops::LoopKernel const& before, loops::LoopKernel const& after,
                                 std::map<std::string, double> const& parameters) {
  Data const expected = result_of(before, parameters);
  EXPECT_EQ(expected, result_of(after, parameters)) << loops::to_text(after);
  for (unsigned const seed : {1U, 2U})
    EXPECT_EQ(expected, result_in_random_order(after, parameters, seed)) << loops::to_text(after);
}

} // namespace chemora::transform
