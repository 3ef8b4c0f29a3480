/// Definitions of vectors of integers that saturate, which precede a loop tree on the host.
#include "codegen/emit/tree_vectors.hpp"

#include <fmt/format.h>

#include <array>

namespace chemora::emit {

namespace {

constexpr char const* generic = R"(
template <class V> constexpr Element<V> max_of = (Element<V>)(~0ul >> (65 - 8 * sizeof(Element<V>)));
template <int bytes> struct UnsignedOf { using type = unsigned; };
template <> struct UnsignedOf<1> { using type = unsigned char; };
template <> struct UnsignedOf<2> { using type = unsigned short; };
template <class V> using UnsignedVector = Vector<typename UnsignedOf<sizeof(Element<V>)>::type, lanes_of<V>>;
template <class V> CHEMORA_INLINE V saturated(V exact_sign, V overflow, V result) {
  V const limit = (exact_sign >> (8 * sizeof(Element<V>) - 1)) ^ wide<V>(max_of<V>);
  return overflow < 0 ? limit : result;
}
template <class V> CHEMORA_INLINE V add_saturated(V a, V b) {
  V const sum = (V)((UnsignedVector<V>)a + (UnsignedVector<V>)b);
  return saturated(a, (a ^ sum) & (b ^ sum), sum);
}
template <class V> CHEMORA_INLINE V subtract_saturated(V a, V b) {
  V const difference = (V)((UnsignedVector<V>)a - (UnsignedVector<V>)b);
  return saturated(a, (a ^ b) & (a ^ difference), difference);
}
template <class To, class V> CHEMORA_INLINE To narrowed(V a) {
  if constexpr (sizeof(To) < sizeof(V)) {
    V const max = wide<V>((Element<V>)max_of<To>);
    a = minimum(maximum(a, ~max), max);
  }
  return __builtin_convertvector(a, To);
}
template <class V> CHEMORA_INLINE Vector<char, 16> in_16_bytes(V a) {
  if constexpr (sizeof(V) == 16) return (Vector<char, 16>)a;
  if constexpr (sizeof(V) == 8) return (Vector<char, 16>)Vector<long, 2>{(long)a, 0};
  if constexpr (sizeof(V) == 4) return (Vector<char, 16>)Vector<int, 4>{(int)a, 0, 0, 0};
}
template <class To, class V> CHEMORA_INLINE To widened(V a) {
  [[maybe_unused]] constexpr int lanes = lanes_of<V>;
  [[maybe_unused]] constexpr bool is_from_bytes = sizeof(Element<V>) == 1;
#if !defined(__clang__)
#if defined(__AVX512F__)
  typedef long long Longs __attribute__((vector_size(64)));
  if constexpr (is_from_bytes && sizeof(Element<To>) == 4 && lanes == 16)
    return (To)__builtin_ia32_pmovsxbd512_mask(in_16_bytes(a), Vector<int, 16>(), -1);
  else if constexpr (is_from_bytes && sizeof(Element<To>) == 8 && lanes == 8)
    return (To)__builtin_ia32_pmovsxbq512_mask(in_16_bytes(a), Longs(), -1);
  else
#endif
#if defined(__AVX2__)
  if constexpr (is_from_bytes && sizeof(Element<To>) == 4 && lanes == 8)
    return (To)__builtin_ia32_pmovsxbd256(in_16_bytes(a));
  else
#endif
#if defined(__SSE4_1__)
  if constexpr (is_from_bytes && sizeof(Element<To>) == 4 && lanes == 4)
    return (To)__builtin_ia32_pmovsxbd128(in_16_bytes(a));
  else
#endif
#endif
  return __builtin_convertvector(a, To);
}
template <class M, class F, class V> CHEMORA_INLINE M compared(F compare, V a, V b) {
  if constexpr (sizeof(V) <= vector_bytes) {
    return __builtin_convertvector(compare(a, b), M);
  } else {
    constexpr int n = vector_bytes / sizeof(Element<V>);
    M result;
    for (int k = 0; k < lanes_of<V>; k += n) {
      auto const part = compare(load<Vector<Element<V>, n>>((Element<V> const*)&a + k),
                                load<Vector<Element<V>, n>>((Element<V> const*)&b + k));
      store((Element<M>*)&result + k, __builtin_convertvector(part, Vector<Element<M>, n>));
    }
    return result;
  }
}
)";

/// Instructions for vectors of 64, 32 and 16 bytes.
struct Width {
  std::string feature, suffix, rest;
  int bytes;
};

} // namespace

std::string saturated_vector_definitions() {
  std::array const widths{Width{"__AVX512BW__", "512_mask", ", ({0})a, -1", 64}, Width{"__AVX2__", "256", "", 32},
                          Width{"__SSE2__", "128", "", 16}};
  std::string text = generic;
  for (Width const& width : widths) {
    text += fmt::format("#if defined({}) && !defined(__clang__)\n", width.feature);
    for (auto const& [element, c_element, letter] :
         {std::array<std::string, 3>{"signed char", "char", "b"}, std::array<std::string, 3>{"short", "short", "w"}}) {
      int const lanes = width.bytes / (letter == "b" ? 1 : 2);
      std::string const vector = fmt::format("Vector<{}, {}>", element, lanes);
      std::string const native = fmt::format("Vector<{}, {}>", c_element, lanes);
      for (auto const& [name, instruction] : {std::pair<std::string, std::string>{"add", "padds"},
                                              std::pair<std::string, std::string>{"subtract", "psubs"}})
        text += fmt::format("CHEMORA_INLINE {0} {1}_saturated({0} a, {0} b) {{\n"
                            "  return ({0})__builtin_ia32_{2}{3}{4}(({5})a, ({5})b{6});\n}}\n",
                            vector, name, instruction, letter, width.suffix, native,
                            fmt::format(fmt::runtime(width.rest), native));
    }
    text += "#endif\n";
  }
  return text;
}

} // namespace chemora::emit
