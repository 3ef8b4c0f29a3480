#include "codegen/wavefront/strips.hpp"

#include "codegen/wavefront/call_sets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace chemora::wavefront {

namespace {

using recursion::Function;

std::string reason_of_shape(recursion::System const& system, WaveSpace const& space) {
  Function const& first = system.functions.front();
  for (Function const& function : system.functions) {
    if (function.type == recursion::ValueType::probability)
      return "probabilities of different strips would need a common exponent";
    if (function.dimensions.size() != 2)
      return fmt::format("`{}` has {} dimensions; strips need 2", function.name, function.dimensions.size());
    WaveAxes const &axes = space.axes(function.name), &axes_of_first = space.axes(first.name);
    std::string const coefficients = fmt::format("{}", fmt::join(axes.time.coefficients, " "));
    if (!axes.eliminated)
      return fmt::format("the schedule of `{}` has the coefficients {}; strips need one that is 1 or -1", function.name,
                         coefficients);
    if (axes.time.coefficients != axes_of_first.time.coefficients)
      return fmt::format("the schedule of `{}` has the coefficients {}, but that of `{}` has {}", function.name,
                         coefficients, first.name, fmt::join(axes_of_first.time.coefficients, " "));
    for (std::size_t n = 0; n < 2; ++n)
      if (function.dimensions[n].lower != first.dimensions[n].lower ||
          function.dimensions[n].upper != first.dimensions[n].upper)
        return "the functions have different dimensions";
  }
  return {};
}

/// Returns the reason why calls at this number of rows before the caller do not fit, or an empty text.
std::string reason_of_distance(CallSet const& set, ir::LinearExpression const& distance, long rows) {
  std::string const call = fmt::format("`{}` calls an element of `{}`", set.caller->name, set.callee->name);
  if (!distance.is_constant()) return call + " at a distance in rows that is not constant";
  if (distance.constant < 0)
    return fmt::format("{} whose row is greater by {}; strips need calls to the same or preceding rows", call,
                       -distance.constant);
  if (distance.constant > rows)
    return fmt::format("{} whose row is less by {}; `strips {}` allows at most {}", call, distance.constant, rows,
                       rows);
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
    if (std::string reason = reason_of_distance(set, distance, rows); !reason.empty())
      return {.reason = std::move(reason)};
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
