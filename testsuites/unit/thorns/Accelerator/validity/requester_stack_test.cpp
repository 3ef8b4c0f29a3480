// Tests the stack of requesting functions with nested names, with exceptions, and with other functions in between.
#include "requester_stack.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace accelerator {
namespace {

/// Pushes a name in the constructor and removes it in the destructor, like the classes of the thorns.
class NamedScope {
public:
  NamedScope(RequesterStack& requesters, std::string const& name, std::size_t depth)
      : requesters_(requesters), position_(requesters.push(name, depth)) {}
  ~NamedScope() { requesters_.pop(position_); }

private:
  RequesterStack& requesters_;
  std::size_t position_;
};

TEST(RequesterStack, RestoresOuterNameAfterInnerScopes) {
  RequesterStack requesters;
  EXPECT_EQ(requesters.name(0), "");
  {
    NamedScope const outer(requesters, "Flat", 1);
    {
      NamedScope const inner(requesters, "Wave_RHS", 1);
      EXPECT_EQ(requesters.name(1), "Wave_RHS");
      NamedScope const unnamed(requesters, "", 1);
      EXPECT_EQ(requesters.name(1), "");
    }
    EXPECT_EQ(requesters.name(1), "Flat");
  }
  EXPECT_EQ(requesters.name(1), "");
}

TEST(RequesterStack, RestoresOuterNameAfterExceptions) {
  RequesterStack requesters;
  NamedScope const outer(requesters, "Flat", 1);
  try {
    NamedScope const inner(requesters, "Wave_RHS", 1);
    throw std::runtime_error("the kernel cannot be compiled");
  } catch (std::runtime_error const&) {
    EXPECT_EQ(requesters.name(1), "Flat");
  }
}

TEST(RequesterStack, DoesNotApplyToNestedFunctionCalls) {
  RequesterStack requesters;
  NamedScope const outer(requesters, "IOASCII_1D", 0);
  EXPECT_EQ(requesters.name(0), "IOASCII_1D");
  EXPECT_EQ(requesters.name(1), "") << "a function that output has called";
  {
    NamedScope const inner(requesters, "Flat", 1);
    EXPECT_EQ(requesters.name(1), "Flat");
  }
  EXPECT_EQ(requesters.name(0), "IOASCII_1D");
}

TEST(RequesterStack, DropsNamesWhenTheirFunctionReturns) {
  RequesterStack requesters;
  requesters.push("IOASCII_1D", 0);
  requesters.push("never popped", 1);
  requesters.leave(0);
  EXPECT_EQ(requesters.name(0), "IOASCII_1D");
  EXPECT_EQ(requesters.name(1), "");
}

} // namespace
} // namespace accelerator
