#include "kernels/jit/typed_elements.hpp"

#include <cstdint>
#include <cstring>

namespace chemora::jit {

namespace {

/// Calls `use` with a value of the type that represents elements in memory.
template <typename Use>
auto with_type(ir::Type type, Use const& use) {
  switch (type) {
  case ir::Type::real32:
    return use(float{});
  case ir::Type::int32:
    return use(std::int32_t{});
  case ir::Type::int16:
    return use(std::int16_t{});
  case ir::Type::int8:
    return use(std::int8_t{});
  case ir::Type::boolean:
    return use(static_cast<unsigned char>(0));
  default:
    return use(double{});
  }
}

} // namespace

double load_element(std::byte const* memory, ir::Type type, std::size_t n) {
  return with_type(type, [&](auto value) {
    std::memcpy(&value, memory + n * sizeof value, sizeof value);
    return static_cast<double>(value);
  });
}

void store_element(std::byte* memory, ir::Type type, std::size_t n, double number) {
  with_type(type, [&](auto value) {
    value = static_cast<decltype(value)>(number);
    std::memcpy(memory + n * sizeof value, &value, sizeof value);
  });
}

} // namespace chemora::jit
