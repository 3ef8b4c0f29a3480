// One table for functions of one number, one for functions of two.
#include "codegen/tensor/arithmetic.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace chemora::tensor {

namespace {

double negative(double a) { return -a; }

std::map<std::string, double (*)(double)> const& of_one() {
  static std::map<std::string, double (*)(double)> const table{
      {"sin", std::sin},     {"cos", std::cos},   {"tan", std::tan},   {"asin", std::asin}, {"acos", std::acos},
      {"atan", std::atan},   {"sinh", std::sinh}, {"cosh", std::cosh}, {"tanh", std::tanh}, {"exp", std::exp},
      {"log", std::log},     {"sqrt", std::sqrt}, {"cbrt", std::cbrt}, {"abs", std::fabs},  {"fabs", std::fabs},
      {"floor", std::floor}, {"neg", negative}};
  return table;
}

std::map<std::string, double (*)(double, double)> const& of_two() {
  static std::map<std::string, double (*)(double, double)> const table{{"+", [](double a, double b) { return a + b; }},
                                                                       {"-", [](double a, double b) { return a - b; }},
                                                                       {"*", [](double a, double b) { return a * b; }},
                                                                       {"/", [](double a, double b) { return a / b; }},
                                                                       {"**", std::pow},
                                                                       {"pow", std::pow},
                                                                       {"atan2", std::atan2}};
  return table;
}

} // namespace

std::optional<double> arithmetic(std::string const& name, std::vector<double> const& values) {
  if (values.empty()) return std::nullopt;
  if (name == "min") return *std::min_element(values.begin(), values.end());
  if (name == "max") return *std::max_element(values.begin(), values.end());
  if (auto const function = of_one().find(name); function != of_one().end() && values.size() == 1)
    return function->second(values[0]);
  if (auto const function = of_two().find(name); function != of_two().end() && values.size() == 2)
    return function->second(values[0], values[1]);
  return std::nullopt;
}

} // namespace chemora::tensor
