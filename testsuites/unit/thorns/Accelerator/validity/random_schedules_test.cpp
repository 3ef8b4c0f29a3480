// Random schedules against memories that are really written: regions, exchanges in flight, conditions that wait for
// them, rotation of time levels, arrays that change places.
#include "update.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

namespace accelerator {
namespace {

/// Three arrays of two time levels with a memory on each side, and what they should hold, point by point.
class Rehearsal {
public:
  explicit Rehearsal(LocalBox const& box) : box_(box), partition_(box) {
    for (int variable = 0; variable < n_variables; ++variable)
      for (int level = 0; level < 2; ++level)
        for (auto* memory : {&memories_[0], &memories_[1], &truth_})
          (*memory)[{variable, 0, level}].resize(n_points(), memory == &memories_[1] ? garbage : 0);
  }

  /// Nobody reads blocks without points.
  void read(Place const& place, Parts const& region, Side side) {
    Parts const parts = region & partition_.has_points();
    before_touching(place, parts);
    bool is_there = true; // brute force: every point has its value on one side or the other
    std::int64_t n_missing = 0;
    for (auto const p : points(parts)) {
      is_there = is_there && truth_[place][p] != lost;
      n_missing += valid(place, p, side) ? 0 : 1;
    }
    EXPECT_EQ(validity_.is_at_hand({{place, parts}}, side), is_there && n_missing == 0) << "nothing is in flight here";
    try {
      EXPECT_EQ(make(validity_.read({{place, parts}}, side, "reader")), n_missing) << "copies are minimal";
      EXPECT_TRUE(is_there) << "a read of lost data must be refused";
    } catch (InvalidRead const&) {
      EXPECT_FALSE(is_there) << "a read of what is there must not be refused";
      return;
    }
    for (auto const p : points(parts)) EXPECT_EQ(at(place, side)[p], truth_[place][p]);
  }

  void write(Place const& place, Parts const& parts, Side side) {
    before_touching(place, parts);
    ++time_;
    for (auto const p : points(parts)) at(place, side)[p] = truth_[place][p] = time_ * 1000 + static_cast<int>(p % 997);
    validity_.written({{place, parts}}, side, "writer");
  }

  void rotate(int variable) {
    arrive(variable);
    for (auto& memory : memories_) std::swap(memory[{variable, 0, 0}], memory[{variable, 0, 1}]);
    truth_[{variable, 0, 1}] = truth_[{variable, 0, 0}];
    truth_[{variable, 0, 0}].assign(n_points(), lost);
    validity_.rotate(variable, 0, 2, "rotated");
  }

  /// As with neighbours that hold the same: ghosts take values of their own, which arrive later. They are packed on
  /// `side` if all there is of what is sent is there.
  void exchange(int variable, Side side) {
    arrive(variable);
    Place const place{variable, 0, 0};
    Parts const sent = partition_.sent(), elsewhere = validity_.state(place).valid_somewhere();
    if ((sent & elsewhere & ~validity_.state(place).valid(side)).any()) side = Side::host;
    make(validity_.fetch({{place, sent}}, side, "SYNC"));
    for (auto const& [block, source] : partition_.filled()) {
      // Of a box with no points inside, only the neighbour knows: the account is of what everybody has done.
      bool any_lost = partition_.n_points(source) == 0 && (source & ~validity_.state(place).valid_somewhere()).any();
      for (auto const p : points(source)) any_lost = any_lost || truth_[place][p] == lost;
      Parts one;
      one.set(block);
      ++time_;
      bool const travels = time_ % 3 != 0; // others are there at once, as what a process sends to itself
      for (auto const p : points(one)) {
        truth_[place][p] = any_lost ? lost : time_;
        coming_[variable].push_back({p, side, any_lost ? garbage : time_});
        if (!travels) at(place, side)[p] = any_lost ? garbage : time_, coming_[variable].pop_back();
      }
      if (travels) validity_.departed(place, one & partition_.has_points());
    }
    validity_.exchanged(place, partition_, side, "exchange");
  }

  /// The values of the last exchange are there, and what was promised for then is done.
  void arrive(int variable) {
    for (auto const& [point, side, value] : coming_[variable]) at({variable, 0, 0}, side)[point] = value;
    coming_[variable].clear();
    for (auto const& work : promised_[variable]) work();
    promised_[variable].clear();
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

  /// As a boundary condition: sets a box from points that it may read beside it and from the past, at once or, if
  /// `later` and that can be, when the exchange that is under way has ended.
  void update(int variable, Box const& written, Box const& beside, Side side, bool later) {
    Place const now{variable, 0, 0}, past{variable, 0, 1};
    std::vector<BoxAccess> const boxes{{now, written, true}, {now, beside, false}, {past, written, false}};
    Update update;
    for (Place const& place : {now, past}) update.add(place, partition_, boxes);
    later = later && !coming_[variable].empty() && can_wait(update, validity_, side);
    if (!later) touch_all(update);
    try {
      auto copies = validity_.read(not_in_flight(update.read, validity_), side, "condition");
      auto const kept = validity_.fetch(not_in_flight(update.kept, validity_), side, "condition");
      copies.insert(copies.end(), kept.begin(), kept.end());
      make(copies);
      for (auto const& copy : copies) expect_not_filled(copy, written);
    } catch (InvalidRead const&) {
      return;
    }
    ++time_;
    Memory const before{{now, truth_[now]}, {past, truth_[past]}};
    std::vector<std::size_t> const set = points(written);
    Side const other = side == Side::host ? Side::device : Side::host;
    for (auto const& [place, parts] : update.written) // a block is valid as a whole: what is left alone in it counts
      for (auto const p : points(parts)) {
        bool const is_set = std::find(set.begin(), set.end(), p) != set.end();
        if (is_set || truth_[place][p] == lost) truth_[place][p] = time_ * 1000 + static_cast<int>(p % 997);
        at(place, other)[p] = garbage;
      }
    auto const work = [this, now, past, side, set, update, before, values = truth_[now]] {
      for (auto const& [place, parts] : update.read) // what it reads is where it works
        for (auto const p : points(parts))
          if (place == past || std::find(set.begin(), set.end(), p) == set.end()) {
            EXPECT_EQ(at(place, side)[p], before.at(place)[p]);
          }
      for (auto const& [place, parts] : update.written)
        for (auto const p : points(parts)) {
          at(place, side)[p] = values[p];
        }
    };
    if (later) {
      promise(update, validity_, side, "condition");
      promised_[variable].push_back(work);
      hold(update);
      ++n_promised_;
    } else {
      work();
      validity_.written(update.written, side, "condition");
    }
  }

  /// As a kernel joined with sums: new values of one array, made from the old ones, go to the place of another one, and
  /// the two change places on this side. The other one has the old values then, or nothing if nobody needs them.
  void swap(int variable, int room, Side side, bool keeps_old) {
    if (variable == room) return;
    Place const target{variable, 0, 0}, other{room, 0, 0};
    Parts const all = partition_.all();
    for (Place const& place : {target, other}) before_touching(place, all);
    try {
      make(validity_.read({{target, all}}, side, "joined kernel"));
    } catch (InvalidRead const&) {
      return;
    }
    ++time_;
    for (auto const p : points(all)) {
      EXPECT_EQ(at(target, side)[p], truth_[target][p]);
      at(other, side)[p] = time_ * 1000 + static_cast<int>(p % 997);
    }
    std::swap(at(target, side), at(other, side));
    truth_[other] = truth_[target];
    truth_[target] = at(target, side);
    validity_.written({{target, all}, {other, all}}, side, "joined kernel");
    ++n_swapped_;
    if (keeps_old) return;
    truth_[other].assign(n_points(), lost);
    for (Side const each : {Side::host, Side::device}) validity_.invalidate({{other, all}}, each, "joined kernel");
  }

  int n_promised() const { return n_promised_; }
  int n_swapped() const { return n_swapped_; }
  LocalBox const& box() const { return box_; }

  Partition const& partition() const { return partition_; }
  static constexpr int n_variables = 3;

private:
  static constexpr int lost = -1, garbage = -2;
  using Memory = std::map<Place, std::vector<int>>;

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
  std::vector<int>& at(Place const& place, Side side) { return memories_[side == Side::host ? 0 : 1][place]; }
  /// Each write has values of its own, so a memory that holds the truth was written or copied since.
  bool valid(Place const& place, std::size_t point, Side side) {
    return at(place, side)[point] == truth_[place][point];
  }

  /// Whoever touches what is coming waits for it, and nobody else.
  void before_touching(Place const& place, Parts const& parts) {
    bool is_coming = false;
    auto const touched = points(parts);
    for (auto const& value : coming_[place.variable])
      is_coming = is_coming ||
                  (place.time_level == 0 && std::find(touched.begin(), touched.end(), value.point) != touched.end());
    for (auto const p : touched) is_coming = is_coming || held_[place].contains(p);
    EXPECT_EQ(!validity_.in_flight({{place, parts}}).empty(), is_coming);
    if (is_coming) arrive(place.variable);
  }

  void touch_all(Update const& update) {
    for (auto const& [place, parts] : update.touched) before_touching(place, parts);
  }
  void hold(Update const& update) {
    for (auto const& [place, parts] : update.touched)
      for (auto const p : points(parts)) held_[place].insert(p);
  }
  /// Old values of the array that is set are not moved where all of a block is set.
  void expect_not_filled(Copy const& copy, Box const& written) {
    if (copy.place.time_level != 0) return;
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
        at(copy.place, copy.to)[p] = at(copy.place, copy.to == Side::host ? Side::device : Side::host)[p];
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
  std::map<int, std::vector<Coming>> coming_;                  ///< by variable: values in flight to ghost points
  std::map<int, std::vector<std::function<void()>>> promised_; ///< by variable: what is done then
  std::map<Place, std::set<std::size_t>> held_;                ///< points that this will read or write
  int n_promised_ = 0, n_swapped_ = 0;
  std::array<Memory, 2> memories_; ///< host, device
  Memory truth_;
  int time_ = 0;
};

/// A boundary zone, or some of it, and the points beside it.
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

/// Thin ones own as few points in some directions as a process may: all of them boundary points, or all of them sent.
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

TEST(Validity, RandomSchedulesReadWhatWasWrittenLastWithTheFewestCopies) {
  std::mt19937 random(20);
  int n_promised = 0, n_swapped = 0;
  for (int run = 0; run < 40; ++run) {
    Rehearsal rehearsal(random_box(random, run % 2 == 0));
    LocalBox const& box = rehearsal.box();
    Partition const& p = rehearsal.partition();
    std::array<Parts, 6> const regions{p.all(), p.interior(), p.boundary(), p.ghosts(), p.sent(), p.next_to_boundary()};
    for (int step = 0; step < 250; ++step) {
      Place const place{static_cast<int>(random() % Rehearsal::n_variables), 0, static_cast<int>(random() % 8 == 0)};
      Side const side = random() % 2 == 0 ? Side::host : Side::device;
      Parts const parts = regions[random() % regions.size()];
      switch (random() % 15) {
      case 10:
      case 11:
      case 12: {
        auto const [zone, beside] = zone_and_beside(box, random);
        rehearsal.update(place.variable, zone, beside, side, random() % 4 != 0);
        break;
      }
      case 13:
        if (random() % 3 == 0) rehearsal.copy_from_past(place.variable);
        break;
      case 14:
        rehearsal.swap(place.variable, static_cast<int>(random() % Rehearsal::n_variables), side, random() % 2 == 0);
        break;
      case 0:
        rehearsal.rotate(place.variable);
        break;
      case 1:
        rehearsal.exchange(place.variable, side);
        break;
      case 9:
        rehearsal.arrive(place.variable); // as when another variable of the same exchange was touched
        break;
      case 2:
      case 3:
      case 4:
      case 5:
        rehearsal.write(place, parts, side);
        break;
      default:
        rehearsal.read(place, parts, side);
      }
    }
    n_promised += rehearsal.n_promised();
    n_swapped += rehearsal.n_swapped();
  }
  EXPECT_GT(n_promised, 20) << "updates that wait for an exchange must come up";
  EXPECT_GT(n_swapped, 20) << "arrays must change places";
}

} // namespace
} // namespace accelerator
