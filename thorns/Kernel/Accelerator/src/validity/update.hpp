/// Functions that overwrite some boxes of arrays from neighbouring points, as boundary conditions do.
#pragma once

#include "validity.hpp"

#include <vector>

namespace accelerator {

/// A box of an array that such a function reads or writes.
struct BoxAccess {
  ArrayId array;
  Box box;
  bool is_written = false;
};

/// The accesses of such a function by array part, each array once. Parts that the written boxes fill completely are not
/// read, because their old values cannot matter.
struct Update {
  std::vector<Access> read;      ///< parts that must be valid
  std::vector<Access> preserved; ///< boundary points and partly overwritten parts: copied if they are valid anywhere
  std::vector<Access> written;   ///< includes the preserved points of these parts, and blocks without points
  std::vector<Access> touched;   ///< all parts above that have points; no other function may access them meanwhile

  /// Adds the boxes of one array.
  void add(ArrayId const& array, Partition const& partition, std::vector<BoxAccess> const& boxes);
};

/// True if everything that the update reads and that is in flight arrives on this side, so that the update can run
/// there after the exchange has finished.
bool can_defer(Update const& update, Validity& validity, Side side);

/// The accesses without the parts that are in flight.
std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity);

/// Registers that the update will run when the exchange has finished. Its results are marked as valid on this side now.
/// The parts that it touches of the variables it writes count as in flight, so that other accesses wait for the
/// exchange. Other variables that it reads (coordinates) must not change until then.
void defer(Update const& update, Validity& validity, Side side, std::string const& writer);

} // namespace accelerator
