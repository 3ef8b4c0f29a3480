// Every transition of validity, and random schedules against two memories per array that are written and read for real.
#include "validity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace accelerator {

void PrintTo(Place const& place, std::ostream* out) { *out << place.variable << "_p" << place.time_level; }

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr Place u{0, 0, 0}, u_p{0, 0, 1}, u_p_p{0, 0, 2}, v{1, 0, 0};

LocalBox box_with_boundary() {
  LocalBox box{.extent = {9, 8, 7}, .ghosts = {1, 1, 1}};
  for (auto& widths : box.boundary) widths = {1, 1};
  box.is_outer[0] = {true, false};
  return box;
}

Partition const grid(box_with_boundary());
Parts const everywhere = grid.all(), interior = grid.interior(), boundary = grid.boundary(), ghosts = grid.ghosts();

TEST(Validity, FirstReadPresumesTheHost) {
  Validity validity;
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "f"), IsEmpty());
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "g"),
            (std::vector<Copy>{{u, everywhere, Side::device, "g"}}));
}

TEST(Validity, HostToHostMakesNoCopies) {
  Validity validity;
  validity.written({{u, everywhere}, {v, interior}}, Side::host, "f");
  EXPECT_THAT(validity.read({{u, everywhere}, {v, everywhere}}, Side::host, "g"), IsEmpty());
}

TEST(Validity, IsCopiedOnceForSeveralReaders) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::host, "g").size(), 1u);
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "h"), IsEmpty());
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::device, "i"), IsEmpty());
}

TEST(Validity, OnlyWhatIsMissingIsCopied) {
  Validity validity;
  validity.written({{u, interior}}, Side::device, "kernel");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::host, "output"),
            (std::vector<Copy>{{u, interior, Side::host, "output"}}));
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "kernel"),
            (std::vector<Copy>{{u, everywhere & ~interior, Side::device, "kernel"}}));
}

TEST(Validity, AWriteMakesTheOtherSideInvalidThereOnly) {
  Validity validity;
  validity.read({{u, everywhere}}, Side::device, "f");
  validity.written({{u, boundary}}, Side::host, "condition");
  EXPECT_EQ(validity.read({{u, everywhere}}, Side::device, "g"), (std::vector<Copy>{{u, boundary, Side::device, "g"}}));
  validity.written({{u, everywhere}}, Side::device, "h");
  EXPECT_TRUE((validity.state(u).valid(Side::host) & everywhere).none());
}

TEST(Validity, RotationMovesStates) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "new");
  validity.written({{u_p, everywhere}}, Side::host, "old");
  validity.rotate(0, 0, 3, "rotated at iteration 1");
  EXPECT_TRUE(validity.state(u).valid_somewhere().none());
  EXPECT_EQ(validity.state(u_p).valid(Side::device) & everywhere, everywhere);
  EXPECT_TRUE((validity.state(u_p).valid(Side::host) & everywhere).none());
  EXPECT_EQ(validity.state(u_p_p).valid(Side::host) & everywhere, everywhere);
}

TEST(Validity, OneTimeLevelIsNotRotated) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  validity.rotate(0, 0, 1, "rotated");
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
}

TEST(Validity, ReadingWhatIsValidNowhereNamesTheLastWriters) {
  Validity validity;
  validity.rotate(0, 0, 2, "its time levels were rotated at iteration 7");
  validity.written({{u, interior}}, Side::device, "Wave_RHS");
  EXPECT_THAT(validity.read({{u, interior}}, Side::host, "f"), Not(IsEmpty()));
  try {
    validity.read({{v, everywhere}, {u, everywhere}}, Side::device, "Wave_Energy");
    FAIL() << "no error";
  } catch (InvalidRead const& error) {
    EXPECT_EQ(error.place, u);
    EXPECT_EQ(error.parts, everywhere & ~interior);
    EXPECT_THAT(error.what(), HasSubstr("Wave_Energy reads data that are valid neither"));
    EXPECT_EQ(error.reasons, "its time levels were rotated at iteration 7");
  }
  EXPECT_TRUE((validity.state(v).valid(Side::device) & everywhere).none()) << "a failed read must change nothing";
  EXPECT_EQ(validity.state(u).reasons(everywhere),
            "its time levels were rotated at iteration 7; written on the device by Wave_RHS");
}

TEST(Validity, FetchingTakesWhatThereIs) {
  Validity validity;
  validity.rotate(0, 0, 2, "rotated");
  validity.written({{u, interior}}, Side::device, "f");
  EXPECT_EQ(validity.fetch({{u, everywhere}, {v, everywhere}}, Side::host, "a checkpoint"),
            (std::vector<Copy>{{u, interior, Side::host, "a checkpoint"}}));
  EXPECT_TRUE((validity.state(u).valid(Side::host) & boundary).none());
}

TEST(Validity, CopyFromPastGivesTheStateOfThePast) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "f");
  validity.rotate(0, 0, 2, "rotated");
  EXPECT_TRUE(validity.copy_from_past(0, 0, "MoL"));
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
  EXPECT_THAT(validity.state(u).reasons(everywhere), HasSubstr("by MoL"));
  validity.written({{u_p, everywhere}}, Side::host, "g");
  EXPECT_FALSE(validity.copy_from_past(0, 0, "MoL"));
}

TEST(Validity, AnExchangeFillsGhostZonesOnTheHost) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "MoL");
  auto const sent = validity.fetch({{u, grid.sent()}}, Side::host, "SYNC");
  EXPECT_EQ(sent, (std::vector<Copy>{{u, grid.sent(), Side::host, "SYNC"}}));
  validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::host) & ghosts, ghosts);
  EXPECT_TRUE((validity.state(u).valid(Side::device) & ghosts).none());
  EXPECT_THAT(validity.fetch({{u, grid.sent()}}, Side::host, "SYNC"), IsEmpty()) << "still there";
  auto const copies = validity.read({{u, everywhere}}, Side::device, "RHS");
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].parts & ghosts, ghosts);
  EXPECT_TRUE((copies[0].parts & interior).none());
}

TEST(Validity, AnExchangeMayFillGhostZonesOnTheDevice) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::device, "MoL");
  validity.exchanged(u, grid, Side::device, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::device) & everywhere, everywhere);
  EXPECT_THAT(validity.fetch({{u, ghosts}}, Side::host, "output").size(), 1u);
}

TEST(Validity, GhostZonesAreInFlightUntilTheyArrive) {
  Validity validity;
  validity.written({{u, everywhere}, {v, everywhere}}, Side::host, "MoL");
  EXPECT_THAT(validity.in_flight({{u, everywhere}, {v, everywhere}}), IsEmpty());
  validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_THAT(validity.in_flight({{u, everywhere}}), IsEmpty()) << "all is there";
  validity.departed(u, ghosts & grid.has_points());
  EXPECT_EQ(validity.in_flight({{v, everywhere}, {u, everywhere}}), std::vector<int>{u.variable});
  EXPECT_EQ(validity.in_flight({{u, ghosts}}), std::vector<int>{u.variable});
  EXPECT_THAT(validity.in_flight({{u, interior}, {u_p, everywhere}}), IsEmpty()) << "the interior is there";
  validity.arrived(u);
  EXPECT_THAT(validity.in_flight({{u, everywhere}}), IsEmpty());
}

TEST(Validity, GhostsFilledFromInvalidDataAreInvalid) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.invalidate({{u, boundary}}, Side::host, "restriction");
  for (int i = 0; i < 3; ++i) validity.exchanged(u, grid, Side::host, "the exchange");
  EXPECT_EQ(validity.state(u).valid(Side::host) & ghosts, ghosts) << "those beside the interior";
  EXPECT_THAT(validity.state(u).reasons(boundary), HasSubstr("made invalid on the host by restriction"));
  EXPECT_THAT(validity.state(u).reasons(boundary), Not(HasSubstr("nowhere: the exchange"))) << "must not grow";
  validity.written({{u, boundary}}, Side::host, "condition");
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "g"), IsEmpty());
}

TEST(Validity, OfOtherExtentsTheHostHasAllOrNothing) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.written({{v, everywhere}}, Side::device, "g");
  validity.reshaped(u, true, "regridded");
  validity.reshaped(v, false, "regridded");
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "h"), IsEmpty());
  EXPECT_TRUE((validity.state(u).valid(Side::device) & everywhere).none());
  EXPECT_THROW(validity.read({{v, interior}}, Side::host, "h"), InvalidRead);
}

TEST(Validity, InvalidatedOnBothSidesIsAnError) {
  Validity validity;
  validity.written({{u, everywhere}}, Side::host, "f");
  validity.invalidate({{u, everywhere}}, Side::host, "restriction");
  EXPECT_THROW(validity.read({{u, interior}}, Side::host, "g"), InvalidRead);
  validity.forget(u);
  EXPECT_THAT(validity.read({{u, everywhere}}, Side::host, "g"), IsEmpty());
}

/// Three arrays of two time levels with a memory on each side, and what they should hold, point by point.
class Rehearsal {
public:
  explicit Rehearsal(LocalBox const& box) : box_(box), partition_(box) {
    for (int variable = 0; variable < n_variables; ++variable)
      for (int level = 0; level < 2; ++level)
        for (auto* memory : {&memories_[0], &memories_[1], &truth_})
          (*memory)[{variable, 0, level}].resize(n_points(), memory == &memories_[1] ? garbage : 0);
  }

  void read(Place const& place, Parts const& parts, Side side) {
    before_touching(place, parts);
    bool is_there = true; // brute force: every point has its value on one side or the other
    std::int64_t n_missing = 0;
    for (auto const p : points(parts)) {
      is_there = is_there && truth_[place][p] != lost;
      n_missing += valid(place, p, side) ? 0 : 1;
    }
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
      bool any_lost = false;
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

  /// The values of the last exchange are there.
  void arrive(int variable) {
    for (auto const& [point, side, value] : coming_[variable]) at({variable, 0, 0}, side)[point] = value;
    coming_[variable].clear();
    validity_.arrived({variable, 0, 0});
  }

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
    for (auto const& b : partition_.boxes(parts))
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
    EXPECT_EQ(!validity_.in_flight({{place, parts}}).empty(), is_coming);
    if (is_coming) arrive(place.variable);
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
  std::map<int, std::vector<Coming>> coming_; ///< by variable: values in flight to ghost points
  std::array<Memory, 2> memories_;            ///< host, device
  Memory truth_;
  int time_ = 0;
};

TEST(Validity, RandomSchedulesReadWhatWasWrittenLastWithTheFewestCopies) {
  std::mt19937 random(20);
  for (int run = 0; run < 30; ++run) {
    LocalBox box{.extent = {7 + static_cast<int>(random() % 4), 8, 6}, .ghosts = {1, 1, 1}};
    for (std::size_t d = 0; d < 3; ++d) {
      box.boundary[d] = {1, 1};
      box.is_outer[d] = {random() % 2 == 0, random() % 2 == 0};
    }
    Rehearsal rehearsal(box);
    Partition const& p = rehearsal.partition();
    std::array<Parts, 6> const regions{p.all(), p.interior(), p.boundary(), p.ghosts(), p.sent(), p.next_to_boundary()};
    for (int step = 0; step < 150; ++step) {
      Place const place{static_cast<int>(random() % Rehearsal::n_variables), 0, static_cast<int>(random() % 8 == 0)};
      Side const side = random() % 2 == 0 ? Side::host : Side::device;
      Parts const parts = regions[random() % regions.size()];
      switch (random() % 10) {
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
  }
}

} // namespace
} // namespace accelerator
