/// The pass that replaces parameters and properties of the grid by values that are known before a kernel is compiled.
#include "codegen/passes/passes.hpp"
#include "codegen/passes/rewriter.hpp"

namespace chemora::passes {

namespace {

std::optional<double> known_value(ir::Value const& value, KnownValues const& known) {
  using ir::Op;
  switch (value.op) {
  case Op::parameter: {
    auto const parameter = known.parameters.find(value.name);
    return parameter == known.parameters.end() ? std::nullopt : std::optional(parameter->second);
  }
  case Op::spacing:
    return known.spacing ? std::optional((*known.spacing)[value.axis]) : std::nullopt;
  case Op::origin:
    return known.origin ? std::optional((*known.origin)[value.axis]) : std::nullopt;
  case Op::size:
    return known.global_size ? std::optional<double>((*known.global_size)[value.axis]) : std::nullopt;
  case Op::time_step:
    return known.time_step;
  default:
    return std::nullopt;
  }
}

class Substituter : public Rewriter {
public:
  explicit Substituter(KnownValues const& known) : known_(known) {}

private:
  ir::ValueId make(ir::Value value) override {
    if (auto const number = known_value(value, known_)) return immediate(value.type, *number);
    return add(std::move(value));
  }

  KnownValues const& known_;
};

} // namespace

ir::Graph substitute_known_values(ir::Graph const& graph, KnownValues const& known) {
  return Substituter(known).run(graph);
}

} // namespace chemora::passes
