#include "kernels/machine/machine.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

namespace chemora::machine {
namespace {

ProcessorFacts facts_of(std::string const& text) {
  std::istringstream info(text);
  return read_processor_facts(info);
}

TEST(ReadProcessorFacts, TakesTheFirstProcessorOnly) {
  auto const facts = facts_of("processor\t: 0\nvendor_id\t: Maker\nmodel name\t: Fast One\ncpu MHz\t\t: 2000.1\n"
                              "flags\t\t: sse2 avx\n\nprocessor\t: 1\nmodel name\t: Other\n");
  EXPECT_EQ(facts.model, "Fast One");
  EXPECT_EQ(facts.facts, "vendor_id: Maker\nmodel name: Fast One\nflags: sse2 avx\n")
      << "the clock frequency changes from run to run and must not be part of the identity";
}

TEST(ReadProcessorFacts, ReadsTheKeysOfArm) {
  EXPECT_EQ(facts_of("processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n").facts,
            "Features: fp asimd\nCPU implementer: 0x41\nCPU part: 0xd0c\n");
}

TEST(ReadProcessorFacts, OddTextsGiveAnUnknownProcessor) {
  for (char const* text : {"", "\n", "model name:", "model name", "model name\t:", "model name\t: ", "model name :\r\n",
                           ":", ": x", "model name x y", "model name\t:\nflags"}) {
    EXPECT_EQ(facts_of(text).model, "unknown processor") << text;
    EXPECT_EQ(facts_of(text).facts, "") << text;
  }
}

TEST(ReadProcessorFacts, NeedsNoBlankAfterTheColon) {
  EXPECT_EQ(facts_of("model name:X").model, "X");
  EXPECT_EQ(facts_of("model name\t: X: Y \r\n").model, "X: Y");
}

} // namespace
} // namespace chemora::machine
