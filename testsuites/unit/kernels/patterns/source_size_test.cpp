// Limits the sizes of the sources of kernels, because compilers need minutes for large ones.
#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "testsuites/unit/kernels/patterns/program_runs.hpp"

namespace chemora::patterns {
namespace {

/// Returns the number of characters of the source of the first kernel of a program.
long size_of_source(std::string const& text, Inputs const& inputs) {
  std::size_t size = 0;
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host, [&](KernelSource const& source) -> std::unique_ptr<device::Module> {
    size = source.source.size();
    throw base::UserError("The source is not compiled.");
  });
  ProgramRunner(read_program({"t.pat", text}), *place).run(inputs);
  return static_cast<long>(size);
}

/// Returns a reduction whose body has reductions of arrays that depend on conditions.
std::string reductions(int n_inner) {
  std::string text = "input real a[n]\ninput real m[rows, columns]\noutput s = sum(i < n: a[i]";
  for (int n = 1; n <= n_inner; ++n)
    text += " + sum(x in (if n > 3 then m[0, *] else m[1, *]), j < min(n, " + std::to_string(n + 3) + "): x * 0.5)";
  return text + ")";
}

TEST(SourceSize, IncreasesLinearlyWithReductionsOfSeveralVariables) {
  Inputs const inputs{.arrays = {{"a", {{5}, {1, 2, 3, 4, 5}}}, {"m", {{2, 3}, {1, 2, 3, 4, 5, 6}}}}};
  long const one = size_of_source(reductions(1), inputs), two = size_of_source(reductions(2), inputs),
             three = size_of_source(reductions(3), inputs);
  EXPECT_LT(one, 100000);
  EXPECT_LT(three - two, 1.1 * static_cast<double>(two - one));
}

} // namespace
} // namespace chemora::patterns
