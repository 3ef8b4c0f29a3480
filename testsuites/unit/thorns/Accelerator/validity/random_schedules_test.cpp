// Runs random schedules on two simulated memories (host and device). The schedules contain reads and writes of regions,
// exchanges in flight, deferred boundary conditions, rotations of time levels, and kernels that swap two arrays. The
// test executes every copy, so that wrong or missing copies lead to wrong values.
#include "validity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace accelerator {
namespace {

/// Three variables with two time levels, which are stored in two memories, and the correct values of all points.
class SimulatedRun {
public:
  explicit SimulatedRun(LocalBox const& box) : box_(box), partition_(box) {
    for (int variable = 0; variable < n_variables; ++variable)
      for (int level = 0; level < 2; ++level) {
        ArrayId const array{variable, 0, level};
        for (std::size_t p = 0; p < n_points(); ++p) truth_[array].push_back(new_value());
        memories_[0][array] = truth_[array];
        memories_[1][array].resize(n_points(), garbage);
      }
  }

  /// Reads a region of an array. Blocks without points are not read.
  void read(ArrayId const& array, Parts const& region, Side side) {
    Parts const parts = region & partition_.has_points();
    before_touching(array, parts);
    bool is_there = true; // true if every point has its correct value in one of the memories
    std::int64_t n_missing = 0;
    for (auto const p : points(parts)) {
      is_there = is_there && truth_[array][p] != lost;
      n_missing += valid(array, p, side) ? 0 : 1;
    }
    EXPECT_EQ(validity_.is_available({{array, parts}}, side), is_there && n_missing == 0)
        << "nothing is in flight here";
    try {
      EXPECT_EQ(make(validity_.read({{array, parts}}, side, "reader")), n_missing) << "copies are minimal";
      EXPECT_TRUE(is_there) << "a read of lost data must throw";
    } catch (InvalidRead const&) {
      EXPECT_FALSE(is_there) << "a read of valid data must not throw";
      return;
    }
    for (auto const p : points(parts)) EXPECT_EQ(at(array, side)[p], truth_[array][p]);
  }

  void write(ArrayId const& array, Parts const& parts, Side side) {
    before_touching(array, parts);
    for (auto const p : points(parts)) at(array, side)[p] = truth_[array][p] = new_value();
    validity_.written({{array, parts}}, side, "writer");
  }

  void rotate(int variable) {
    arrive(variable);
    for (auto& memory : memories_) std::swap(memory[{variable, 0, 0}], memory[{variable, 0, 1}]);
    truth_[{variable, 0, 1}] = truth_[{variable, 0, 0}];
    truth_[{variable, 0, 0}].assign(n_points(), lost);
    validity_.rotate(variable, 0, 2, "rotated");
  }

  /// Simulates an exchange with neighbours whose arrays have the same validity. Ghost zones get new values, and some of
  /// these values arrive later. Messages are packed on `side` if all valid data to be sent are there.
  void exchange(int variable, Side side) {
    arrive(variable);
    ArrayId const array{variable, 0, 0};
    Parts const sent = partition_.sent(), elsewhere = validity_.state(array).valid_somewhere();
    if ((sent & elsewhere & ~validity_.state(array).valid(side)).any()) side = Side::host;
    make(validity_.fetch({{array, sent}}, side, "SYNC"));
    for (int n_blocks = 0; auto const& [block, source] : partition_.filled()) {
      // If the box has no inner points, the validity follows from the functions that all processes execute.
      bool any_lost = partition_.n_points(source) == 0 && (source & ~validity_.state(array).valid_somewhere()).any();
      for (auto const p : points(source)) any_lost = any_lost || truth_[array][p] == lost;
      Parts one;
      one.set(block);
      // Every third block arrives immediately, like data that a process sends to itself.
      bool const travels = ++n_blocks % 3 != 0;
      for (auto const p : points(one)) {
        int const value = any_lost ? garbage : new_value();
        truth_[array][p] = any_lost ? lost : value;
        if (travels)
          coming_[variable].push_back({p, side, value});
        else
          at(array, side)[p] = value;
      }
      if (travels) validity_.departed(array, one & partition_.has_points());
    }
    validity_.exchanged(array, partition_, side, "exchange");
  }

  /// Finishes the last exchange and runs the updates that were deferred until then.
  void arrive(int variable) {
    for (auto const& [point, side, value] : coming_[variable]) at({variable, 0, 0}, side)[point] = value;
    coming_[variable].clear();
    for (auto const& work : deferred_[variable]) work();
    deferred_[variable].clear();
    for (int level = 0; level < 2; ++level)
      held_[{variable, 0, level}].clear(), validity_.arrived({variable, 0, level});
  }

  void copy_from_past(int variable) {
    arrive(variable);
    bool const on_device = validity_.copy_from_past(variable, 0, "the driver");
    for (Memory* memory : {&memories_[0], &memories_[1], &truth_})
      (*memory)[{variable, 0, 0}] = (*memory)[{variable, 0, 1}];
    if (!on_device) memories_[1][{variable, 0, 0}].assign(n_points(), garbage);
  }

  /// Simulates a boundary condition. The update sets a box from neighbouring points and from the past time level. With
  /// `later`, the update is deferred until the current exchange has finished, if that is possible.
  void update(int variable, Box const& written, Box const& beside, Side side, bool later) {
    ArrayId const now{variable, 0, 0}, past{variable, 0, 1};
    std::vector<BoxAccess> const boxes{{now, written, true}, {now, beside, false}, {past, written, false}};
    Update update;
    for (ArrayId const& array : {now, past}) update.add(array, partition_, boxes);
    later = later && !coming_[variable].empty() && can_defer(update, validity_, side);
    if (!later) touch_all(update);
    try {
      auto copies = validity_.read(not_in_flight(update.read, validity_), side, "condition");
      auto const kept = validity_.fetch(not_in_flight(update.preserved, validity_), side, "condition");
      copies.insert(copies.end(), kept.begin(), kept.end());
      make(copies);
      for (auto const& copy : copies) expect_not_filled(copy, written);
    } catch (InvalidRead const&) {
      return;
    }
    Memory const before{{now, truth_[now]}, {past, truth_[past]}};
    std::vector<std::size_t> const set = points(written);
    Side const other = side == Side::host ? Side::device : Side::host;
    for (auto const& [array, parts] :
         update.written) // validity is tracked by block, so that unchanged points of a written block become valid, too
      for (auto const p : points(parts)) {
        bool const is_set = std::find(set.begin(), set.end(), p) != set.end();
        if (is_set || truth_[array][p] == lost) truth_[array][p] = new_value();
      }
    auto const work = [this, past, side, other, set, update, before, values = truth_[now]] {
      for (auto const& [array, parts] : update.read) // the input must be valid in the memory of `side`
        for (auto const p : points(parts))
          if (array == past || std::find(set.begin(), set.end(), p) == set.end()) {
            EXPECT_EQ(at(array, side)[p], before.at(array)[p]);
          }
      for (auto const& [array, parts] : update.written)
        for (auto const p : points(parts)) {
          at(array, side)[p] = values[p];
          at(array, other)[p] = garbage;
        }
    };
    if (later) {
      defer(update, validity_, side, "condition");
      deferred_[variable].push_back(work);
      hold(update);
      ++n_deferred_;
    } else {
      work();
      validity_.written(update.written, side, "condition");
    }
  }

  /// Simulates a fused kernel. The kernel writes the new values of one variable to the array of another variable and
  /// swaps the two arrays in the memory of `side`. The other variable then has the old values, or no valid values if
  /// `keeps_old` is false.
  void swap(int variable, int room, Side side, bool keeps_old) {
    ArrayId const target{variable, 0, 0}, other{room, 0, 0};
    Parts const all = partition_.all();
    for (ArrayId const& array : {target, other}) before_touching(array, all);
    try {
      make(validity_.read({{target, all}}, side, "fused kernel"));
    } catch (InvalidRead const&) {
      return;
    }
    for (auto const p : points(all)) {
      EXPECT_EQ(at(target, side)[p], truth_[target][p]);
      at(other, side)[p] = new_value();
    }
    std::swap(at(target, side), at(other, side));
    // After two swaps an array has old values again. Without new values in the other memory, they would be valid there
    // by chance.
    for (ArrayId const& array : {target, other})
      at(array, side == Side::host ? Side::device : Side::host).assign(n_points(), garbage);
    truth_[other] = truth_[target];
    truth_[target] = at(target, side);
    validity_.written({{target, all}, {other, all}}, side, "fused kernel");
    ++n_swapped_;
    if (keeps_old) return;
    truth_[other].assign(n_points(), lost);
    for (Side const each : {Side::host, Side::device}) validity_.invalidate({{other, all}}, each, "fused kernel");
  }

  int n_deferred() const { return n_deferred_; }
  int n_swapped() const { return n_swapped_; }
  LocalBox const& box() const { return box_; }

  Partition const& partition() const { return partition_; }
  static constexpr int n_variables = 3;

private:
  static constexpr int lost = -1, garbage = -2;
  using Memory = std::map<ArrayId, std::vector<int>>;

  std::size_t n_points() const {
    return static_cast<std::size_t>(box_.extent[0]) * static_cast<std::size_t>(box_.extent[1]) *
           static_cast<std::size_t>(box_.extent[2]);
  }
  std::vector<std::size_t> points(Parts const& parts) const {
    std::vector<std::size_t> found;
    for (auto const& b : partition_.boxes(parts)) {
      auto const more = points(b);
      found.insert(found.end(), more.begin(), more.end());
    }
    return found;
  }
  std::vector<std::size_t> points(Box const& b) const {
    std::vector<std::size_t> found;
    for (int z = b.lower[2]; z < b.upper[2]; ++z)
      for (int y = b.lower[1]; y < b.upper[1]; ++y)
        for (int x = b.lower[0]; x < b.upper[0]; ++x)
          found.push_back(static_cast<std::size_t>(x + box_.extent[0] * (y + box_.extent[1] * z)));
    return found;
  }
  std::vector<int>& at(ArrayId const& array, Side side) { return memories_[side == Side::host ? 0 : 1][array]; }
  /// Returns a value that no point has had before, so that old values are never correct by chance.
  int new_value() { return ++last_value_; }
  /// Returns whether a memory has the correct value of a point.
  bool valid(ArrayId const& array, std::size_t point, Side side) {
    return at(array, side)[point] == truth_[array][point];
  }

  /// Called before each access. Accesses to parts in flight finish the exchange, and other accesses do not.
  void before_touching(ArrayId const& array, Parts const& parts) {
    bool is_coming = false;
    auto const touched = points(parts);
    for (auto const& value : coming_[array.variable])
      is_coming = is_coming ||
                  (array.time_level == 0 && std::find(touched.begin(), touched.end(), value.point) != touched.end());
    for (auto const p : touched) is_coming = is_coming || held_[array].contains(p);
    EXPECT_EQ(!validity_.in_flight({{array, parts}}).empty(), is_coming);
    if (is_coming) arrive(array.variable);
  }

  void touch_all(Update const& update) {
    for (auto const& [array, parts] : update.touched) before_touching(array, parts);
  }
  void hold(Update const& update) {
    for (auto const& [array, parts] : update.touched)
      for (auto const p : points(parts)) held_[array].insert(p);
  }
  /// Old values of a block are not copied if the whole block is overwritten.
  void expect_not_filled(Copy const& copy, Box const& written) {
    if (copy.array.time_level != 0) return;
    auto const set = points(written);
    for (std::size_t block = 0; block < copy.parts.size(); ++block) {
      if (!copy.parts[block]) continue;
      auto const all = points(Parts().set(block));
      EXPECT_FALSE(!all.empty() && std::all_of(all.begin(), all.end(), [&](std::size_t p) {
        return std::find(set.begin(), set.end(), p) != set.end();
      }));
    }
  }

  std::int64_t make(std::vector<Copy> const& copies) {
    std::int64_t n = 0;
    for (auto const& copy : copies)
      for (auto const p : points(copy.parts)) {
        at(copy.array, copy.to)[p] = at(copy.array, copy.to == Side::host ? Side::device : Side::host)[p];
        ++n;
      }
    return n;
  }

  struct Coming {
    std::size_t point;
    Side side;
    int value;
  };

  LocalBox box_;
  Partition partition_;
  Validity validity_;
  std::map<int, std::vector<Coming>> coming_;                  ///< values in flight to ghost points, by variable
  std::map<int, std::vector<std::function<void()>>> deferred_; ///< updates that run after the exchange, by variable
  std::map<ArrayId, std::set<std::size_t>> held_;              ///< points that deferred updates read or write
  int n_deferred_ = 0, n_swapped_ = 0;
  std::array<Memory, 2> memories_; ///< host, device
  Memory truth_;
  int last_value_ = 0;
};

/// Returns a boundary zone, or a part of it, and the box of points next to it.
std::pair<Box, Box> zone_and_beside(LocalBox const& box, std::mt19937& random) {
  auto const d = static_cast<std::size_t>(random() % 3);
  bool const is_upper = random() % 2 == 0;
  Box zone{{0, 0, 0}, box.extent};
  int const inside = 1 + static_cast<int>(random() % 2);
  int const width = std::min(1 + static_cast<int>(random() % 2), box.extent[d] - inside);
  if (std::size_t const along = (d + 1) % 3; random() % 2 == 0 && box.extent[along] > 2 * box.ghosts[along])
    zone.lower[along] = box.ghosts[along], zone.upper[along] -= box.ghosts[along];
  Box beside = zone;
  zone.lower[d] = is_upper ? box.extent[d] - width : 0;
  zone.upper[d] = is_upper ? box.extent[d] : width;
  beside.lower[d] = is_upper ? zone.lower[d] - inside : width;
  beside.upper[d] = is_upper ? zone.lower[d] : width + inside;
  return {zone, beside};
}

/// Returns a random box. Thin boxes have the minimum number of owned points in some directions, so that all points are
/// boundary points, or all points are sent.
LocalBox random_box(std::mt19937& random, bool is_thin) {
  LocalBox box{.extent = {7 + static_cast<int>(random() % 4), 8, 6}, .ghosts = {1, 1, 1}};
  int const ghosts = is_thin ? 1 + static_cast<int>(random() % 2) : 1;
  for (std::size_t d = 0; d < 3; ++d) {
    box.ghosts[d] = ghosts;
    box.boundary[d] = {ghosts, ghosts};
    box.is_outer[d] = {random() % 2 == 0, random() % 2 == 0};
    int const n_zones = box.is_outer[d][0] || box.is_outer[d][1] ? 2 : 3; // the ghost zones, and the owned points
    if (is_thin && random() % 2 == 0) box.extent[d] = std::max(3, n_zones * ghosts + static_cast<int>(random() % 3));
  }
  return box;
}

TEST(Validity, RandomSchedulesReadTheLastWritesWithMinimalCopies) {
  std::mt19937 random(20);
  int n_deferred = 0, n_swapped = 0;
  for (int run = 0; run < 200; ++run) {
    SimulatedRun simulation(random_box(random, run % 2 == 0));
    LocalBox const& box = simulation.box();
    Partition const& p = simulation.partition();
    std::array<Parts, 6> const regions{p.all(), p.interior(), p.boundary(), p.ghosts(), p.sent(), p.next_to_boundary()};
    for (int step = 0; step < 250; ++step) {
      ArrayId const array{static_cast<int>(random() % SimulatedRun::n_variables), 0,
                          static_cast<int>(random() % 8 == 0)};
      Side const side = random() % 2 == 0 ? Side::host : Side::device;
      Parts const parts = regions[random() % regions.size()];
      switch (random() % 15) {
      case 10:
      case 11:
      case 12: {
        auto const [zone, beside] = zone_and_beside(box, random);
        simulation.update(array.variable, zone, beside, side, random() % 4 != 0);
        break;
      }
      case 13:
        if (random() % 3 == 0) simulation.copy_from_past(array.variable);
        break;
      case 14:
        if (int const room = static_cast<int>(random() % SimulatedRun::n_variables); room != array.variable)
          simulation.swap(array.variable, room, side, random() % 2 == 0);
        break;
      case 0:
        simulation.rotate(array.variable);
        break;
      case 1:
        simulation.exchange(array.variable, side);
        break;
      case 9:
        simulation.arrive(array.variable); // simulates an access to another variable of the same exchange
        break;
      case 2:
      case 3:
      case 4:
      case 5:
        simulation.write(array, parts, side);
        break;
      default:
        simulation.read(array, parts, side);
      }
    }
    n_deferred += simulation.n_deferred();
    n_swapped += simulation.n_swapped();
  }
  EXPECT_GT(n_deferred, 100) << "the schedules must contain deferred updates";
  EXPECT_GT(n_swapped, 100) << "the schedules must contain swapped arrays";
}

} // namespace
} // namespace accelerator
