// Compares the order of elements by their keys with a stable sort.
#include "kernels/patterns/group_order.hpp"

#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/patterns/program_runner.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/errors.hpp"
#include "testsuites/support/interpreted_place.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>

namespace chemora::patterns {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using testing_support::InterpretedPlace;

std::vector<double> keys_of(long n, std::function<double(long)> const& key) {
  std::vector<double> keys;
  for (long k = 0; k < n; ++k) keys.push_back(key(k));
  return keys;
}

/// Orders elements with the keys, and compares the result with that of a stable sort.
GroupOrder::Groups expect_order(GroupOrder& order, KernelPlace& place, std::vector<double> const& keys) {
  auto const n = static_cast<long>(keys.size());
  std::map<double, std::vector<double>> members;
  for (long k = 0; k < n; ++k) members[keys[static_cast<std::size_t>(k)]].push_back(static_cast<double>(k));
  std::vector<double> expected, first, group_keys;
  for (auto const& [key, elements] : members) {
    group_keys.push_back(key);
    first.push_back(static_cast<double>(expected.size()));
    expected.insert(expected.end(), elements.begin(), elements.end());
  }
  first.push_back(static_cast<double>(n));
  std::shared_ptr<KernelArray> const array = place.allocate(ir::Type::int32, keys.size());
  array->write(keys);
  GroupOrder::Groups const found = order.order(array, n);
  EXPECT_EQ(found.n_groups, static_cast<long>(group_keys.size())) << found.trace;
  EXPECT_EQ(found.order->read(), expected) << found.trace;
  EXPECT_EQ(found.first->read(), first) << found.trace;
  EXPECT_EQ(found.keys->read(), group_keys) << found.trace;
  return found;
}

constexpr double largest = 2147483647;

struct Keys {
  std::string name;
  std::function<double(long)> key;
  std::string automatic; ///< beginning of the method for 5003 elements
};

double scrambled(long k) { return static_cast<std::int32_t>(static_cast<std::uint32_t>(k + 1) * 2654435761U); }

std::vector<Keys> const all_keys{
    {"equal", [](long) { return -7; }, "counting of 1 key from"},
    {"small range", [](long k) { return static_cast<double>(k * k % 11 - 5); }, "counting of 6 keys from a range of"},
    {"few", [](long k) { return static_cast<double>(k * k % 11 - 5) * 1e6; }, "hash table of 6 keys with"},
    {"extreme", [](long k) { return k % 3 == 0   ? -largest - 1
                                    : k % 3 == 1 ? largest
                                                 : 0; }, "hash table of 3 keys"},
    {"thousand", [](long k) { return scrambled(k % 1009); }, "hash table of 1009 keys"},
    {"different", scrambled, "radix sort in 4 passes"},
    {"different, close", [](long k) { return static_cast<double>(5003 - k); }, "radix sort in 2 passes"},
};

TEST(GroupOrder, EqualsAStableSort) {
  for (bool const is_device : {false, true}) {
    InterpretedPlace place(is_device);
    for (std::string const grouping : {"automatic", "hash", "sort"}) {
      GroupOrder order(place, grouping);
      for (Keys const& each : all_keys)
        for (long const n : {0, 1, 2, 67}) {
          SCOPED_TRACE(each.name + ", " + grouping + ", " + std::to_string(n));
          expect_order(order, place, keys_of(n, each.key));
        }
    }
  }
}

void expect_orders(KernelPlace& place) {
  for (std::string const grouping : {"automatic", "hash", "sort"}) {
    GroupOrder order(place, grouping);
    for (Keys const& each : all_keys)
      for (long const n : {1, 1024, 5003}) {
        SCOPED_TRACE(each.name + ", " + grouping + ", " + std::to_string(n));
        GroupOrder::Groups const groups = expect_order(order, place, keys_of(n, each.key));
        if (grouping == "automatic") {
          EXPECT_THAT(groups.method, StartsWith(n == 5003 ? each.automatic : ""));
        } else if (grouping == "sort" || n < 5003) { // more than 1024 elements may have too many keys for a table
          EXPECT_THAT(groups.method, HasSubstr(grouping));
        }
      }
  }
}

TEST(GroupOrder, EqualsAStableSortOnTheHost) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  int const n_threads = omp_get_max_threads();
  for (int const threads : {1, 2}) {
    omp_set_num_threads(threads);
    expect_orders(*place);
  }
  omp_set_num_threads(n_threads);
}

TEST(GroupOrder, EqualsAStableSortWithOpencl) {
  auto const opencl = testing_support::find_device({"OpenCL", [] { return device::make_opencl_device(); }});
  if (!opencl.device) GTEST_SKIP() << opencl.reason;
  auto const place = make_kernel_place(*opencl.device);
  expect_orders(*place);
}

TEST(GroupOrder, CollectsKeysThatSamplesMiss) {
  auto const host = device::make_host_device();
  auto const place = make_kernel_place(*host);
  GroupOrder order(*place, "automatic");
  // 302 keys of single elements, of which the first sample has about one in 14.
  auto const rare = [](long k) { return k % 199 == 5 ? 1e6 + static_cast<double>(k) : -3.0; };
  GroupOrder::Groups const groups = expect_order(order, *place, keys_of(60013, rare));
  EXPECT_THAT(groups.method, StartsWith("hash table of 303 keys"));
  EXPECT_THAT(groups.trace, HasSubstr("groups: sample 2 has "));
  EXPECT_THAT(groups.trace, HasSubstr("60013 elements with keys from -3 to 1059904; a sort needs 3 passes"));
  // The keys of single elements are too many for a table.
  auto const many = [](long k) { return k % 49 == 5 ? 1e6 + static_cast<double>(k) : -3.0; };
  GroupOrder::Groups const sorted = expect_order(order, *place, keys_of(60013, many));
  EXPECT_EQ(sorted.method, "radix sort in 3 passes");
  EXPECT_THAT(sorted.trace, HasSubstr("there are more than 1024 different keys"));
}

TEST(GroupOrder, IsReportedByPrograms) {
  InterpretedPlace place(false);
  Program const program = read_program({"t.pat", "input int k[n]\n"
                                                 "let groups = groupBy(i < n by k[i]: i)\n"
                                                 "output sums = map(g in groups: sum(g) + g.key)\n"});
  Inputs const inputs{.arrays = {{"k", {{53}, keys_of(53, all_keys[3].key)}}}};
  std::vector<Output> const expected = interpret(program, inputs);
  for (std::string const grouping : {"automatic", "hash", "sort"}) {
    ProgramRunner runner(program, place, {.grouping = grouping, .has_traces = true});
    EXPECT_EQ(runner.run(inputs).at(0).columns, expected.at(0).columns) << grouping;
    std::string const& found = runner.report().values.at(0).grouping;
    EXPECT_EQ(found, grouping == "sort" ? "radix sort in 4 passes" : "hash table of 3 keys with 1 probe");
    EXPECT_THAT(runner.notes(), HasSubstr("; groups: " + found + "\n"));
    EXPECT_THAT(runner.notes(), HasSubstr("    groups: 53 elements with keys from -2147483648 to 2147483647"));
  }
}

TEST(GroupOrder, ReportsUnknownWords) {
  InterpretedPlace place(false);
  EXPECT_THAT(testing_support::error_of([&] { GroupOrder(place, "hsh"); }),
              HasSubstr("`hsh` is not a grouping method; expected automatic, hash or sort."));
}

} // namespace
} // namespace chemora::patterns
