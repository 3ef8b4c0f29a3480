/// Lookups in matrices whose row and column are letters that differ between the lanes, such as the substitution scores
/// of an antidiagonal. A separate loop looks up the elements as bytes, because a vector has more lanes of bytes than of
/// the integers in the tables.
#include "codegen/wavefront/within_lowering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace chemora::wavefront {

using ir::Expression;
using ir::ExpressionKind;
using ir::ExpressionPtr;
using ir::LinearExpression;
using ir::Type;
using recursion::Function;
using recursion::InputArray;

namespace {

constexpr long max_letters = 32; ///< rows and columns of matrices for which processors have lookups

/// Returns the smallest power of two that is not less than the number of letters, but at least 4.
long matrix_columns(long n_letters) {
  return std::max(static_cast<long>(std::bit_ceil(static_cast<unsigned long>(n_letters))), 4L);
}

/// Returns a number of rows that fills whole parts of 128 bytes, or a square matrix if that is smaller.
long matrix_rows(long n_letters, long n_columns) {
  constexpr long part_bytes = 128;
  long const step = std::min(part_bytes / n_columns, n_columns);
  return (n_letters + step - 1) / step * step;
}

long n_letters_of(InputArray const& matrix, LoweringOptions const& options) {
  return matrix.extents.front() == LinearExpression{} ? options.n_letters : matrix.extents.front().constant;
}

} // namespace

/// Returns whether both subscripts are letters at positions that differ between the lanes, and bytes represent all
/// elements.
bool WithinLowering::is_looked_up(ExpressionPtr const& element, Function const& function) const {
  if (element->kind != ExpressionKind::element || !options_.ranges) return false;
  auto const matrix = std::ranges::find(system_.arrays, element->name, &InputArray::name);
  if (matrix == system_.arrays.end() || matrix->kind != InputArray::Kind::matrix || matrix->type != Type::int32)
    return false;
  if (n_letters_of(*matrix, options_) > max_letters) return false;
  Interval const values = options_.ranges->of(element, function).finite;
  if (values.lower < ir::min_integer(Type::int8) || values.upper > ir::max_integer(Type::int8)) return false;
  auto const indices = space_.indices(function, ir::linear("time"), {ir::linear("x0")});
  return std::ranges::all_of(element->operands, [&](ExpressionPtr const& letter) {
    if (letter->kind != ExpressionKind::element || letter->operands.size() != 1) return false;
    auto position = ir::as_linear(letter->operands.front());
    for (auto const& [name, index] : indices)
      if (position) position = position->with(name, index);
    return position && position->factor("x0") != 0 &&
           std::ranges::none_of(function.ranges, [&](auto const& range) { return position->uses(range.variable); });
  });
}

/// Declares a copy of a matrix in bytes, with as many columns as lookups need.
std::string WithinLowering::declare_matrix(std::string const& name) {
  std::string const copy = "bytes_of_" + name;
  if (kernel_.find_array(copy)) return copy;
  long const n_letters = n_letters_of(system_.array(name), options_), n_columns = matrix_columns(n_letters);
  ir::TypedArray array{.name = copy, .type = Type::int8, .is_argument = true, .scope = ir::Scope::grid};
  array.axes.push_back({.extent = ir::linear(n_columns), .nesting = 0});
  array.axes.push_back({.extent = ir::linear(matrix_rows(n_letters, n_columns)), .nesting = 1});
  kernel_.arrays.push_back(std::move(array));
  arguments_.push_back({copy, Role::input, name, n_letters});
  return copy;
}

/// Declares a temporary with a byte for each position in space, for the elements of one time.
std::string WithinLowering::declare_lookup(Function const& function, std::size_t number) {
  std::string const name = fmt::format("scores_{}_{}", function.name, number);
  if (kernel_.find_array(name)) return name;
  recursion::Dimension const& dimension = function.dimensions[space_.axes(function.name).space.front()];
  if (strips_)
    declare_work(name, Type::int8, function.name, {ir::linear(padded_rows(strips_->rows, Type::int8)), n_strips()});
  else
    declare_work(name, Type::int8, function.name, {dimension.upper - dimension.lower + ir::linear(1)});
  return name;
}

ExpressionPtr WithinLowering::lookup_element(std::string const& array, Elements const& elements) const {
  Function const& function = *elements.function;
  recursion::Dimension const& dimension = function.dimensions[space_.axes(function.name).space.front()];
  LinearExpression const index = largest_sizes(elements.indices.at(dimension.name), true);
  if (!strips_) return problem_element(array, {ir::make_linear(index - dimension.lower)});
  return problem_element(array, {ir::make_linear(index - first_row()), strip_number()});
}

/// Adds a loop that looks up all such elements of a case. Devices read the elements directly instead.
std::vector<WithinLowering::Lookup> WithinLowering::look_up(Function const& function, recursion::Case const& part,
                                                            long row) {
  std::vector<Lookup> lookups;
  bool const has_lanes = !options_.is_device && lanes_ > 1 && is_vectorised(function, part);
  if (!has_lanes || space_.axes(function.name).space.size() != 1) return lookups;
  ir::for_each(part.value, [&](ExpressionPtr const& e) {
    auto const is_equal = [&](Lookup const& each) { return ir::equal(each.element, e); };
    if (is_looked_up(e, function) && std::ranges::none_of(lookups, is_equal))
      lookups.push_back({e, declare_lookup(function, lookups.size())});
  });
  if (lookups.empty()) return lookups;
  std::size_t const n_outer = builder_.loops().size();
  Elements const elements = open_elements(function, part.domain, row, true);
  for (Lookup const& each : lookups) {
    std::vector<ExpressionPtr> letters;
    for (ExpressionPtr const& letter : each.element->operands)
      letters.push_back(converted(letter, recursion::ValueType::character, elements));
    std::string const matrix = declare_matrix(each.element->name);
    builder_.assign(lookup_element(each.array, elements),
                    ir::make_element(Type::int8, matrix, {letters[1], letters[0]}));
  }
  builder_.close_to(n_outer);
  return lookups;
}

} // namespace chemora::wavefront
