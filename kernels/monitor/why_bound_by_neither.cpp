// Reasons that a kernel's record tells of.
#include "kernels/monitor/kernel_report.hpp"

#include <fmt/format.h>

namespace chemora::monitor {

namespace {

/// Additions in the time of one, in vectors that fill a processor. Measured with AVX-512: division 28 to 30, square
/// root 90, functions 290 (log) to 800 (power), as each point calls the C library. Devices compute them in line: some
/// 40 operations, as cube roots everywhere.
constexpr int additions_of_division = 30, additions_of_square_root = 90, additions_of_call = 300;
constexpr int additions_of_function = 40, additions_of_cube_root = 40;

/// Of a function on the host, besides the registers that it saves; other devices tell of spilled ones alone.
constexpr int bytes_without_spills = 512;

constexpr double short_launch = 100e-6; ///< seconds; threads and devices take some microseconds to begin and to end

std::string number_of(int n, std::string const& what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

/// Empty if they take less time than what is counted.
std::string slow_operations(KernelRecord const& r) {
  struct Kind {
    int n, additions;
    char const* name;
  };
  Kind const kinds[] = {
      {r.functions_per_point, r.device == "host" ? additions_of_call : additions_of_function, "function"},
      {r.square_roots_per_point, additions_of_square_root, "square root"},
      {r.cube_roots_per_point, additions_of_cube_root, "cube root"},
      {r.divisions_per_point, additions_of_division, "division"}};
  int additions = 0;
  std::string text;
  for (Kind const& kind : kinds) {
    additions += kind.n * kind.additions;
    if (kind.n > 0) text += (text.empty() ? "" : " and ") + number_of(kind.n, kind.name);
  }
  if (additions <= r.flops_per_point) return {};
  return text + " a point, counted as one operation each";
}

} // namespace

std::string why_bound_by_neither(KernelRecord const& r) {
  std::vector<std::string> reasons;
  if (auto slow = slow_operations(r); !slow.empty()) reasons.push_back(std::move(slow));
  if (r.spilled_bytes > (r.device == "host" ? bytes_without_spills : 0))
    reasons.push_back(fmt::format("{} bytes on the stack", r.spilled_bytes));
  if (r.calls > 0 && r.seconds < short_launch * static_cast<double>(r.calls))
    reasons.push_back(fmt::format("launches of {:.1f} us, {} points each",
                                  1e6 * r.seconds / static_cast<double>(r.calls), r.points / r.calls));
  else if (r.calls == 1)
    reasons.push_back("a single launch, with arrays that may be new to memory and caches");
  std::string text;
  for (auto const& reason : reasons) text += (text.empty() ? "" : "; ") + reason;
  return text.empty() ? "nothing that is counted explains it" : text;
}

} // namespace chemora::monitor
