// Exchanges of ghost zones: begun when asked for, ended at once or when somebody needs what arrives.
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
    Group const* const known = group(index);
    if (!known || known->levels.empty()) {
      CCTK_VWARN(CCTK_WARN_COMPLAIN, "Group '%s' has no storage, so its ghost zones cannot be filled",
                 known ? known->name.c_str() : "(unknown)");
      continue;
    }
    begun.groups.push_back(index);
    for (int v = 0; v < known->declared.numvars; ++v) {
      int const variable = known->first_variable + v;
      begun.variables.push_back(variable);
      fields.push_back({known->distribution, variable, static_cast<std::byte*>(grid_hierarchy_->data[variable][0]),
                        known->point_size});
    }
  }
  int const n_synchronised = static_cast<int>(begun.groups.size());
  end_exchanges_of(begun.variables);
  auto const where = accelerator::before_exchange(grid_hierarchy_, begun.groups, begun.variables);
  for (std::size_t i = 0; i < fields.size(); ++i) fields[i].is_on_device = where.on_device[i] != 0;
  std::erase_if(fields, [](Field const& field) { return field.distribution->exchange().empty(); });
  begun.exchange = messenger_.begin(std::move(fields));
  auto const coming = Messenger::in_flight(*begun.exchange);
  bool const stays = may_stay_in_flight && where.keeps_account && !coming.variables.empty();
  if (stays) accelerator::in_flight(grid_hierarchy_, coming);
  ++counts_.all;
  counts_.in_flight += stays ? 1 : 0;
  if (stays)
    in_flight_.push_back(std::move(begun));
  else
    end(begun);
  return n_synchronised;
}

void Driver::end(InFlight& in_flight) {
  messenger_.end(std::move(in_flight.exchange));
  for (auto const& work : in_flight.afterwards) work();
  accelerator::after_exchange(grid_hierarchy_, in_flight.groups, in_flight.variables);
}

bool Driver::after_exchange_of(CCTK_INT variable, std::function<void()> work) {
  for (InFlight& in_flight : in_flight_)
    if (std::find(in_flight.variables.begin(), in_flight.variables.end(), variable) != in_flight.variables.end()) {
      in_flight.afterwards.push_back(std::move(work));
      return true;
    }
  return false;
}

void Driver::end_exchanges_of(std::span<CCTK_INT const> variables) {
  auto const is_meant = [&](InFlight const& in_flight) {
    return std::any_of(in_flight.variables.begin(), in_flight.variables.end(), [&](CCTK_INT variable) {
      return std::find(variables.begin(), variables.end(), variable) != variables.end();
    });
  };
  auto const meant = std::stable_partition(in_flight_.begin(), in_flight_.end(),
                                           [&](InFlight const& in_flight) { return !is_meant(in_flight); });
  std::vector<InFlight> ending;
  std::move(meant, in_flight_.end(), std::back_inserter(ending));
  in_flight_.erase(meant, in_flight_.end());
  for (InFlight& in_flight : ending) end(in_flight);
}

void Driver::end_exchanges() {
  auto ending = std::exchange(in_flight_, {});
  for (InFlight& in_flight : ending) end(in_flight);
}

} // namespace pugh
