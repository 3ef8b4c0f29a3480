// Names that messages give for what is done: nested, left by exceptions, and in functions called meanwhile.
#include "askers.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace accelerator {
namespace {

/// As the classes do that thorns use.
class Acting {
public:
  Acting(Askers& askers, std::string const& name, std::size_t n_running)
      : askers_(askers), before_(askers.begin(name, n_running)) {}
  ~Acting() { askers_.end(before_); }

private:
  Askers& askers_;
  std::size_t before_;
};

TEST(Askers, AreNamedAgainBehindOthersWithin) {
  Askers askers;
  EXPECT_EQ(askers.name(0), "");
  {
    Acting const outer(askers, "Flat", 1);
    {
      Acting const inner(askers, "Wave_RHS", 1);
      EXPECT_EQ(askers.name(1), "Wave_RHS");
      Acting const nobody(askers, "", 1);
      EXPECT_EQ(askers.name(1), "");
    }
    EXPECT_EQ(askers.name(1), "Flat");
  }
  EXPECT_EQ(askers.name(1), "");
}

TEST(Askers, AreNamedAgainBehindExceptions) {
  Askers askers;
  Acting const outer(askers, "Flat", 1);
  try {
    Acting const inner(askers, "Wave_RHS", 1);
    throw std::runtime_error("the kernel cannot be compiled");
  } catch (std::runtime_error const&) {
    EXPECT_EQ(askers.name(1), "Flat");
  }
}

TEST(Askers, AreNotNamedForWhatAFunctionDoesThatIsCalledMeanwhile) {
  Askers askers;
  Acting const outer(askers, "IOASCII_1D", 0);
  EXPECT_EQ(askers.name(0), "IOASCII_1D");
  EXPECT_EQ(askers.name(1), "") << "a function that output has triggered";
  {
    Acting const inner(askers, "Flat", 1);
    EXPECT_EQ(askers.name(1), "Flat");
  }
  EXPECT_EQ(askers.name(0), "IOASCII_1D");
}

TEST(Askers, EndWithTheFunctionInWhichTheyBegan) {
  Askers askers;
  askers.begin("IOASCII_1D", 0);
  askers.begin("never ended", 1);
  askers.leave(0);
  EXPECT_EQ(askers.name(0), "IOASCII_1D");
  EXPECT_EQ(askers.name(1), "");
}

} // namespace
} // namespace accelerator
