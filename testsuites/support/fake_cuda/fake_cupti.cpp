// A replacement for CUPTI, the profiling library of CUDA, for use with fake_cuda.cpp. Launch n, counted from 1, takes n
// microseconds. The library returns the records in two buffers, of which the first contains the later launches.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

extern "C" void (*fake_cuda_on_launch)();

namespace {

using GiveBuffer = void (*)(std::uint8_t**, std::size_t*, std::size_t*);
using TakeBuffer = void (*)(void*, std::uint32_t, std::uint8_t*, std::size_t, std::size_t);

constexpr int max_limit_reached = 12, insufficient_privileges = 35, kernel_kind = 10, memory_kind = 5;
constexpr std::size_t record_bytes = 208;

GiveBuffer give = nullptr;
TakeBuffer take = nullptr;
std::vector<std::uint32_t> pending; // numbers of launches
std::uint32_t n_launches = 0;

void put(std::uint8_t* record, std::size_t at, auto value) { std::memcpy(record + at, &value, sizeof value); }

void deliver(std::vector<std::uint32_t> const& launches) {
  std::uint8_t* buffer = nullptr;
  std::size_t size = 0, most = 0;
  give(&buffer, &size, &most);
  std::memset(buffer, 0, (2 * launches.size()) * record_bytes);
  std::uint8_t* record = buffer;
  for (std::uint32_t const number : launches) {
    put(record, 0,
        std::uint32_t{memory_kind}); // each kernel record follows a memory record, which the reader must skip
    record += record_bytes;
    put(record, 0, std::uint32_t{kernel_kind});
    put(record, 16, std::uint64_t{1000000} * number);
    put(record, 24, std::uint64_t{1000000} * number + std::uint64_t{1000} * number);
    put(record, 92, 7 * number);
    put(record, 104, static_cast<char const*>("chemora_kernel"));
    record += record_bytes;
  }
  take(nullptr, 0, buffer, size, static_cast<std::size_t>(record - buffer));
}

} // namespace

extern "C" {

int cuptiGetVersion(std::uint32_t* version) { return *version = 26, 0; }
int cuptiGetResultString(int code, char const** name) {
  return *name =
             code == insufficient_privileges ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_OF_THE_STAND_IN",
         0;
}
int cuptiActivityRegisterCallbacks(GiveBuffer g, TakeBuffer t) { return give = g, take = t, 0; }
int cuptiActivityEnable(std::uint32_t) {
  fake_cuda_on_launch = [] { pending.push_back(++n_launches); };
  return 0;
}
int cuptiActivityFlushAll(std::uint32_t) {
  auto const half = pending.begin() + static_cast<std::ptrdiff_t>(pending.size() / 2);
  deliver({half, pending.end()});
  deliver({pending.begin(), half});
  pending.clear();
  return 0;
}
int cuptiActivityGetNextRecord(std::uint8_t* buffer, std::size_t bytes, void** record) {
  auto* const next = *record ? static_cast<std::uint8_t*>(*record) + record_bytes : buffer;
  if (next >= buffer + bytes) return max_limit_reached;
  return *record = next, 0;
}
int cuptiActivityGetNumDroppedRecords(void*, std::uint32_t, std::size_t* dropped) { return *dropped = 0, 0; }

} // extern "C"
