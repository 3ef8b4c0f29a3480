/// Converts the perfect nest of a stencil to a loop tree.
#include "codegen/ir/graph.hpp"
#include "codegen/ir/loop_tree.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::ir {

namespace {

using Nodes = std::vector<TreeNode>;

class NestConverter {
public:
  explicit NestConverter(Loops const& loops) : loops_(loops) {}

  LoopTree convert() {
    tree_.kernel = loops_.kernel;
    add_parameters();
    add_arguments();
    add_statements(loops_.before, tree_.body);
    Nodes* inner = &tree_.body;
    for (Loop const& loop : loops_.nest) {
      inner = loop.over_tiles ? open_tiles(loop, *inner) : open_points(loop, *inner);
      add_buffers(loop, *inner);
      add_statements(loop.body, *inner);
    }
    return std::move(tree_);
  }

private:
  static std::string along(std::string const& name, int axis) { return name + "_" + "xyz"[axis]; }

  void add_parameters() {
    for (Parameter const& parameter : loops_.parameters) tree_.parameters.push_back({parameter.name, parameter.type});
    for (int axis = 0; axis < 3; ++axis) {
      tree_.parameters.push_back({along("lower", axis), Type::int32});
      tree_.parameters.push_back({along("upper", axis), Type::int32});
      tree_.parameters.push_back({along("lower_global", axis), Type::int32});
      tree_.parameters.push_back({along("size", axis), Type::int32});
      tree_.parameters.push_back({along("spacing", axis), loops_.real});
      tree_.parameters.push_back({along("origin", axis), loops_.real});
      if (loops_.allocated == run_time_extents) tree_.parameters.push_back({along("extent", axis), Type::int32});
    }
    tree_.parameters.push_back({"time", loops_.real});
    tree_.parameters.push_back({"time_step", loops_.real});
    tree_.parameters.push_back({"iteration", Type::int32});
  }

  void add_arguments() {
    std::vector<std::string> names = loops_.inputs;
    for (std::string const& name : loops_.outputs)
      if (!base::contains(names, name)) names.push_back(name);
    for (std::string const& name : names) {
      TypedArray array{.name = name, .type = type_of(name), .is_argument = true};
      for (int axis = 0; axis < 3; ++axis)
        array.axes.push_back({.name = std::string(1, "xyz"[axis]),
                              .extent = loops_.allocated == run_time_extents ? linear(along("extent", axis))
                                                                             : linear(loops_.allocated[axis]),
                              .nesting = axis});
      tree_.arrays.push_back(std::move(array));
    }
  }

  Type type_of(std::string const& argument) const {
    auto const found = loops_.element_types.find(argument);
    return found == loops_.element_types.end() ? loops_.real : found->second;
  }

  static Nodes* open(Nodes& nodes, TreeNode loop) {
    loop.kind = NodeKind::loop;
    nodes.push_back(std::move(loop));
    return &nodes.back().body;
  }

  /// The points of an axis are a tile, clipped to the box, or the whole box.
  std::vector<Bound> last_points(int axis) const {
    std::vector<Bound> bounds{{linear(along("upper", axis)) - linear(1)}};
    if (tile_steps_[axis] > 0) bounds.push_back({linear(along("tile", axis)) + linear(tile_steps_[axis] - 1)});
    return bounds;
  }

  LinearExpression first_point(int axis) const { return linear(along(tile_steps_[axis] > 0 ? "tile" : "lower", axis)); }

  Nodes* open_tiles(Loop const& loop, Nodes& nodes) {
    std::vector<Bound> const upper = last_points(loop.axis);
    tile_steps_[loop.axis] = loop.step;
    return open(nodes, {.variable = along("tile", loop.axis),
                        .lower = {{linear(along("lower", loop.axis))}},
                        .upper = upper,
                        .step = loop.step,
                        .mapping = loop.mapping,
                        .axis = loop.axis});
  }

  /// Opens the loop over points. The threads of a block, the lanes of a vector and unrolled iterations are inner loops.
  Nodes* open_points(Loop const& loop, Nodes& nodes) {
    Nodes* inner = &nodes;
    std::vector<Bound> const upper = last_points(loop.axis);
    LinearExpression first = first_point(loop.axis);
    std::string const point(1, "xyz"[loop.axis]);
    is_open_[loop.axis] = true;
    if (loop.mapping == Mapping::block) {
      std::string const thread = along("thread", loop.axis);
      inner = open(*inner, {.variable = thread,
                            .lower = {{linear(0)}},
                            .upper = {{linear(loop.lanes - 1)}},
                            .mapping = Mapping::block,
                            .axis = loop.axis,
                            .extent = loop.lanes});
      return open(*inner, {.variable = point, .lower = {{first + linear(thread)}}, .upper = upper, .step = loop.lanes});
    }
    if (loop.unroll > 1) inner = open_group("group", Mapping::unrolled, loop.unroll, loop.lanes, loop, *inner, first);
    if (loop.lanes == 1 && loop.unroll == 1)
      return open(*inner, {.variable = point, .lower = {{first}}, .upper = upper});
    bool const is_vector = loop.mapping == Mapping::vector;
    if (loop.unroll == 1) {
      inner = open(*inner,
                   {.variable = along("vector", loop.axis), .lower = {{first}}, .upper = upper, .step = loop.lanes});
      first = linear(along("vector", loop.axis));
    }
    std::vector<Bound> last = upper;
    last.push_back({first + linear(loop.lanes - 1)});
    return open(*inner, {.variable = point,
                         .lower = {{first}},
                         .upper = std::move(last),
                         .mapping = is_vector ? Mapping::vector : Mapping::sequential,
                         .extent = loop.lanes});
  }

  /// Opens a loop over groups of `n` steps and the unrolled loop over the steps of a group. `first` becomes the first
  /// point of a step.
  Nodes* open_group(std::string const& name, Mapping mapping, int n, int step, Loop const& loop, Nodes& nodes,
                    LinearExpression& first) const {
    std::string const group = along(name, loop.axis), part = along("part", loop.axis);
    std::vector<Bound> const upper = last_points(loop.axis);
    Nodes* inner = open(nodes, {.variable = group, .lower = {{first}}, .upper = upper, .step = n * step});
    std::vector<Bound> last = upper;
    last.push_back({linear(group) + linear(n * step - 1)});
    first = linear(part);
    return open(*inner, {.variable = part,
                         .lower = {{linear(group)}},
                         .upper = std::move(last),
                         .step = step,
                         .mapping = mapping,
                         .extent = n});
  }

  /// Fills the buffers of a loop completely in each of its iterations.
  void add_buffers(Loop const& loop, Nodes& nodes) {
    Nodes* inner = nullptr;
    for (Buffer const& buffer : loop.buffers) {
      declare(buffer);
      if (!buffer.is_fused) {
        inner = &nodes;
        for (int axis = 2; axis >= 0; --axis) inner = open_fill(buffer, axis, *inner);
      }
      is_filling_ = true;
      add_statements(buffer.body, *inner);
      is_filling_ = false;
      if (buffer.is_followed_by_barrier) nodes.push_back({.kind = NodeKind::barrier, .barrier = Scope::tile});
    }
  }

  /// Along axes of open loops over points, a buffer contains the halo of one point.
  void declare(Buffer const& buffer) {
    TypedArray array{.name = buffer.name, .type = buffer.type, .scope = buffer.scope};
    BufferFrame frame;
    for (int axis = 0; axis < 3; ++axis) {
      int const planes = buffer.halo.to[axis] - buffer.halo.from[axis];
      LinearExpression const points = is_open_[axis] ? linear(1)
                                      : tile_steps_[axis] > 0
                                          ? linear(tile_steps_[axis])
                                          : linear(along("upper", axis)) - linear(along("lower", axis));
      array.axes.push_back({.extent = points + linear(planes), .nesting = axis});
      frame.first[axis] =
          (is_open_[axis] ? linear(std::string(1, "xyz"[axis])) : first_point(axis)) + linear(buffer.halo.from[axis]);
    }
    frames_[buffer.name] = frame;
    tree_.arrays.push_back(std::move(array));
  }

  Nodes* open_fill(Buffer const& buffer, int axis, Nodes& nodes) const {
    std::vector<Bound> upper{{linear(std::string(1, "xyz"[axis]))}};
    if (!is_open_[axis]) upper = last_points(axis);
    for (Bound& bound : upper) bound.numerator += linear(buffer.halo.to[axis]);
    return open(
        nodes,
        {.variable = along("fill", axis), .lower = {{frames_.at(buffer.name).first[axis]}}, .upper = std::move(upper)});
  }

  void add_statements(std::vector<Statement> const& statements, Nodes& nodes) {
    for (Statement const& statement : statements) {
      TreeNode node;
      if (statement.is_store) {
        node.target = element(statement.access, true);
        node.value = make_conversion(node.target->type, operand(statement.operands[0]));
      } else {
        node.value = value(statement);
        // A buffer may be filled with a register that a later loop sets again.
        bool const is_declared = types_.contains(statement.target);
        types_[statement.target] = statement.type;
        node.target = operand(statement.target);
        if (!is_declared)
          tree_.arrays.push_back({.name = node.target->name, .type = statement.type, .scope = Scope::registers});
      }
      nodes.push_back(std::move(node));
    }
  }

  ExpressionPtr operand(RegisterId id) const { return make_element(types_.at(id), fmt::format("register_{}", id), {}); }

  ExpressionPtr point(int axis) const {
    return make_name(Type::int32, is_filling_ ? along("fill", axis) : std::string(1, "xyz"[axis]));
  }

  ExpressionPtr element(Access const& access, bool is_store) const {
    auto const frame = frames_.find(access.variable);
    std::vector<ExpressionPtr> subscripts;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      LinearExpression sum = linear(access.index[axis].constant);
      for (int other = 0; other < 3; ++other)
        sum += access.index[axis].factors[static_cast<std::size_t>(other)] * linear(point(other)->name);
      if (frame != frames_.end()) sum -= frame->second.first[axis];
      subscripts.push_back(make_linear(sum));
    }
    if (frame != frames_.end()) return make_element(loops_.real, access.variable, std::move(subscripts));
    ExpressionPtr const result = make_element(type_of(access.variable), access.variable, std::move(subscripts));
    return is_store ? result : make_conversion(loops_.real, result);
  }

  ExpressionPtr value(Statement const& statement) const {
    auto const named = [&](std::string const& name) { return make_name(statement.type, name); };
    auto const global_index = [&] {
      return make_operation(Op::add,
                            {point(statement.axis), make_name(Type::int32, along("lower_global", statement.axis))});
    };
    switch (statement.op) {
    case Op::immediate:
      return make_number(statement.type, statement.number);
    case Op::parameter:
      return named(statement.name);
    case Op::spacing:
    case Op::origin:
    case Op::size:
      return named(along(std::string(info(statement.op).name), statement.axis));
    case Op::time:
    case Op::time_step:
    case Op::iteration:
      return named(std::string(info(statement.op).name));
    case Op::index:
      return global_index();
    case Op::coordinate:
      return make_operation(Op::add, {named(along("origin", statement.axis)),
                                      make_operation(Op::multiply, {make_conversion(statement.type, global_index()),
                                                                    named(along("spacing", statement.axis))})});
    case Op::load:
      return element(statement.access, false);
    case Op::convert:
      return make_conversion(statement.type, operand(statement.operands[0]));
    default:
      break;
    }
    std::vector<ExpressionPtr> operands;
    for (RegisterId const id : statement.operands) operands.push_back(operand(id));
    return make_operation(statement.op, std::move(operands));
  }

  /// The point of the first element of a buffer.
  struct BufferFrame {
    std::array<LinearExpression, 3> first{};
  };

  Loops const& loops_;
  LoopTree tree_;
  std::array<int, 3> tile_steps_{0, 0, 0};           ///< points of the tiles of open loops; 0 without tiles
  std::array<bool, 3> is_open_{false, false, false}; ///< whether the loop over the points of an axis is open
  bool is_filling_ = false;                          ///< whether statements are at the point of an element of a buffer
  std::map<std::string, BufferFrame> frames_;        ///< by the names of buffers
  std::map<RegisterId, Type> types_;
};

} // namespace

LoopTree to_tree(Loops const& loops) { return NestConverter(loops).convert(); }

} // namespace chemora::ir
