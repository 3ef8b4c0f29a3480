// testsuites/parallel/processes_test.py runs these tests on several processes.
#include "processes.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace devices {
namespace {

class Mpi : public testing::Environment {
public:
  void SetUp() override { MPI_Init(nullptr, nullptr); }
  void TearDown() override { MPI_Finalize(); }
};
auto* const mpi = testing::AddGlobalTestEnvironment(new Mpi);

/// Texts of different lengths, one of them empty.
std::vector<std::string> texts_of(int n_processes) {
  std::vector<std::string> texts;
  for (int rank = 0; rank < n_processes; ++rank) {
    std::string& text = texts.emplace_back();
    for (int n = 0; n < (rank == 1 ? 0 : 7 + 4 * rank); ++n) text += static_cast<char>('a' + (n + 3 * rank) % 26);
  }
  return texts;
}

class Rounds : public testing::TestWithParam<std::size_t> {};

TEST_P(Rounds, GatherTextsOfAnyLength) {
  MpiExchange exchange(MPI_COMM_WORLD, GetParam());
  auto const expected = texts_of(exchange.size());
  std::string const own = expected[static_cast<std::size_t>(exchange.rank())];
  EXPECT_EQ(exchange.all_gather(own), expected);
  EXPECT_EQ(exchange.gather(own), exchange.rank() == 0 ? expected : std::vector<std::string>());
  std::string text = own;
  exchange.broadcast(text, exchange.size() - 1);
  EXPECT_EQ(text, expected.back());
}

INSTANTIATE_TEST_SUITE_P(OfBytes, Rounds, testing::Values(1, 4, 6, 1 << 30), testing::PrintToStringParamName());

TEST(Processes, GatherEmptyTexts) {
  MpiExchange exchange(MPI_COMM_WORLD);
  EXPECT_EQ(exchange.all_gather(""), std::vector<std::string>(static_cast<std::size_t>(exchange.size())));
}

} // namespace
} // namespace devices
