// Which parts of a variable are valid on the host and which on the device, who made them so, and which copies a reader
// needs.
#pragma once

#include "parts.hpp"

#include <array>
#include <compare>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace accelerator {

enum class Side { host, device };

char const* name_of(Side side); ///< "host"

/// One array: a variable on a refinement level at a time level (0 is the current one).
struct Place {
  int variable = 0;
  int refinement_level = 0;
  int time_level = 0;

  auto operator<=>(Place const&) const = default;
};

/// Parts of an array that somebody reads or writes.
struct Access {
  Place place;
  Parts parts;
};

/// A copy somebody has to make.
struct Copy {
  Place place;
  Parts parts;
  Side to = Side::host;
  std::string reader;

  bool operator==(Copy const&) const = default;
};

/// Data are read that are valid nowhere.
class InvalidRead : public std::runtime_error {
public:
  InvalidRead(Place place, Parts parts, std::string reasons, std::string reader);

  Place place;
  Parts parts;         ///< those that are valid nowhere
  std::string reasons; ///< who made them so: "its time levels were rotated at iteration 3"
  std::string reader;
};

/// Who did something, in words; one text for all arrays it was done to.
using Reason = std::shared_ptr<std::string const>;
Reason make_reason(std::string text);

/// The state of one array.
class State {
public:
  /// Everything is presumed valid on the host.
  State();

  Parts valid(Side side) const { return valid_[side == Side::host ? 0 : 1]; }
  Parts valid_somewhere() const { return valid_[0] | valid_[1]; }
  /// What is about to arrive: it counts as valid already, but must not be touched before it is there.
  Parts in_flight() const { return in_flight_; }
  /// Who wrote, rotated or invalidated these parts last, in the order in which it happened.
  std::string reasons(Parts const& parts) const;

  void write(Parts const& parts, Side side, Reason const& reason); ///< valid there only
  void copied(Parts const& parts, Side to);                        ///< valid there, too
  void invalidate(Parts const& parts, Side side, Reason const& reason);
  void lose(Reason const& reason);    ///< valid nowhere
  void explain(Reason const& reason); ///< of everything, without changing it
  void depart(Parts const& parts) { in_flight_ |= parts; }
  void arrive() { in_flight_.reset(); }

private:
  struct Event {
    Parts parts;
    Reason reason;
  };

  void remember(Parts const& parts, Reason const& reason);

  std::array<Parts, 2> valid_;
  Parts in_flight_;
  std::vector<Event> events_; ///< disjoint
};

/// The states of all arrays. Functions that give copies take them as made.
///
///     first seen                 presumed valid on the host
///     read on a side             what is valid on the other side only is copied; then it is valid on both
///     written on a side          valid there only
///     exchanged                  ghost zones are valid on one side only, if what they were filled from was valid
///     departed, arrived          in flight between
///     rotated                    each time level takes the state of the one before; the current one is valid nowhere
///     copied from the past       the current level has the state of the level before it
///     written by nobody knows    everything is valid on the host only
///     storage lost               forgotten
///     of other extents           valid on the host if all of it was, or else nowhere
class Validity {
public:
  /// Whether a reader finds all of this on the side, with nothing to copy and nothing in flight.
  bool is_at_hand(std::vector<Access> const& accesses, Side side);

  /// Throws InvalidRead, and changes nothing then.
  std::vector<Copy> read(std::vector<Access> const& accesses, Side side, std::string const& reader);

  /// For readers that make do with what there is: what is valid nowhere is left as it is.
  std::vector<Copy> fetch(std::vector<Access> const& accesses, Side side, std::string const& reader);

  void written(std::vector<Access> const& accesses, Side side, std::string const& writer);

  /// The contents on this side are going to be changed by somebody who does not need them.
  void invalidate(std::vector<Access> const& accesses, Side side, std::string const& reason);

  /// Ghost zones of this side are being filled from the parts that are valid there; it must have them (fetch before).
  void exchanged(Place const& place, Partition const& partition, Side side, Reason const& reason);
  void exchanged(Place const& place, Partition const& partition, Side side, std::string const& reason) {
    exchanged(place, partition, side, make_reason(reason));
  }
  /// These parts of what an exchange fills have yet to arrive: whoever touches them waits.
  void departed(Place const& place, Parts const& parts);
  void arrived(Place const& place);
  /// The variables that have parts in flight that somebody is going to touch.
  std::vector<int> in_flight(std::vector<Access> const& accesses) const;
  bool is_anything_in_flight() const;

  /// Rotates the time levels 0 .. n_time_levels - 1 of a variable.
  void rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason);

  /// Gives whether the device must copy, too.
  bool copy_from_past(int variable, int refinement_level, std::string const& reason);

  void forget(Place const& place) { states_.erase(place); }
  /// The array has other extents now: `was_on_host` tells whether the host had all of it, and so has all of it again.
  void reshaped(Place const& place, bool was_on_host, std::string const& reason);

  State const& state(Place const& place) { return states_[place]; }
  std::map<Place, State> const& all() const { return states_; }

private:
  std::map<Place, State> states_;
  mutable bool may_be_in_flight_ = false; ///< since something departed nobody has looked and found nothing
};

} // namespace accelerator
