/// Values at points of the grid in kernels.
#include "codegen/patterns/lower_points.hpp"
#include "codegen/patterns/nest_values.hpp"
#include "codegen/patterns/nodes.hpp"

namespace chemora::patterns {

using ir::ExpressionPtr;

namespace {

constexpr std::size_t max_levels = 16; ///< of patterns in values
constexpr char const* axes[] = {"i", "j", "k"};

/// Patterns in values are sequential.
Mapping sequential_mapping() {
  Mapping mapping;
  mapping.levels.resize(max_levels, {Dimension::sequential, 1, {SpanKind::all, 1}});
  return mapping;
}

/// All values as one expression, for questions about their patterns.
NodePtr together(std::vector<NodePtr> const& values) {
  Node node{.kind = NodeKind::construct, .operands = values};
  return std::make_shared<Node const>(std::move(node));
}

/// Finds the indices of the point that a value uses.
class UsedIndices {
public:
  UsedIndices(Program const& program, int point, std::array<bool, 3>& is_used)
      : program_(program), point_(point), is_used_(is_used) {}

  void visit(NodePtr const& node) {
    auto const is_point = [&](NodePtr const& part) {
      return part->kind == NodeKind::variable && part->variable == point_;
    };
    if (node->kind == NodeKind::field && is_point(node->operands[0])) {
      is_used_[static_cast<std::size_t>(node->index)] = true;
      return;
    }
    if (is_grid_element(program_, *node)) return;
    if (is_point(node)) is_used_.fill(true);
    bool const is_let = node->kind == NodeKind::let && is_point(node->operands[0]);
    if (!is_let) return for_each_part(*node, [&](NodePtr const& part) { visit(part); });
    visit(node->operands[1]);
    UsedIndices(program_, node->variable, is_used_).visit(node->operands[1]);
  }

private:
  Program const& program_;
  int point_;
  std::array<bool, 3>& is_used_;
};

} // namespace

ExpressionPtr NestValues::value_at_point(int field) {
  std::string const& name = declared(field).name;
  std::string& argument = points_->fields[name];
  if (argument.empty()) {
    argument = name + ".values";
    declare_array(argument, ir::Type::real64, {ir::linear(points_->n_points)}, 1);
  }
  return ir::make_element(ir::Type::real64, argument, {point_index_});
}

void NestValues::store_points(LoweredPoints& lowered, int point, std::vector<NodePtr> const& values) {
  points_ = &lowered;
  lowered.n_points = lowered.kernel.name + ".points";
  result_.kernel.name = lowered.kernel.name;
  reserve_names();
  result_.kernel.parameters.push_back({lowered.n_points, ir::Type::int32});
  std::string const loop = builder_.new_name(declared(point).name);
  builder_.open(loop, ir::linear(0), ir::linear(lowered.n_points) - ir::linear(1),
                loops_.has_vectors() ? loops::Tag::vector : loops::Tag::sequential);
  builder_.add_at_least_0(ir::linear(max_listed_points - 1) - ir::linear(loop)); // vectors need a constant extent
  point_index_ = ir::make_name(ir::Type::int32, loop);

  std::array<bool, 3> is_used{};
  UsedIndices used(program_, point, is_used);
  for (NodePtr const& value : values) used.visit(value);
  Fields& indices = values_[point];
  for (std::size_t axis = 0; axis < is_used.size(); ++axis) {
    if (is_used[axis]) {
      lowered.indices[axis] = lowered.kernel.name + "." + axes[axis];
      declare_array(lowered.indices[axis], ir::Type::int32, {ir::linear(lowered.n_points)}, 1);
    }
    indices.push_back(is_used[axis] ? ir::make_element(ir::Type::int32, lowered.indices[axis], {point_index_})
                                    : ir::make_integer(0));
  }
  // The temporaries of all values precede the stores, because compilers do not reuse common parts across a store.
  std::vector<ExpressionPtr> numbers;
  for (NodePtr const& node : values) numbers.push_back(value(node)[0]);
  for (ExpressionPtr& number : numbers) {
    if (number->type == ir::Type::boolean) number = ir::make_conversion(ir::Type::int32, number);
    lowered.results.push_back(lowered.kernel.name + ".result_" + std::to_string(lowered.results.size()));
    declare_array(lowered.results.back(), number->type, {ir::linear(lowered.n_points)}, 1);
    builder_.assign(ir::make_element(number->type, lowered.results.back(), {point_index_}), number);
  }
  builder_.close_to(0);
  lowered.inputs = result_.inputs;
  lowered.kernel = std::move(result_.kernel);
  points_ = nullptr;
}

LoweredPoints lower_points(Program const& declarations, int point, std::vector<NodePtr> const& values,
                           std::string const& name, NestOptions const& options) {
  LoweredPoints lowered;
  lowered.kernel.name = name;
  Mapping const mapping = sequential_mapping();
  NestValues(declarations, mapping, options, together(values)).store_points(lowered, point, values);
  return lowered;
}

} // namespace chemora::patterns
