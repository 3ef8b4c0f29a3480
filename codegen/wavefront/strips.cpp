#include "codegen/wavefront/strips.hpp"

#include "codegen/wavefront/call_sets.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::wavefront {

namespace {

using recursion::Function;

std::string reason_of_shape(recursion::System const& system, WaveSpace const& space) {
  Function const& first = system.functions.front();
  for (Function const& function : system.functions) {
    if (function.type == recursion::ValueType::probability)
      return "probabilities of different strips would need a common exponent";
    if (function.dimensions.size() != 2) return fmt::format("`{}` does not have two dimensions", function.name);
    WaveAxes const &axes = space.axes(function.name), &axes_of_first = space.axes(first.name);
    if (!axes.eliminated) return fmt::format("no dimension of `{}` has the coefficient 1 or -1", function.name);
    if (axes.time.coefficients != axes_of_first.time.coefficients)
      return "the schedule of the functions has different coefficients";
    for (std::size_t n = 0; n < 2; ++n)
      if (function.dimensions[n].lower != first.dimensions[n].lower ||
          function.dimensions[n].upper != first.dimensions[n].upper)
        return "the functions have different dimensions";
  }
  return {};
}

} // namespace

StripsOrReason strips_of(recursion::System const& system, WaveSpace const& space, long rows, int lanes) {
  if (std::string reason = reason_of_shape(system, space); !reason.empty()) return {.reason = std::move(reason)};
  if (rows % lanes != 0)
    return {.reason = fmt::format("the {} rows of a strip are not a multiple of the {} lanes", rows, lanes)};
  Strips strips{.rows = rows};
  for (CallSet const& set : call_sets(system, Conditions::ignored)) {
    std::size_t const row = space.axes(set.caller->name).space.front();
    ir::LinearExpression const distance = ir::linear(set.caller->dimensions[row].name) - set.arguments[row];
    if (!distance.is_constant() || distance.constant < 0 || distance.constant > rows)
      return {.reason = fmt::format("`{}` calls an element of `{}` that is not in its strip or the preceding one",
                                    set.caller->name, set.callee->name)};
    long& halo = strips.halo[set.callee->name];
    halo = std::max(halo, distance.constant);
  }
  return {.strips = std::move(strips)};
}

long padded_rows(long rows, ir::Type type) {
  constexpr long line_bytes = 64, pair_bytes = 2 * line_bytes; // arrays start at a line, but not always at a pair
  long const bytes = rows * ir::element_bytes(type) + line_bytes;
  return (bytes + pair_bytes - 1) / pair_bytes * pair_bytes / ir::element_bytes(type);
}

} // namespace chemora::wavefront
