// Every transition of validity, and random schedules against two real arrays per variable.
#include "validity.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace accelerator {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr Place u{0, 0, 0}, u_p{0, 0, 1}, u_p_p{0, 0, 2}, v{1, 0, 0};

TEST(Validity, FirstReadPresumesTheHost) {
  Validity validity;
  EXPECT_THAT(validity.read({u}, Side::host, "f"), IsEmpty());
  EXPECT_EQ(validity.read({u}, Side::device, "g"), (std::vector<Copy>{{u, Side::device, "g"}}));
}

TEST(Validity, HostToHostMakesNoCopies) {
  Validity validity;
  validity.written({u, v}, Side::host, "f");
  EXPECT_THAT(validity.read({u, v}, Side::host, "g"), IsEmpty());
}

TEST(Validity, IsCopiedOnceForSeveralReaders) {
  Validity validity;
  validity.written({u}, Side::device, "f");
  EXPECT_EQ(validity.read({u}, Side::host, "g").size(), 1u);
  EXPECT_THAT(validity.read({u}, Side::host, "h"), IsEmpty());
  EXPECT_THAT(validity.read({u}, Side::device, "i"), IsEmpty());
}

TEST(Validity, AWriteMakesTheOtherSideInvalid) {
  Validity validity;
  validity.read({u}, Side::device, "f");
  validity.written({u}, Side::host, "g");
  EXPECT_EQ(validity.read({u}, Side::device, "h").size(), 1u);
  validity.written({u}, Side::device, "i");
  EXPECT_FALSE(validity.state(u).on_host);
}

TEST(Validity, APartialWriteFetchesTheRest) {
  Validity validity;
  validity.written({u}, Side::host, "f");
  EXPECT_EQ(validity.before_partial_write({u}, Side::device, "interior"),
            (std::vector<Copy>{{u, Side::device, "interior"}}));
  validity.written({u}, Side::device, "interior");
  EXPECT_EQ(validity.read({u}, Side::host, "g").size(), 1u);
}

TEST(Validity, APartialWriteOfWhatIsValidNowhereFetchesNothing) {
  Validity validity;
  validity.rotate(0, 0, 2, "rotated");
  EXPECT_THAT(validity.before_partial_write({u}, Side::device, "f"), IsEmpty());
  EXPECT_THAT(validity.before_partial_write({v}, Side::device, "f"), IsEmpty()); // never seen
}

TEST(Validity, RotationMovesStates) {
  Validity validity;
  validity.written({u}, Side::device, "new");
  validity.written({u_p}, Side::host, "old");
  validity.rotate(0, 0, 3, "rotated at iteration 1");
  EXPECT_FALSE(validity.state(u).on_host || validity.state(u).on_device);
  EXPECT_TRUE(validity.state(u_p).on_device && !validity.state(u_p).on_host);
  EXPECT_TRUE(validity.state(u_p_p).on_host && !validity.state(u_p_p).on_device);
}

TEST(Validity, OneTimeLevelIsNotRotated) {
  Validity validity;
  validity.written({u}, Side::device, "f");
  validity.rotate(0, 0, 1, "rotated");
  EXPECT_TRUE(validity.state(u).on_device);
}

TEST(Validity, ReadingWhatIsValidNowhereNamesTheLastWriter) {
  Validity validity;
  validity.written({u}, Side::device, "f");
  validity.rotate(0, 0, 2, "its time levels were rotated at iteration 7");
  try {
    validity.read({v, u}, Side::device, "Wave_RHS");
    FAIL() << "no error";
  } catch (InvalidRead const& error) {
    EXPECT_EQ(error.place, u);
    EXPECT_THAT(error.what(), HasSubstr("Wave_RHS reads data that are valid neither"));
    EXPECT_THAT(error.what(), HasSubstr("rotated at iteration 7"));
  }
  EXPECT_FALSE(validity.state(v).on_device) << "a failed read must change nothing";
}

TEST(Validity, UndeclaredFunctionsMayHaveWrittenWhatWasInvalid) {
  Validity validity;
  validity.rotate(0, 0, 2, "rotated");
  validity.written({v}, Side::device, "f");
  validity.written_by_undeclared("MoL_InitialCopy");
  EXPECT_TRUE(validity.state(u).on_host);
  EXPECT_FALSE(validity.state(v).on_host);
}

TEST(Validity, CopyFromPastGivesTheStateOfThePast) {
  Validity validity;
  validity.written({u}, Side::device, "f");
  validity.rotate(0, 0, 2, "rotated");
  EXPECT_TRUE(validity.copy_from_past(0, 0, "MoL"));
  EXPECT_TRUE(validity.state(u).on_device && !validity.state(u).on_host);
  validity.written({u_p}, Side::host, "g");
  EXPECT_FALSE(validity.copy_from_past(0, 0, "MoL"));
  EXPECT_TRUE(validity.state(u).on_host && !validity.state(u).on_device);
}

TEST(Validity, ExchangeMovesPartsOnlyWhereTheDeviceIsInvolved) {
  Validity validity;
  validity.written({u}, Side::host, "f");
  validity.written({v}, Side::device, "f");
  EXPECT_EQ(validity.before_exchange({u, v}), (std::vector<Copy>{{v, Side::host, "exchange of ghost zones"}}));
  EXPECT_EQ(validity.after_exchange({u, v}), (std::vector<Copy>{{v, Side::device, "exchange of ghost zones"}}));
  EXPECT_FALSE(validity.state(v).on_host) << "only parts came to the host";
  EXPECT_EQ(validity.read({u}, Side::device, "g").size(), 1u);
  EXPECT_THAT(validity.before_exchange({u}), IsEmpty()) << "valid on both: the host can send at once";
  EXPECT_EQ(validity.after_exchange({u}).size(), 1u);
}

TEST(Validity, InvalidatedOnBothSidesIsAnError) {
  Validity validity;
  validity.written({u}, Side::host, "f");
  validity.invalidate({u}, Side::host, "restriction");
  EXPECT_THROW(validity.read({u}, Side::host, "g"), InvalidRead);
  validity.forget(u);
  EXPECT_THAT(validity.read({u}, Side::host, "g"), IsEmpty());
}

TEST(Traffic, IsCountedAndShown) {
  Traffic traffic;
  EXPECT_EQ(to_text(traffic), "0 copies to the device (0 bytes), 0 copies to the host (0 bytes)");
  traffic.add(Side::device, 800);
  EXPECT_EQ(to_text(traffic), "1 copy to the device (800 bytes), 0 copies to the host (0 bytes)");
}

/// Two memories per variable, written and read for real.
struct Memories {
  std::map<Place, std::array<int, 2>> values;

  int& at(Place const& place, Side side) { return values[place][side == Side::host ? 0 : 1]; }
  void make(std::vector<Copy> const& copies) {
    for (auto const& copy : copies)
      at(copy.place, copy.to) = at(copy.place, copy.to == Side::host ? Side::device : Side::host);
  }
};

TEST(Validity, RandomSchedulesReadWhatWasWrittenLastWithTheFewestCopies) {
  std::mt19937 random(20);
  for (int run = 0; run < 50; ++run) {
    Validity validity;
    Memories memories;
    std::map<Place, int> truth;
    std::map<Place, std::array<bool, 2>> fresh; // brute force: which memory holds the truth
    for (int variable = 0; variable < 3; ++variable) fresh[{variable, 0, 0}] = {true, false};
    for (int step = 1; step <= 200; ++step) {
      Place const place{static_cast<int>(random() % 3), 0, 0};
      Side const side = random() % 2 == 0 ? Side::host : Side::device;
      auto& holds = fresh[place][side == Side::host ? 0 : 1];
      if (random() % 2 == 0) {
        auto const copies = validity.read({place}, side, "reader");
        EXPECT_EQ(copies.size(), holds ? 0u : 1u);
        memories.make(copies);
        EXPECT_EQ(memories.at(place, side), truth[place]);
        holds = true;
      } else {
        validity.written({place}, side, "writer");
        memories.at(place, side) = truth[place] = step;
        fresh[place] = {side == Side::host, side == Side::device};
      }
    }
  }
}

} // namespace
} // namespace accelerator
