/// Class Driver: exchanges of ghost zones.
#include "accelerator.hpp"
#include "driver.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace pugh {

int Driver::synchronise(std::span<int const> groups, bool may_stay_in_flight) {
  std::vector<Field> fields;
  InFlight begun;
  for (int const index : groups) {
    Group const* const synchronised = group(index);
    if (!synchronised || synchronised->levels.empty()) {
      CCTK_VWARN(CCTK_WARN_COMPLAIN,
                 "Group '%s' has no storage, so its ghost zones cannot be filled. Allocate storage before SYNC.",
                 synchronised ? synchronised->name.c_str() : "(unknown)");
      continue;
    }
    begun.groups.push_back(index);
    for (int v = 0; v < synchronised->declared.numvars; ++v) {
      int const variable = synchronised->first_variable + v;
      begun.variables.push_back(variable);
      fields.push_back({synchronised->distribution, variable, static_cast<std::byte*>(cctkGH_->data[variable][0]),
                        synchronised->point_size});
    }
  }
  int const n_synchronised = static_cast<int>(begun.groups.size());
  end_exchanges_of(begun.variables);
  auto const target = accelerator::begin_exchange(cctkGH_, begun.groups, begun.variables);
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i].is_on_device = target.on_device[i] != 0;
  std::erase_if(fields, [](Field const& field) { return field.distribution->exchange().empty(); });
  begun.exchange = messenger_.begin(std::move(fields));
  auto const arriving = Messenger::in_flight(*begun.exchange);
  bool const stays_in_flight = may_stay_in_flight && target.tracks_accesses && !arriving.variables.empty();
  if (stays_in_flight) accelerator::in_flight(cctkGH_, arriving);
  ++counts_.all;
  counts_.in_flight += stays_in_flight ? 1 : 0;
  if (stays_in_flight)
    in_flight_.push_back(std::move(begun));
  else
    end(begun);
  return n_synchronised;
}

void Driver::end(InFlight& in_flight) {
  messenger_.end(std::move(in_flight.exchange));
  for (auto const& work : in_flight.callbacks) work();
  accelerator::end_exchange(cctkGH_, in_flight.groups, in_flight.variables);
}

bool Driver::after_exchange_of(CCTK_INT variable, std::function<void()> work) {
  for (InFlight& in_flight : in_flight_)
    if (std::find(in_flight.variables.begin(), in_flight.variables.end(), variable) != in_flight.variables.end()) {
      in_flight.callbacks.push_back(std::move(work));
      return true;
    }
  return false;
}

void Driver::end_exchanges_of(std::span<CCTK_INT const> variables) {
  auto const contains_any = [&](InFlight const& in_flight) {
    return std::any_of(in_flight.variables.begin(), in_flight.variables.end(), [&](CCTK_INT variable) {
      return std::find(variables.begin(), variables.end(), variable) != variables.end();
    });
  };
  auto const ended = std::stable_partition(in_flight_.begin(), in_flight_.end(),
                                           [&](InFlight const& in_flight) { return !contains_any(in_flight); });
  std::vector<InFlight> ending;
  std::move(ended, in_flight_.end(), std::back_inserter(ending));
  in_flight_.erase(ended, in_flight_.end());
  for (InFlight& in_flight : ending) end(in_flight);
}

void Driver::end_exchanges() {
  auto ending = std::exchange(in_flight_, {});
  for (InFlight& in_flight : ending) end(in_flight);
}

} // namespace pugh
