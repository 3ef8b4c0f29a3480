// Tests for all devices: packing, unpacking and copying boxes of several arrays.
#pragma once

#include "kernels/device/device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace chemora::testing_support {

/// The functions of a device that these tests call.
struct PacksBoxes {
  std::function<void*(device::ArrayShape const&, void const* values)>
      make; ///< allocates an array and sets it to `values`
  std::function<void(void*, std::span<device::ArrayBox const>)> pack;
  std::function<void(std::span<device::ArrayBox const>, void const*)> unpack;
  std::function<void(std::span<device::ArrayBox const>, std::span<device::ArrayBox const>)> copy_within;
  std::function<void(void* values, void const* array, device::ArrayShape const&)> read;
};

inline PacksBoxes packing_of(device::Device& device) {
  auto const whole = [](device::ArrayShape const& shape) { return base::Box{{0, 0, 0}, shape.extent}; };
  return {.make =
              [&device, whole](device::ArrayShape const& shape, void const* values) {
                void* const memory = device.allocate(shape.bytes());
                device.copy_to_device(memory, values, shape, whole(shape));
                return memory;
              },
          .pack = [&device](void* packed, auto boxes) { device.pack(packed, boxes); },
          .unpack = [&device](auto boxes, void const* packed) { device.unpack(boxes, packed); },
          .copy_within = [&device](auto from, auto to) { device.copy_within(from, to); },
          .read =
              [&device, whole](void* values, void const* array, device::ArrayShape const& shape) {
                device.copy_to_host(values, array, shape, whole(shape));
              }};
}

/// Packs slabs, a row, a point and an empty box of arrays with different shapes and types; then unpacks changed values,
/// which must not change points outside the boxes. Does not free the arrays.
inline void expect_packs_boxes(PacksBoxes const& device) {
  device::ArrayShape const cube{{9, 8, 7}, sizeof(double)}, plane{{5, 6, 1}, sizeof(float)};
  std::vector<double> numbers(9 * 8 * 7);
  std::vector<float> small(5 * 6);
  std::iota(numbers.begin(), numbers.end(), 1);
  std::iota(small.begin(), small.end(), 1000.f);
  void *const first = device.make(cube, numbers.data()), *const second = device.make(plane, small.data());
  std::vector<device::ArrayBox> const boxes{
      {first, cube, {{0, 0, 0}, {2, 8, 7}}},   {first, cube, {{3, 6, 0}, {9, 8, 7}}},
      {second, plane, {{1, 2, 0}, {4, 5, 1}}}, {first, cube, {{4, 4, 4}, {4, 5, 5}}},
      {first, cube, {{2, 3, 4}, {9, 4, 5}}},   {first, cube, {{8, 0, 6}, {9, 1, 7}}}};
  std::vector<std::byte> packed(device::bytes_of(boxes) + 1, std::byte{0x5a});
  device.pack(packed.data(), boxes);
  EXPECT_EQ(packed.back(), std::byte{0x5a}) << "no byte is written after the boxes";
  std::size_t at = 0;
  auto const for_points = [&](auto const& act) {
    for (auto const& [memory, shape, box] : boxes)
      for (int z = box.lower[2]; z < box.upper[2]; ++z)
        for (int y = box.lower[1]; y < box.upper[1]; ++y)
          for (int x = box.lower[0]; x < box.upper[0]; ++x)
            act(memory, static_cast<std::size_t>(x + shape.extent[0] * (y + shape.extent[1] * z)));
  };
  for_points([&](void const* memory, std::size_t point) {
    auto const check = [&](auto const& values) {
      auto found = values[point];
      std::memcpy(&found, packed.data() + at, sizeof found);
      EXPECT_EQ(found, values[point]);
      at += sizeof found;
      found = -found;
      std::memcpy(packed.data() + at - sizeof found, &found, sizeof found);
    };
    memory == first ? check(numbers) : check(small);
  });
  EXPECT_EQ(at, device::bytes_of(boxes));
  device.unpack(boxes, packed.data());
  std::fill(packed.begin(), packed.end(),
            std::byte{0}); // unpack() has finished reading the host buffer, so that the test may overwrite it
  for_points([&](void const* memory, std::size_t point) {
    if (memory == first)
      numbers[point] = -numbers[point];
    else
      small[point] = -small[point];
  });
  std::vector<double> numbers_now(numbers.size());
  std::vector<float> small_now(small.size());
  device.read(numbers_now.data(), first, cube);
  device.read(small_now.data(), second, plane);
  EXPECT_EQ(numbers_now, numbers);
  EXPECT_EQ(small_now, small);
}

/// Tests copies of several boxes in one call. The copies fill the ghost zones of a periodic cube along one axis after
/// the other, so that edges and corners are copied from ghost zones. Then an empty box and a part of the cube are
/// copied to a second array. Does not free the two arrays.
inline void expect_copies_within(PacksBoxes const& device) {
  constexpr int ghosts = 2;
  device::ArrayShape const cube{{9, 8, 7}, sizeof(double)}, plane{{5, 6, 1}, sizeof(double)};
  std::vector<double> numbers(9 * 8 * 7), small(5 * 6, -1), numbers_now(numbers.size()), small_now(small.size());
  std::iota(numbers.begin(), numbers.end(), 1);
  void *const first = device.make(cube, numbers.data()), *const second = device.make(plane, small.data());
  std::vector<device::ArrayBox> from, to;
  for (int axis = 0; axis < 3; ++axis) {
    int const end = cube.extent[axis], period = end - 2 * ghosts;
    for (int const lower : {0, end - ghosts}) {
      base::Box target{{0, 0, 0}, cube.extent};
      for (int later = axis + 1; later < 3; ++later) { // the ghost zones of later axes are not filled yet
        target.lower[later] = ghosts;
        target.upper[later] = cube.extent[later] - ghosts;
      }
      target.lower[axis] = lower;
      target.upper[axis] = lower + ghosts;
      base::Box source = target;
      source.lower[axis] += lower == 0 ? period : -period;
      source.upper[axis] += lower == 0 ? period : -period;
      from.push_back({first, cube, source});
      to.push_back({first, cube, target});
    }
  }
  from.push_back({first, cube, {{4, 4, 4}, {4, 5, 5}}});
  to.push_back({second, plane, {{0, 0, 0}, {0, 1, 1}}});
  from.push_back({first, cube, {{0, 5, 6}, {3, 8, 7}}});
  to.push_back({second, plane, {{2, 1, 0}, {5, 4, 1}}});
  device.copy_within(from, to);
  auto const at = [&](int x, int y, int z) -> double& {
    return numbers[static_cast<std::size_t>(x + 9 * (y + 8 * z))];
  };
  auto const image = [](int i, int extent) {
    return i < ghosts ? i + extent - 2 * ghosts : i >= extent - ghosts ? i - (extent - 2 * ghosts) : i;
  };
  for (int z = 0; z < 7; ++z)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 9; ++x)
        at(x, y, z) = at(image(x, 9), image(y, 8), image(z, 7)); // interior points do not change
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 3; ++x) small[static_cast<std::size_t>(x + 2 + 5 * (y + 1))] = at(x, y + 5, 6);
  device.read(numbers_now.data(), first, cube);
  device.read(small_now.data(), second, plane);
  EXPECT_EQ(numbers_now, numbers);
  EXPECT_EQ(small_now, small);
}

} // namespace chemora::testing_support
