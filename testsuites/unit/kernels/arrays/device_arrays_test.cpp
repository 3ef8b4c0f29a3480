// Tests copies of boxes, the rotation of time levels, and changes of shape for device arrays. The device is a host with
// separate memory.
#include "kernels/arrays/device_arrays.hpp"
#include "kernels/device/host/host_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace chemora::arrays {
namespace {

using base::Box;
using device::ArrayShape;

constexpr ArrayName u{3, 0, 0}, u_p{3, 0, 1}, u_p_p{3, 0, 2};

struct Arrays : testing::Test {
  std::unique_ptr<device::Device> host = device::make_host_device({.own_memory = true});
  DeviceArrays arrays{*host};
  ArrayShape shape{{5, 4, 3}, sizeof(double)};
  Box whole{{0, 0, 0}, shape.extent};
  std::vector<double> numbers = std::vector<double>(60);

  Arrays() { std::iota(numbers.begin(), numbers.end(), 1.0); }
  std::vector<double> fetched(ArrayName const& name) {
    std::vector<double> values(60, -1);
    arrays.copy_to_host(name, shape, whole, values.data());
    return values;
  }
};

TEST_F(Arrays, AreAllocatedOnceAndCounted) {
  void* const memory = arrays.get(u, shape);
  EXPECT_NE(memory, nullptr);
  EXPECT_EQ(arrays.get(u, shape), memory);
  EXPECT_EQ(arrays.bytes(), 480u);
  arrays.get(u_p, shape);
  EXPECT_EQ(arrays.bytes(), 960u);
}

TEST_F(Arrays, AreReallocatedForAnotherShape) {
  arrays.get(u, shape);
  arrays.get(u, {{2, 2, 2}, sizeof(float)});
  EXPECT_EQ(arrays.bytes(), 32u);
}

TEST_F(Arrays, CopyOnlyTheBox) {
  Box const box{{1, 1, 0}, {4, 3, 2}};
  EXPECT_EQ(arrays.copy_to_device(u, shape, whole, numbers.data()), 480u);
  std::vector<double> values(60, -1);
  EXPECT_EQ(arrays.copy_to_host(u, shape, box, values.data()), 3u * 2 * 2 * sizeof(double));
  for (int z = 0, i = 0; z < 3; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 5; ++x, ++i)
        EXPECT_EQ(values[static_cast<std::size_t>(i)],
                  box.contains({x, y, z}) ? numbers[static_cast<std::size_t>(i)] : -1.0);
  std::vector<double> const zeros(60, 0);
  arrays.copy_to_device(u, shape, box, zeros.data());
  auto const values_now = fetched(u);
  EXPECT_EQ(std::count(values_now.begin(), values_now.end(), 0.0), 12);
}

TEST_F(Arrays, RotateWithoutCopies) {
  arrays.copy_to_device(u, shape, whole, numbers.data());
  void* const newest = arrays.get(u, shape);
  void* const oldest = arrays.get(u_p_p, shape);
  arrays.rotate(3, 0, 3, shape);
  EXPECT_EQ(arrays.get(u_p, shape), newest);
  EXPECT_EQ(arrays.get(u, shape), oldest);
  EXPECT_EQ(fetched(u_p), numbers);
  arrays.copy_from_past(3, 0, shape);
  EXPECT_EQ(fetched(u), numbers);
}

} // namespace
} // namespace chemora::arrays
