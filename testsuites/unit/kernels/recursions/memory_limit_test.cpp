#include "kernels/recursions/memory_limit.hpp"

#include "codegen/recursion/recursion.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace chemora::recursions {
namespace {

using namespace tests;
namespace fs = std::filesystem;

void write(fs::path const& file, std::string const& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

TEST(MemoryShare, IsHalfOfTheAvailableMemoryDividedAmongProcesses) {
  fs::path const root = fs::path(testing::TempDir()) / "chemora_memory_share";
  write(root / "proc/meminfo", "MemTotal:       99999 kB\nMemAvailable:    8000 kB\n");
  EXPECT_EQ(memory_share(1, root), 4000 * 1024);
  EXPECT_EQ(memory_share(4, root), 1000 * 1024);
  write(root / "proc/self/cgroup", "0::/job\n");
  write(root / "sys/fs/cgroup/job/memory.max", "1048576\n");
  EXPECT_EQ(memory_share(2, root), 262144);
  fs::remove_all(root);
}

constexpr char const* program = R"(
alphabet dna = "ACGT"
int d(seq[dna] s, index[s] i, seq[dna] t, index[t] j) =
  if i == 0 then j else if j == 0 then i
  else (d(i - 1, j) + 1) min (d(i, j - 1) + 1) min (d(i - 1, j - 1) + (if s[i - 1] == t[j - 1] then 0 else 1))
)";

/// A solver with a sequence `s` that all problems share.
struct OwnSolver {
  OwnSolver(device::Device& device, Compiler& compiler, std::shared_ptr<MemoryLimit> memory, std::size_t length)
      : solver(system, shared(length), device, compile_with(compiler),
               {.plan = "across int32 lanes 8 columns 4", .memory = std::move(memory)}) {}

  static recursion::Inputs shared(std::size_t length) {
    recursion::Inputs inputs;
    recursion::set_sequence(inputs, "s", Codes(length, 2));
    return inputs;
  }
  std::vector<double> solve(Problems const& problems) {
    std::vector<double> numbers;
    for (ProblemResult const& each : solver.solve(problems.list())) numbers.push_back(each.value.number);
    return numbers;
  }

  recursion::System system = recursion::read_system({"test.rec", program}, "d");
  Solver solver;
};

// Each solver retains the memory of its last launch.
TEST(MemoryLimit, HoldsForAllSolversTogether) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::mt19937 random(8);
  Problems const problems = random_problems(random, {"t"}, 100, 60, 4);
  auto const unlimited = std::make_shared<MemoryLimit>(1 << 30);
  OwnSolver largest(*device, compiler, unlimited, 50);
  largest.solve(problems);
  double const bytes_of_solver = unlimited->held_bytes();
  auto const memory = std::make_shared<MemoryLimit>(static_cast<long>(2.5 * bytes_of_solver));
  std::vector<std::unique_ptr<OwnSolver>> solvers;
  bool is_released = false;
  for (std::size_t const length : {50u, 49u, 48u, 47u}) {
    double const before = memory->held_bytes();
    solvers.push_back(std::make_unique<OwnSolver>(*device, compiler, memory, length));
    EXPECT_EQ(solvers.back()->solve(problems),
              interpreted(solvers.back()->system, OwnSolver::shared(length), problems));
    EXPECT_GT(memory->held_bytes(), 0);
    EXPECT_LE(memory->held_bytes(), 2.5 * bytes_of_solver);
    is_released = is_released || memory->held_bytes() < before;
  }
  EXPECT_TRUE(is_released);
  EXPECT_EQ(solvers.front()->solve(problems), interpreted(largest.system, OwnSolver::shared(50), problems));
  solvers.clear();
  EXPECT_EQ(memory->held_bytes(), 0);
}

// A launch with many problems needs more memory for their lengths and results, and one with long sequences more for
// their letters.
TEST(MemoryLimit, HoldsForSuccessiveLaunchesOfASolver) {
  auto const device = device::make_host_device();
  Compiler compiler(*device);
  std::mt19937 random(9);
  Problems const many = random_problems(random, {"t"}, 800, 10, 4),
                 long_ones = random_problems(random, {"t"}, 8, 3000, 4);
  auto const unlimited = std::make_shared<MemoryLimit>(1 << 30);
  double largest = 0;
  for (Problems const* const problems : {&many, &long_ones}) {
    OwnSolver alone(*device, compiler, unlimited, 30);
    alone.solve(*problems);
    largest = std::max(largest, unlimited->held_bytes());
  }
  auto const memory = std::make_shared<MemoryLimit>(static_cast<long>(largest));
  OwnSolver own(*device, compiler, memory, 30);
  for (Problems const* const problems : {&many, &long_ones, &many}) {
    EXPECT_EQ(own.solve(*problems), interpreted(own.system, OwnSolver::shared(30), *problems));
    EXPECT_LE(memory->held_bytes(), largest);
  }
}

} // namespace
} // namespace chemora::recursions
