// Sweeps for tests, and their values at single points, computed by recursion.
#pragma once

#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/ir/expression_parser.hpp"
#include "codegen/recursion/recursion.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace chemora::testing_support {

/// A condition and a value: `{"i - 1", "0 - i"}` are expressions that are not negative.
struct CaseText {
  std::vector<std::string> conditions;
  std::string value;
};

inline std::array<char const*, 3> const dimension_names{"i", "j", "k"};
inline std::array<char const*, 3> const size_names{"points_x", "points_y", "points_z"};

/// Makes a sweep from texts. Functions are `real` with the dimensions i, j, k; `grid` lists the grid functions.
class SweepText {
public:
  explicit SweepText(std::vector<std::string> grid) {
    sweep_.where = {"test.rec", 1, 1};
    for (auto const& name : grid) {
      recursion::InputArray array;
      array.name = array.parameter = name;
      array.kind = recursion::InputArray::Kind::grid;
      array.type = ir::Type::real64;
      sweep_.system.arrays.push_back(array);
    }
    sweep_.system.sizes.assign(size_names.begin(), size_names.end());
    sweep_.system.scalars = {{"a", ir::Type::real64}};
  }

  SweepText& function(std::string const& name, std::vector<CaseText> const& cases) {
    texts_.push_back({name, cases});
    return *this;
  }
  SweepText& store(std::string const& grid_function, std::string const& function) {
    sweep_.stores.emplace_back(grid_function, function);
    return *this;
  }

  recursion::Sweep sweep() {
    for (std::size_t n = 0; n < texts_.size(); ++n) {
      recursion::Function function;
      function.name = texts_[n].first;
      function.type = recursion::ValueType::real;
      function.where = {"test.rec", static_cast<int>(n) + 2, 6};
      for (std::size_t axis = 0; axis < 3; ++axis)
        function.dimensions.push_back({dimension_names[axis], recursion::DimensionKind::axis, ir::linear(0),
                                       ir::linear(sweep_.system.sizes[axis]) - ir::linear(1),
                                       std::string(1, "xyz"[axis])});
      for (CaseText const& each : texts_[n].second) {
        recursion::Case made{{}, expression(each.value)};
        for (auto const& condition : each.conditions)
          made.domain.push_back({*ir::as_linear(expression(condition)), false});
        function.cases.push_back(made);
      }
      sweep_.system.functions.push_back(function);
    }
    return sweep_;
  }

private:
  ir::ExpressionPtr expression(std::string const& text) const {
    ir::ExpressionScope scope;
    for (auto const& array : sweep_.system.arrays)
      scope.names[array.name] = {ir::NameMeaning::Kind::array, ir::Type::real64, 3};
    for (auto const& [name, cases] : texts_) scope.names[name] = {ir::NameMeaning::Kind::array, ir::Type::real64, 3};
    for (auto const& name : sweep_.system.sizes) scope.names[name] = {};
    for (auto const* name : dimension_names) scope.names[name] = {};
    scope.names["a"] = {ir::NameMeaning::Kind::value, ir::Type::real64};
    base::SourceText const source{"expression", text};
    auto const lines = ir::tokenize_expressions(source);
    ir::LineReader line(lines.front());
    return ir::take_expression(line, scope);
  }

  recursion::Sweep sweep_;
  std::vector<std::pair<std::string, std::vector<CaseText>>> texts_;
};

/// Values of grid functions with x fastest, by name.
using GridValues = std::map<std::string, std::vector<double>>;

/// Computes the values of functions point by point, with memory.
class SweepOracle final : private ir::ExpressionLeaves {
public:
  SweepOracle(recursion::System const& system, std::array<long, 3> const& points, GridValues const& grid,
              std::map<std::string, double> const& scalars)
      : system_(system), points_(points), grid_(grid), scalars_(scalars) {}

  double value(std::string const& function, std::array<long, 3> const& point) {
    auto const known = values_.find({function, point});
    if (known != values_.end()) return known->second;
    auto const outer = point_;
    point_ = point;
    double result = 0;
    for (recursion::Case const& each : system_.function(function).cases) {
      bool is_here = true;
      for (auto const& constraint : each.domain) {
        ir::NameValues names;
        for (std::size_t n = 0; n < 3; ++n) {
          names[dimension_names[n]] = static_cast<double>(point[n]);
          names[size_names[n]] = static_cast<double>(points_[n]);
        }
        is_here = is_here && ir::value_of(constraint.expression, names) >= 0;
      }
      if (is_here) result = ir::evaluate(*each.value, *this);
    }
    point_ = outer;
    return values_[{function, point}] = result;
  }

private:
  double value_of_name(std::string const& name) const override {
    for (std::size_t n = 0; n < 3; ++n) {
      if (name == dimension_names[n]) return static_cast<double>(point_[n]);
      if (name == size_names[n]) return static_cast<double>(points_[n]);
    }
    return scalars_.at(name);
  }
  double value_of_element(std::string const& array, std::vector<double> const& subscripts) override {
    std::array<long, 3> point{};
    for (std::size_t n = 0; n < 3; ++n) point[n] = static_cast<long>(subscripts[n]);
    if (system_.find_function(array)) return value(array, point);
    return grid_.at(array).at(static_cast<std::size_t>(point[0] + points_[0] * (point[1] + points_[1] * point[2])));
  }
  void for_each_iteration(std::vector<std::string> const&, std::function<void()> const&) override {}

  recursion::System const& system_;
  std::array<long, 3> points_;
  GridValues const& grid_;
  std::map<std::string, double> const& scalars_;
  std::array<long, 3> point_{};
  std::map<std::pair<std::string, std::array<long, 3>>, double> values_;
};

} // namespace chemora::testing_support
