// Names the pass that was left out.
#include "codegen/plan/form.hpp"

#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <set>

namespace chemora::plan {

void check_form(ir::Graph const& graph) {
  auto const fail = [&](std::string const& what) {
    throw base::InternalError(fmt::format("Planning graph `{}`: {}.", graph.name, what));
  };
  for (std::size_t id = 0; id < graph.values.size(); ++id) {
    ir::Value const& value = graph.values[id];
    if (value.op == ir::Op::shift && graph.values[value.operands[0]].op != ir::Op::load)
      fail(fmt::format("%{} shifts what is not a load; passes::push_shifts_to_loads comes first", id));
  }
  std::set<std::string> written;
  for (ir::Store const& store : graph.stores)
    if (!written.insert(store.variable).second)
      fail(fmt::format("`{}` is stored in more than one region; passes::extract_region comes first", store.variable));
}

} // namespace chemora::plan
