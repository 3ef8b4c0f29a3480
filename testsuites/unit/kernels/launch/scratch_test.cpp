// Tests that scratch arrays are reused, grow, and are released.
#include "kernels/launch/scratch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

namespace {

using namespace chemora;

/// Counts allocations.
class CountingDevice final : public device::Device {
public:
  device::Properties const& properties() const override { return properties_; }
  void* allocate(std::size_t bytes) override {
    ++n_allocated;
    return *held.insert(std::malloc(bytes)).first;
  }
  void release(void* memory) noexcept override {
    held.erase(memory);
    std::free(memory);
  }
  std::size_t copy_to_device(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  std::size_t copy_to_host(void*, void const*, device::ArrayShape const&, base::Box const&) override { return 0; }
  void pack(void*, std::span<device::ArrayBox const>) override {}
  void unpack(std::span<device::ArrayBox const>, void const*) override {}
  void copy_within(std::span<device::ArrayBox const>, std::span<device::ArrayBox const>) override {}
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const>, int) override { return {}; }
  std::unique_ptr<device::Module> load(std::string const&, std::string const&, device::LaunchShape const&) override {
    return {};
  }
  void finish() override { ++n_finished; }

  int n_allocated = 0, n_finished = 0;
  std::set<void*> held;

private:
  device::Properties properties_;
};

TEST(Scratch, ReusesArrays) {
  CountingDevice device;
  {
    launch::Scratch scratch(device);
    scratch.reserve(2, 100);
    void* const first = scratch.array(0);
    EXPECT_NE(first, scratch.array(1));
    scratch.reserve(1, 80);
    scratch.reserve(2, 100);
    EXPECT_EQ(scratch.array(0), first);
    EXPECT_EQ(device.n_allocated, 2);
    EXPECT_EQ(scratch.bytes(), 200u);
    EXPECT_EQ(scratch.n_arrays(), 2);
  }
  EXPECT_TRUE(device.held.empty());
}

TEST(Scratch, FinishesLaunchesBeforeItReleasesArrays) {
  CountingDevice device;
  launch::Scratch scratch(device);
  scratch.reserve(2, 100);
  EXPECT_EQ(device.n_finished, 0);
  scratch.reserve(3, 300);
  EXPECT_EQ(device.n_finished, 1);
  EXPECT_EQ(device.held.size(), 3u);
  EXPECT_EQ(scratch.bytes(), 900u);
  EXPECT_THROW(scratch.array(3), std::out_of_range);
}

} // namespace
