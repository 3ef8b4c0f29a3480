#include "validity.hpp"

#include <algorithm>
#include <utility>

namespace accelerator {

namespace {

Side other(Side side) { return side == Side::host ? Side::device : Side::host; }

} // namespace

Reason make_reason(std::string text) { return std::make_shared<std::string const>(std::move(text)); }

char const* name_of(Side side) { return side == Side::host ? "host" : "device"; }

InvalidRead::InvalidRead(ArrayId array_, Parts parts_, std::string reasons_, std::string reader_)
    : std::runtime_error(reader_ + " reads data that are valid neither on the host nor on the device: " + reasons_ +
                         "."),
      array(array_), parts(parts_), reasons(std::move(reasons_)), reader(std::move(reader_)) {}

State::State() {
  valid_[0].set();
  static Reason const presumed = make_reason("presumed valid on the host, because no write was reported");
  record(valid_[0], presumed);
}

void State::record(Parts const& parts, Reason const& reason) {
  for (auto& event : events_) event.parts &= ~parts;
  std::erase_if(events_, [](Event const& event) { return event.parts.none(); });
  events_.push_back({parts, reason});
}

std::string State::reasons(Parts const& parts) const {
  std::string text;
  for (auto const& event : events_)
    if ((event.parts & parts).any()) text += (text.empty() ? "" : "; ") + *event.reason;
  return text;
}

void State::write(Parts const& parts, Side side, Reason const& reason) {
  valid_[side == Side::host ? 0 : 1] |= parts;
  valid_[side == Side::host ? 1 : 0] &= ~parts;
  record(parts, reason);
}

void State::copied(Parts const& parts, Side to) { valid_[to == Side::host ? 0 : 1] |= parts; }

void State::invalidate(Parts const& parts, Side side, Reason const& reason) {
  valid_[side == Side::host ? 0 : 1] &= ~parts;
  record(parts, reason);
}

void State::invalidate_everywhere(Reason const& reason) {
  valid_ = {};
  record_everywhere(reason);
}

void State::record_everywhere(Reason const& reason) {
  Parts everything;
  record(everything.set(), reason);
}

bool Validity::is_available(std::vector<Access> const& accesses, Side side) {
  return std::all_of(accesses.begin(), accesses.end(), [&](Access const& access) {
    State const& state = states_[access.array];
    return ((~state.valid(side) | state.in_flight()) & access.parts).none();
  });
}

std::vector<Copy> Validity::read(std::vector<Access> const& accesses, Side side, std::string const& reader) {
  for (auto const& [array, parts] : accesses)
    if (Parts const missing = parts & ~state(array).valid_somewhere(); missing.any())
      throw InvalidRead(array, missing, state(array).reasons(missing), reader);
  return fetch(accesses, side, reader);
}

std::vector<Copy> Validity::fetch(std::vector<Access> const& accesses, Side side, std::string const& reader) {
  std::vector<Copy> copies;
  for (auto const& [array, parts] : accesses) {
    State& known = states_[array];
    Parts const wanted = parts & ~known.valid(side) & known.valid(other(side));
    if (wanted.none()) continue;
    known.copied(wanted, side);
    copies.push_back({array, wanted, side, reader});
  }
  return copies;
}

void Validity::written(std::vector<Access> const& accesses, Side side, std::string const& writer) {
  if (accesses.empty()) return;
  Reason const reason = make_reason("written on the " + std::string(name_of(side)) + " by " + writer);
  for (auto const& [array, parts] : accesses) states_[array].write(parts, side, reason);
}

void Validity::invalidate(std::vector<Access> const& accesses, Side side, std::string const& reason) {
  if (accesses.empty()) return;
  Reason const why = make_reason("made invalid on the " + std::string(name_of(side)) + " by " + reason);
  for (auto const& [array, parts] : accesses) states_[array].invalidate(parts, side, why);
}

// A ghost zone that is filled from invalid data becomes invalid.
void Validity::exchanged(ArrayId const& array, Partition const& partition, Side side, Reason const& reason) {
  State& known = states_[array];
  if ((partition.all_sources() & ~known.valid_somewhere()).none()) {
    if (partition.all_filled().any()) known.write(partition.all_filled(), side, reason);
    return;
  }
  Parts filled, invalidated, missing;
  for (auto const& [block, source] : partition.filled()) {
    Parts const invalid = source & ~known.valid_somewhere();
    (invalid.none() ? filled : invalidated).set(block);
    missing |= invalid;
  }
  if (filled.any()) known.write(filled, side, reason);
  if (invalidated.none()) return;
  Reason const why = make_reason(*reason + " from data that were valid nowhere: " + known.reasons(missing));
  known.invalidate(invalidated, Side::host, why);
  known.invalidate(invalidated, Side::device, why);
}

void Validity::reshaped(ArrayId const& array, bool was_on_host, std::string const& reason) {
  states_.erase(array);
  if (!was_on_host) states_[array].invalidate_everywhere(make_reason(reason));
}

void Validity::departed(ArrayId const& array, Parts const& parts) {
  states_[array].depart(parts);
  may_be_in_flight_ = true;
}

void Validity::arrived(ArrayId const& array) { states_[array].arrive(); }

std::vector<int> Validity::in_flight(std::vector<Access> const& accesses) const {
  std::vector<int> variables;
  if (!may_be_in_flight_) return variables;
  for (auto const& [array, parts] : accesses)
    if (auto const known = states_.find(array); known != states_.end() && (known->second.in_flight() & parts).any())
      variables.push_back(array.variable);
  return variables;
}

bool Validity::is_anything_in_flight() const {
  if (!may_be_in_flight_) return false;
  may_be_in_flight_ =
      std::any_of(states_.begin(), states_.end(), [](auto const& known) { return known.second.in_flight().any(); });
  return may_be_in_flight_;
}

void Validity::rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason) {
  if (n_time_levels < 2) return;
  for (int level = n_time_levels - 1; level > 0; --level)
    states_[{variable, refinement_level, level}] = states_[{variable, refinement_level, level - 1}];
  states_[{variable, refinement_level, 0}].invalidate_everywhere(make_reason(reason));
}

bool Validity::copy_from_past(int variable, int refinement_level, std::string const& reason) {
  State past = states_[{variable, refinement_level, 1}];
  bool const is_on_device = past.valid(Side::device).any();
  states_[{variable, refinement_level, 0}] = std::move(past);
  states_[{variable, refinement_level, 0}].record_everywhere(
      make_reason("copied from the previous time level by " + reason));
  return is_on_device;
}

void Update::add(ArrayId const& array, Partition const& partition, std::vector<BoxAccess> const& boxes) {
  Parts reads, writes, filled;
  for (auto const& access : boxes) {
    if (access.array != array) continue;
    (access.is_written ? writes : reads) |= partition.covering(access.box);
    if (access.is_written) filled |= partition.within(access.box);
  }
  Parts const old = (reads | writes) & ~filled, required = reads & old & ~partition.boundary();
  read.push_back({array, required});
  preserved.push_back({array, old & ~required});
  if (writes.any()) written.push_back({array, writes | ~partition.has_points()});
  touched.push_back({array, old | writes});
}

bool can_defer(Update const& update, Validity& validity, Side side) {
  for (auto const* const list : {&update.read, &update.preserved})
    for (auto const& [array, parts] : *list) {
      State const& state = validity.state(array);
      if ((parts & state.in_flight() & ~state.valid(side)).any()) return false;
    }
  return true;
}

std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity) {
  for (auto& [array, parts] : accesses) parts &= ~validity.state(array).in_flight();
  return accesses;
}

void defer(Update const& update, Validity& validity, Side side, std::string const& writer) {
  validity.written(update.written, side, writer);
  // The pending exchange concerns the variables that the update writes; the exchange does not fill other variables.
  auto const is_written = [&](ArrayId const& array) {
    return std::any_of(update.written.begin(), update.written.end(),
                       [&](Access const& access) { return access.array.variable == array.variable; });
  };
  for (auto const& [array, parts] : update.touched)
    if (is_written(array)) validity.departed(array, parts);
}

} // namespace accelerator
