#include "testsuites/performance/measured_pattern.hpp"

#include "framework/base/errors.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/patterns/group_order.hpp"
#include "testsuites/performance/handwritten_patterns.hpp"
#include "testsuites/performance/handwritten_stencil.hpp"
#include "testsuites/performance/measurement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <cstdint>
#include <functional>

namespace performance {

using namespace chemora;
using namespace patterns;

namespace {

/// Returns a pseudo-random number that depends on `n` only.
std::uint32_t scrambled(std::uint64_t n) {
  std::uint64_t x = n + 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::uint32_t>((x ^ (x >> 31)) >> 32);
}

struct GroupCase {
  std::string name;
  std::function<int(std::uint64_t)> key; ///< of an element
};

/// Keys of the whole range of integers, of which `n` are different.
int one_of(std::uint64_t element, std::uint32_t n) { return static_cast<int>(scrambled(scrambled(element) % n)); }

std::vector<GroupCase> cases() {
  return {{"groups:16_keys", [](std::uint64_t i) { return one_of(i, 16); }},
          {"groups:1000_keys", [](std::uint64_t i) { return one_of(i, 1000); }},
          {"groups:range_of_16", [](std::uint64_t i) { return static_cast<int>(scrambled(i) % 16); }},
          {"groups:range_of_1000", [](std::uint64_t i) { return static_cast<int>(scrambled(i) % 1000); }},
          {"groups:range_of_100000", [](std::uint64_t i) { return static_cast<int>(scrambled(i) % 100000); }},
          {"groups:many_keys", [](std::uint64_t i) { return static_cast<int>(scrambled(i)); }}};
}

void compare(std::string const& name, GroupOrder::Groups const& found, OrderByHand const& expected) {
  auto const is_equal = [](KernelArray const& array, std::vector<int> const& numbers) {
    std::vector<double> const elements = array.read();
    return std::equal(elements.begin(), elements.end(), numbers.begin(), numbers.end());
  };
  if (is_equal(*found.order, expected.order) && is_equal(*found.first, expected.first) &&
      is_equal(*found.keys, expected.keys))
    return;
  throw base::InternalError(fmt::format(
      "The groups of {} with the method {} differ from those of the hand-written code.", name, found.method));
}

} // namespace

std::vector<std::string> group_case_names() {
  std::vector<std::string> names;
  for (GroupCase const& each : cases()) names.push_back(each.name);
  return names;
}

std::string measured_groups(std::string const& name, long n_elements, int n_measurements) {
  std::vector<GroupCase> const group_cases = cases();
  auto const problem = std::ranges::find(group_cases, name, &GroupCase::name);
  if (problem == group_cases.end()) throw base::InternalError(fmt::format("There is no case {}.", name));
  std::vector<int> keys(static_cast<std::size_t>(n_elements));
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = problem->key(i);
  OrderByHand by_hand;
  order_by_hand(keys, by_hand);

  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  std::shared_ptr<KernelArray> const array = place->allocate(ir::Type::int32, keys.size());
  array->write({keys.begin(), keys.end()});
  GroupOrder automatic(*place, "automatic"), hash(*place, "hash"), sort(*place, "sort");
  std::string method;
  std::vector<Candidate> candidates;
  for (auto const& [label, order] : {std::pair{"ours", &automatic}, {"hash", &hash}, {"sort", &sort}}) {
    GroupOrder::Groups const groups = order->order(array, n_elements);
    compare(name, groups, by_hand);
    if (candidates.empty()) method = groups.method;
    candidates.push_back({label, [&array, n_elements, order = order] { order->order(array, n_elements); }});
  }
  candidates.insert(candidates.begin() + 1, {"handwritten", [&] { order_by_hand(keys, by_hand); }});

  constexpr double triad_bytes = 3 * sizeof(double), bytes = 2 * sizeof(int);
  std::vector<double*> fields;
  for (int k = 0; k < 3; ++k) {
    fields.push_back(static_cast<double*>(host->allocate(keys.size() * sizeof(double))));
    std::fill(fields.back(), fields.back() + n_elements, 1.0);
  }
  candidates.push_back({"bandwidth", [&] { nontemporal_triad(fields[0], fields[1], fields[2], n_elements); },
                        static_cast<double>(n_elements) * triad_bytes / bytes});
  auto const rates = measure_in_turns(candidates, static_cast<double>(n_elements), n_measurements);
  for (double* const field : fields) host->release(field);
  std::vector<std::string> samples;
  for (Rate const& rate : rates)
    samples.push_back(fmt::format(R"("{}": [{:.6g}])", rate.name, fmt::join(rate.rounds, ", ")));
  return fmt::format(R"({{"case": "{} threads={}", "unit": "elements/s", "limit": {:.6g}, "samples": {{{}}}, )"
                     R"("mapping": "{}", "elements": {}, "bytes_per_element": {}}})",
                     name, omp_get_max_threads(), rates.back().median, fmt::join(samples, ", "), method, n_elements,
                     bytes);
}

} // namespace performance
