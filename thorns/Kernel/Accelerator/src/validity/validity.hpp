// Which copy of a variable is valid, on the host or on the device, who made it so, and which copies a reader needs.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace accelerator {

enum class Side { host, device };

/// One array: a variable on a refinement level at a time level (0 is the current one).
struct Place {
  int variable = 0;
  int refinement_level = 0;
  int time_level = 0;

  auto operator<=>(Place const&) const = default;
};

/// What is known of one place. Whole variables only: there are no regions.
struct State {
  bool on_host = false;
  bool on_device = false;
  std::string reason; ///< who made it what it is: "written on the device by Wave_RHS at iteration 3"

  bool is_valid(Side side) const { return side == Side::host ? on_host : on_device; }
  bool operator==(State const&) const = default;
};

/// A copy somebody has to make: whole arrays for readers, parts for the exchange of ghost zones.
struct Copy {
  Place place;
  Side to = Side::host;
  std::string reason; ///< for whom

  bool operator==(Copy const&) const = default;
};

/// A place is read that is valid nowhere. The message says who made it so.
class InvalidRead : public std::runtime_error {
public:
  InvalidRead(Place place, State const& state, std::string const& reader);

  Place place;
  std::string reason; ///< of its state
  std::string reader;
};

/// The states of all places. Every function that needs data gives back the copies to make and takes them as made.
///
///     first seen by a reader      presumed valid on the host
///     read on a side              copied there if it is only on the other; then valid on both
///     written on a side           valid there only; if only in part, the rest is fetched first
///     rotated                     each level takes the state of the one before; the current one is valid nowhere
///     copied from the past        the current level has the state of the level before it
///     storage lost                forgotten
class Validity {
public:
  /// Copies needed before `reader` reads the places on a side. Throws InvalidRead, and changes nothing then.
  std::vector<Copy> read(std::vector<Place> const& places, Side side, std::string const& reader);

  /// Copies needed before `writer` writes parts of the places on a side: the rest of each must be there. What is
  /// valid nowhere needs none.
  std::vector<Copy> before_partial_write(std::vector<Place> const& places, Side side, std::string const& writer);

  /// After (or instead of) a write.
  void written(std::vector<Place> const& places, Side side, std::string const& writer);

  /// `writer` declares nothing: on the host it may have written what was valid nowhere.
  void written_by_undeclared(std::string const& writer);

  /// The contents on this side are going to be changed by somebody who does not need them.
  void invalidate(std::vector<Place> const& places, Side side, std::string const& reason);

  /// Rotates the time levels 0 .. n_time_levels - 1 of a variable.
  void rotate(int variable, int refinement_level, int n_time_levels, std::string const& reason);

  /// Level 0 becomes a copy of level 1 wherever that is valid; gives whether the device must copy.
  bool copy_from_past(int variable, int refinement_level, std::string const& reason);

  /// Ghost zones are exchanged on the host. Before: the places of which parts must come from the device. After: those
  /// of which the ghost zones must go to the device. Neither changes which side is valid as a whole.
  std::vector<Copy> before_exchange(std::vector<Place> const& places) const;
  std::vector<Copy> after_exchange(std::vector<Place> const& places) const;

  void forget(Place const& place) { states_.erase(place); }

  /// Places first seen now are presumed valid on the host.
  State const& state(Place const& place);
  std::map<Place, State> const& all() const { return states_; }

private:
  std::vector<Copy> fetch(Place const& place, Side side, std::string const& reason);

  std::map<Place, State> states_;
};

/// Copies made so far, for the report.
struct Traffic {
  std::int64_t n_to_device = 0, n_to_host = 0;
  std::int64_t bytes_to_device = 0, bytes_to_host = 0;

  void add(Side to, std::int64_t bytes);
};

/// "12 copies to the device (3456 bytes), 0 copies to the host (0 bytes)"
std::string to_text(Traffic const& traffic);

} // namespace accelerator
