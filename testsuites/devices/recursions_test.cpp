// The solver of recursions has the same bits on every device as on the host.
#include "codegen/recursion/recursion.hpp"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/devices/threads_on_host.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/unit/kernels/recursions/solver_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace chemora::testing_support {

namespace {

using namespace recursions::tests;
using recursions::Settings;

/// A program of thorn Sequences with random arguments.
struct Program {
  std::string file{}, function{}, query{}, varying{};
  unsigned n_letters = 24;
  std::vector<std::string> plans{}; ///< other plans than those that are chosen
};

std::string const folder = CHEMORA_SOURCE_DIR "/thorns/Sequences/Sequences/programs/";

std::vector<Program> const programs{
    {"search.rec",
     "search",
     "q",
     "t",
     24,
     {"within int32 lanes 32 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0",
      "within int32 lanes 32 window tile 42 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0",
      "within int32 lanes 16 strips 16 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0",
      "within int32 lanes 16 strips 16 window tile 16 schedule e 1 1 + 0 f 1 1 + 0 h 1 1 + 0 partitions 0"}},
    {"global.rec", "global", "q", "t", 24},
    {"edit.rec",
     "edit",
     "s",
     "t",
     26,
     {"within int16 lanes 32 schedule edit 1 1 + 0 partitions 0",
      "within int16 lanes 8 strips 16 schedule edit 1 1 + 0 partitions 0",
      "within int16 lanes 8 strips 16 window tile 16 schedule edit 1 1 + 0 partitions 0",
      "across int32 lanes 64 columns 3 window private 42"}},
    {"profile.rec", "forward_bits", "", "x", 24},
    {"genefinder.rec", "log_likelihood", "", "x", 4}};

recursion::Inputs shared_of(Program const& program, std::mt19937& random) {
  recursion::Inputs inputs;
  inputs.scalars = {{"gap", 8}, {"gap_open", 11}, {"gap_extend", 1}};
  for (unsigned n = 0; n < program.n_letters * program.n_letters; ++n)
    inputs.arrays["m"].push_back(n % (program.n_letters + 1) == 0 ? 9 : static_cast<double>(random() % 8) - 4);
  std::map<std::string, std::vector<double>> fields;
  constexpr std::size_t length = 13;
  for (std::string const field : {"match", "insert", "entry", "mm", "mi", "md", "im", "ii", "dm", "dd"}) {
    std::size_t const n_letters = field == "match" || field == "insert" ? program.n_letters : 1;
    for (std::size_t n = 0; n < (length + 1) * n_letters; ++n)
      fields[field].push_back(std::uniform_real_distribution(0.01, 1.)(random));
  }
  recursion::set_profile(inputs, "p", length, program.n_letters, fields);
  recursion::Program const genes = recursion::read_program(base::read_source(folder + "genefinder.rec"));
  recursion::set_model(inputs, "h", genes.models.front());
  if (!program.query.empty())
    recursion::set_sequence(inputs, program.query, random_letters(random, 41, program.n_letters));
  return inputs;
}

/// Returns the bits of all numbers; NaNs are equal.
std::vector<std::uint64_t> bits(std::vector<double> const& numbers) {
  std::vector<std::uint64_t> result;
  for (double const number : numbers)
    result.push_back(std::bit_cast<std::uint64_t>(std::isnan(number) ? std::nan("") : number));
  return result;
}

class Recursions : public testing::TestWithParam<NamedDevice> {};

TEST_P(Recursions, HaveTheBitsOfTheHost) {
  FoundDevice const found_device = find_device(GetParam());
  if (!found_device.device) GTEST_SKIP() << found_device.reason;
  device::Device& device = *found_device.device;
  auto const host = device::make_host_device();
  Compiler on_device(device), on_host(*host);
  std::mt19937 random(1);
  for (Program const& program : programs) {
    SCOPED_TRACE(program.function);
    recursion::System const system = recursion::read_system(base::read_source(folder + program.file), program.function);
    recursion::Inputs const shared = shared_of(program, random);
    Problems const problems = random_problems(random, {program.varying}, 150, 40, program.n_letters);
    auto const expected = bits(solved(system, shared, *host, on_host, problems, {.threads = 2}).numbers);
    auto const found = solved(system, shared, device, on_device, problems, {});
    EXPECT_EQ(bits(found.numbers), expected);
    EXPECT_THAT(found.statistics.plans(), testing::ElementsAre(testing::StartsWith("across int32 lanes 64")));
    for (std::string const& plan : program.plans) {
      SCOPED_TRACE(plan);
      auto const pinned = solved(system, shared, device, on_device, problems, {.plan = plan});
      EXPECT_EQ(bits(pinned.numbers), expected);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Recursions,
                         testing::Values(NamedDevice{"opencl", [] { return device::make_opencl_device(); }},
                                         NamedDevice{"cuda", [] { return device::make_cuda_device(); }},
                                         NamedDevice{"cuda_on_host", make_threads_on_host}),
                         name_of_device);

TEST(RecursionSources, CompileWithNvrtc) {
  if (std::string const reason = reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  auto const device = make_threads_on_host();
  std::mt19937 random(2);
  for (Program const& program : programs) {
    std::vector<std::string> plans = program.plans;
    if (plans.empty()) plans.emplace_back();
    for (std::string const& plan : plans) {
      recursions::Compile const compile = [&](std::string const& name, std::string const& source,
                                              device::LaunchShape const& shape) {
        device::CompileRequest const request{.kernel = name, .source = source};
        EXPECT_EQ(device::compile_cuda(request, "compute_90").error, "");
        return device->load(name, device->compile({&request, 1}, 1).front().object, shape);
      };
      recursion::System const system =
          recursion::read_system(base::read_source(folder + program.file), program.function);
      recursion::Inputs const shared = shared_of(program, random);
      recursions::Solver solver(system, shared, *device, compile, {.plan = plan});
      solver.solve(random_problems(random, {program.varying}, 2, 5, program.n_letters).list());
    }
  }
}

} // namespace

} // namespace chemora::testing_support
