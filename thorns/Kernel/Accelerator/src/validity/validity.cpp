// The state machine of validity: no framework, no device.
#include "validity.hpp"

namespace accelerator {

namespace {

char const* name_of(Side side) { return side == Side::host ? "host" : "device"; }

void set(State& state, Side side, bool is_valid) { (side == Side::host ? state.on_host : state.on_device) = is_valid; }

} // namespace

InvalidRead::InvalidRead(Place place_, State const& state, std::string const& reader_)
    : std::runtime_error(reader_ + " reads data that are valid neither on the host nor on the device: " + state.reason +
                         "."),
      place(place_), reason(state.reason), reader(reader_) {}

State const& Validity::state(Place const& place) {
  auto const [entry, is_new] = states_.try_emplace(place);
  if (is_new) entry->second = {true, false, "presumed valid on the host since nobody declared to have written it"};
  return entry->second;
}

std::vector<Copy> Validity::fetch(Place const& place, Side side, std::string const& reason) {
  state(place);
  State& known = states_[place];
  if (known.is_valid(side)) return {};
  set(known, side, true);
  known.reason += ", copied to the " + std::string(name_of(side)) + " for " + reason;
  return {{place, side, reason}};
}

std::vector<Copy> Validity::read(std::vector<Place> const& places, Side side, std::string const& reader) {
  for (auto const& place : places)
    if (State const& known = state(place); !known.on_host && !known.on_device) throw InvalidRead(place, known, reader);
  std::vector<Copy> copies;
  for (auto const& place : places)
    for (auto& copy : fetch(place, side, reader)) copies.push_back(std::move(copy));
  return copies;
}

std::vector<Copy> Validity::before_partial_write(std::vector<Place> const& places, Side side,
                                                 std::string const& writer) {
  std::vector<Copy> copies;
  for (auto const& place : places) {
    auto const known = states_.find(place);
    if (known == states_.end() || (!known->second.on_host && !known->second.on_device)) continue;
    for (auto& copy : fetch(place, side, writer)) copies.push_back(std::move(copy));
  }
  return copies;
}

void Validity::written(std::vector<Place> const& places, Side side, std::string const& writer) {
  for (auto const& place : places)
    states_[place] = {side == Side::host, side == Side::device,
                      "written on the " + std::string(name_of(side)) + " by " + writer};
}

void Validity::written_by_undeclared(std::string const& writer) {
  for (auto& [place, known] : states_)
    if (!known.on_host && !known.on_device)
      known = {true, false, "presumed written on the host by " + writer + ", which declares no READS and WRITES"};
}

void Validity::invalidate(std::vector<Place> const& places, Side side, std::string const& reason) {
  for (auto const& place : places) {
    state(place);
    State& known = states_[place];
    set(known, side, false);
    known.reason += ", made invalid on the " + std::string(name_of(side)) + " by " + reason;
  }
}

void Validity::rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason) {
  if (n_time_levels < 2) return;
  for (int level = n_time_levels - 1; level > 0; --level) {
    State const older = state({variable, refinement_level, level - 1});
    states_[{variable, refinement_level, level}] = older;
  }
  states_[{variable, refinement_level, 0}] = {false, false, reason};
}

bool Validity::copy_from_past(int variable, int refinement_level, std::string const& reason) {
  State past = state({variable, refinement_level, 1});
  bool const is_on_device = past.on_device;
  past.reason = "copied from the previous time level by " + reason;
  states_[{variable, refinement_level, 0}] = std::move(past);
  return is_on_device;
}

std::vector<Copy> Validity::before_exchange(std::vector<Place> const& places) const {
  std::vector<Copy> copies;
  for (auto const& place : places)
    if (auto const known = states_.find(place);
        known != states_.end() && known->second.on_device && !known->second.on_host)
      copies.push_back({place, Side::host, "exchange of ghost zones"});
  return copies;
}

std::vector<Copy> Validity::after_exchange(std::vector<Place> const& places) const {
  std::vector<Copy> copies;
  for (auto const& place : places)
    if (auto const known = states_.find(place); known != states_.end() && known->second.on_device)
      copies.push_back({place, Side::device, "exchange of ghost zones"});
  return copies;
}

void Traffic::add(Side to, std::int64_t bytes) {
  (to == Side::host ? n_to_host : n_to_device) += 1;
  (to == Side::host ? bytes_to_host : bytes_to_device) += bytes;
}

std::string to_text(Traffic const& t) {
  auto const part = [](std::int64_t n, char const* where, std::int64_t bytes) {
    return std::to_string(n) + (n == 1 ? " copy to the " : " copies to the ") + where + " (" + std::to_string(bytes) +
           " bytes)";
  };
  return part(t.n_to_device, "device", t.bytes_to_device) + ", " + part(t.n_to_host, "host", t.bytes_to_host);
}

} // namespace accelerator
