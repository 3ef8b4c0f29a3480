/// Definitions of lookups in short tables by vectors of subscripts, which precede a loop tree on the host.
#include "codegen/emit/tree_vectors.hpp"

namespace chemora::emit {

namespace {

// Element [row, column] has the number n * row + column. An instruction selects one of 128 or 16 elements by the low
// bits of the number. The high bits select the result among those of all parts of the matrix.
constexpr char const* matrix_lookup = R"(
template <int n, class V> CHEMORA_INLINE V numbers_in_matrix(V row, V column) {
  if constexpr (sizeof(V) == 1) return (V)(row * (Element<V>)n + column);
  using Pairs = Vector<unsigned short, (sizeof(V) + 1) / 2>; // the mask removes bits that move to the next byte
  constexpr Element<V> low = (Element<V>)(128 - n);
  return ((V)((Pairs)row * (unsigned short)n) & wide<V>(low)) | column;
}
template <int n_rows, int n> struct Matrix {
  static constexpr int size = n_rows * n;
  signed char const* table;
#if defined(__AVX512VBMI__) && !defined(__clang__)
  Vector<signed char, 64> parts[(size + 63) / 64];
#endif
};
template <int n_rows, int n> CHEMORA_INLINE Matrix<n_rows, n> in_registers(signed char const* table) {
  Matrix<n_rows, n> matrix;
  matrix.table = table;
#if defined(__AVX512VBMI__) && !defined(__clang__)
  constexpr int n_full = n_rows * n / 64, remainder = n_rows * n % 64;
  using Part = Vector<signed char, 64>;
  for (int k = 0; k < n_full; ++k) matrix.parts[k] = in_register(load<Part>(table + 64 * k));
  if constexpr (remainder > 0) matrix.parts[n_full] = in_register(part_of<Part, remainder>(table + 64 * n_full));
#endif
  return matrix;
}
#if defined(__AVX512VBMI__) && !defined(__clang__)
typedef char Bytes64 __attribute__((vector_size(64)));
template <int first, int n_parts, int n_rows, int n, class V>
CHEMORA_INLINE V permuted_matrix(Matrix<n_rows, n> const& matrix, V row, V number) {
  constexpr int size = n_rows * n - 128 * first;
  if constexpr (n_parts == 1) {
    Bytes64 const low = (Bytes64)matrix.parts[2 * first];
    if constexpr (size <= 64) return (V)__builtin_ia32_permvarqi512_mask(low, (Bytes64)number, low, -1);
    Bytes64 const high = (Bytes64)matrix.parts[size > 64 ? 2 * first + 1 : 2 * first];
    return (V)__builtin_ia32_vpermt2varqi512_mask((Bytes64)number, low, high, -1);
  } else {
    constexpr int half = n_parts / 2, bit = 128 * half / n;
    V const low = permuted_matrix<first, half>(matrix, row, number);
    if constexpr (128 * half >= size) return low;
    else return (row & (Element<V>)bit) != 0 ? permuted_matrix<first + half, half>(matrix, row, number) : low;
  }
}
template <class V> CHEMORA_INLINE V in_64_bytes(Vector<signed char, 16> v) {
  return (V)__builtin_ia32_si512_si((Vector<int, 4>)v);
}
template <class V> CHEMORA_INLINE V in_64_bytes(Vector<signed char, 32> v) {
  return (V)__builtin_ia32_si512_256si((Vector<int, 8>)v);
}
#endif
#if defined(__SSE4_1__) && !defined(__clang__)
template <int first, int n_parts, int n_rows, int n, class V>
CHEMORA_INLINE V shuffled_matrix(Matrix<n_rows, n> const& matrix, V row, V column, V number) {
  constexpr int begin = 16 * first, size = n_rows * n - begin;
  if constexpr (n_parts == 1) {
    return shuffled(repeated<V>(part_of<Vector<signed char, 16>, size>(matrix.table + begin)), number);
  } else {
    constexpr int half = n_parts / 2, bit = 16 * half, next = bit < size ? first + half : first;
    V const low = shuffled_matrix<first, half>(matrix, row, column, number);
    if constexpr (bit >= size) return low;
    V const bits = bit < n ? column & (Element<V>)bit : row & (Element<V>)(bit / n);
    return bits != 0 ? shuffled_matrix<next, half>(matrix, row, column, number) : low;
  }
}
#endif
template <int n_rows, int n, class V>
CHEMORA_INLINE V lookup_in_matrix(Matrix<n_rows, n> const& matrix, V row, V column) {
  constexpr int lanes = lanes_of<V>, size = n_rows * n;
  [[maybe_unused]] constexpr int max_shuffles = 16; // more shuffles take as long as loads of the elements
#if defined(__AVX512VBMI__) && !defined(__clang__)
  if constexpr (lanes == 64) {
    constexpr int n_parts = size <= 128 ? 1 : size <= 256 ? 2 : size <= 512 ? 4 : 8;
    return permuted_matrix<0, n_parts>(matrix, row, numbers_in_matrix<n>(row, column));
  } else if constexpr (lanes == 32 || lanes == 16) {
    using Wide = Vector<signed char, 64>;
    Wide const value = lookup_in_matrix(matrix, in_64_bytes<Wide>(row), in_64_bytes<Wide>(column));
    V v;
    __builtin_memcpy(&v, &value, lanes);
    return v;
  } else
#endif
#if defined(__SSE4_1__) && !defined(__clang__)
  if constexpr (lanes >= 16 && lanes <= max_shuffled_lanes && size <= 16 * max_shuffles) {
    constexpr int n_parts = size <= 16 ? 1 : size <= 32 ? 2 : size <= 64 ? 4 : size <= 128 ? 8 : 16;
    V const number = numbers_in_matrix<n>(row, column) & (Element<V>)15;
    return shuffled_matrix<0, n_parts>(matrix, row, column, number);
  } else
#endif
  {
    V v;
    for (int lane = 0; lane < lanes; ++lane) v[lane] = matrix.table[n * row[lane] + column[lane]];
    return v;
  }
}
)";

} // namespace

// Every instruction has the result of the lane loop for subscripts from 0 to n - 1. Subscripts have 8 or 32 bits.
std::string lookup_definitions() {
  return R"(
template <class V, int n> CHEMORA_INLINE V part_of(Element<V> const* table) {
  constexpr unsigned long bytes = n > 0 ? n * sizeof(Element<V>) : 0;
  if constexpr (bytes == 0) return V();
  if constexpr (bytes >= sizeof(V)) return load<V>(table);
#if defined(__AVX512BW__) && !defined(__clang__)
  using Chars = Vector<char, sizeof(V)>;
  if constexpr (sizeof(V) == 64)
    return (V)__builtin_ia32_loaddquqi512_mask((char const*)table, Chars(), (1ul << bytes) - 1);
#if defined(__AVX512VL__)
  if constexpr (sizeof(V) == 32)
    return (V)__builtin_ia32_loaddquqi256_mask((char const*)table, Chars(), (1ul << bytes) - 1);
  if constexpr (sizeof(V) == 16)
    return (V)__builtin_ia32_loaddquqi128_mask((char const*)table, Chars(), (1ul << bytes) - 1);
#endif
#endif
  V v = {};
  __builtin_memcpy(&v, table, bytes);
  return v;
}
#if defined(__SSE4_1__) && !defined(__clang__)
typedef char Chars16 __attribute__((vector_size(16)));
CHEMORA_INLINE Vector<signed char, 16> shuffled(Vector<signed char, 16> row, Vector<signed char, 16> index) {
  return (Vector<signed char, 16>)__builtin_ia32_pshufb128((Chars16)row, (Chars16)index);
}
template <class V> CHEMORA_INLINE V repeated(Vector<signed char, 16> row) {
  if constexpr (lanes_of<V> == 16) return (V)row;
#if defined(__AVX2__)
  typedef long long Longs2 __attribute__((vector_size(16)));
  if constexpr (lanes_of<V> == 32) return (V)__builtin_ia32_vbroadcastsi256((Longs2)row);
#endif
#if defined(__AVX512BW__)
  if constexpr (lanes_of<V> == 64)
    return (V)__builtin_ia32_broadcasti32x4_512((Vector<int, 4>)row, Vector<int, 16>(), -1);
#endif
}
#if defined(__AVX2__)
typedef char Chars32 __attribute__((vector_size(32)));
CHEMORA_INLINE Vector<signed char, 32> shuffled(Vector<signed char, 32> rows, Vector<signed char, 32> index) {
  return (Vector<signed char, 32>)__builtin_ia32_pshufb256((Chars32)rows, (Chars32)index);
}
#endif
#if defined(__AVX512BW__)
typedef char Chars64 __attribute__((vector_size(64)));
CHEMORA_INLINE Vector<signed char, 64> shuffled(Vector<signed char, 64> rows, Vector<signed char, 64> index) {
  return (Vector<signed char, 64>)__builtin_ia32_pshufb512_mask((Chars64)rows, (Chars64)index, (Chars64)rows, -1);
}
constexpr int max_shuffled_lanes = 64;
#elif defined(__AVX2__)
constexpr int max_shuffled_lanes = 32;
#else
constexpr int max_shuffled_lanes = 16;
#endif
#endif
template <class V> CHEMORA_INLINE V picked(Element<V> const* p, Vector<int, lanes_of<V>> index) {
  [[maybe_unused]] constexpr int bytes = sizeof(Element<V>);
  typedef long long Longs __attribute__((vector_size(64)));
  typedef long long Longs4 __attribute__((vector_size(32)));
#if defined(__AVX512F__) && !defined(__clang__)
  if constexpr (bytes == 4 && sizeof(V) == 64)
    return (V)__builtin_ia32_gathersiv16si(Vector<int, 16>(), p, index, -1, 4);
  else if constexpr (bytes == 8 && sizeof(V) == 64)
    return (V)__builtin_ia32_gathersiv8di(Longs(), p, index, -1, 8);
  else
#endif
#if defined(__AVX2__) && !defined(__clang__)
  if constexpr (bytes == 4 && sizeof(V) == 32)
    return (V)__builtin_ia32_gathersiv8si(Vector<int, 8>(), (int const*)p, index, ~Vector<int, 8>(), 4);
  else if constexpr (bytes == 8 && sizeof(V) == 32)
    return (V)__builtin_ia32_gathersiv4di(Longs4(), (long long const*)p, index, ~Longs4(), 8);
  else
#endif
  {
    V v;
    for (int lane = 0; lane < lanes_of<V>; ++lane) v[lane] = p[index[lane]];
    return v;
  }
}
template <class V, int n, class I> CHEMORA_INLINE V lookup(Element<V> const* table, I index) {
  using T = Element<V>;
  constexpr int lanes = lanes_of<V>;
  static_assert(lanes == lanes_of<I>, "one subscript per lane");
#if !defined(__clang__)
#if defined(__AVX512VBMI__)
  if constexpr (sizeof(T) == 1 && lanes == 64 && n <= 64 && sizeof(I) == 64) {
    typedef char Bytes __attribute__((vector_size(64)));
    Bytes rows;
    if constexpr (n == 32) {
      typedef long long Half __attribute__((vector_size(32)));
      typedef long long Whole __attribute__((vector_size(64)));
      rows = (Bytes)__builtin_ia32_broadcasti64x4_512((Half)part_of<Vector<T, 32>, n>(table), Whole(), -1);
    } else {
      rows = (Bytes)part_of<V, n>(table);
    }
    return (V)__builtin_ia32_permvarqi512_mask(rows, (Bytes)index, rows, -1);
  } else
#if defined(__AVX512VL__)
  if constexpr (sizeof(T) == 1 && lanes == 32 && n <= 32 && sizeof(I) == 32) {
    typedef char Bytes __attribute__((vector_size(32)));
    Bytes const row = (Bytes)part_of<V, n>(table);
    return (V)__builtin_ia32_permvarqi256_mask(row, (Bytes)index, row, -1);
  } else
#endif
#endif
#if defined(__SSE4_1__)
  if constexpr (sizeof(T) == 1 && n <= 32 && sizeof(I) == lanes && lanes >= 16 && lanes <= max_shuffled_lanes) {
    using Row = Vector<T, 16>;
    V const low = shuffled(repeated<V>(part_of<Row, n>(table)), (V)index);
    if constexpr (n <= 16) return low;
    Row last = load<Row>(table + (n > 16 ? n - 16 : 0)); // the last elements of the table, of which some are in `low`
    if constexpr (n < 32) last = shuffled(last, numbers_of_lanes<Row>() + (signed char)(32 - n));
    V const high = shuffled(repeated<V>(last), (V)index);
    return (index & 16) != 0 ? high : low;
  } else
#endif
#if defined(__SSE4_1__)
  if constexpr (sizeof(T) == 1 && n <= 32 && sizeof(I) == lanes && (lanes == 4 || lanes == 8)) {
    Vector<T, 16> wide_index;
    if constexpr (lanes == 8)
      wide_index = (Vector<T, 16>)(Vector<long, 2>){(long)index, 0};
    else
      wide_index = (Vector<T, 16>)(Vector<int, 4>){(int)index, 0, 0, 0};
    Vector<T, 16> const wide_value = lookup<Vector<T, 16>, n>(table, wide_index);
    V v;
    __builtin_memcpy(&v, &wide_value, lanes);
    return v;
  } else
#endif
#if defined(__AVX512BW__)
  if constexpr (sizeof(T) == 2 && lanes == 32 && n <= 32) {
    typedef short Shorts __attribute__((vector_size(64)));
    Shorts const row = (Shorts)part_of<V, n>(table);
    return (V)__builtin_ia32_permvarhi512_mask(row, __builtin_convertvector(index, Shorts), row, -1);
  } else
#endif
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 4 && lanes == 16 && n <= 32) {
    using Ints = Vector<int, 16>;
    using Floats = Vector<float, 16>;
    Floats const first = (Floats)part_of<V, n>(table);
    Ints const i = widened<Ints>(index);
    if constexpr (n <= 16) return (V)__builtin_ia32_permvarsf512_mask(first, i, first, -1);
    Floats const second = (Floats)part_of<V, n - 16>(table + (n > 16 ? 16 : 0));
    return (V)__builtin_ia32_vpermt2varps512_mask(i, first, second, -1);
  } else if constexpr (sizeof(T) == 8 && lanes == 8 && n <= 32) {
    typedef long long Longs __attribute__((vector_size(64)));
    Longs const i = widened<Longs>(index);
    auto const pair = [&](auto at) __attribute__((always_inline)) {
      constexpr int first = decltype(at)::value;
      V const a = part_of<V, n - first>(table + (n > first ? first : 0));
      if constexpr (n - first <= 8) return (V)__builtin_ia32_permvardf512_mask(a, i, a, -1);
      V const b = part_of<V, n - first - 8>(table + (n > first + 8 ? first + 8 : 0));
      return (V)__builtin_ia32_vpermt2varpd512_mask(i, a, b, -1);
    };
    if constexpr (n <= 16) return pair(Lanes<0>());
    return (i & 16) != 0 ? pair(Lanes<16>()) : pair(Lanes<0>());
  } else
#endif
#endif
    return picked<V>(table, widened<Vector<int, lanes>>(index));
}
)" + std::string(matrix_lookup);
}

// Masks of vectors of 64 bytes are those of AVX-512F; those of smaller vectors need AVX-512VL.
std::string masked_read_definitions() {
  return R"(
#if defined(__AVX512F__) && defined(__AVX512VL__) && !defined(__clang__)
template <class T, int n> using Some = typename VectorOf<T, n>::type;
template <class M> constexpr bool has_bits = sizeof(Element<M>) >= 4 && sizeof(M) >= 32;
template <class M> CHEMORA_INLINE auto bits_of(M m) {
  if constexpr (sizeof(M) == 64 && sizeof(Element<M>) == 4)
    return __builtin_ia32_ptestmd512((Some<int, 16>)m, (Some<int, 16>)m, -1);
  else if constexpr (sizeof(M) == 64)
    return __builtin_ia32_ptestmq512((Some<long long, 8>)m, (Some<long long, 8>)m, -1);
  else if constexpr (sizeof(Element<M>) == 4)
    return __builtin_ia32_ptestmd256((Some<int, 8>)m, (Some<int, 8>)m, -1);
  else
    return __builtin_ia32_ptestmq256((Some<long long, 4>)m, (Some<long long, 4>)m, -1);
}
#else
template <class M> constexpr bool has_bits = false;
#endif
template <class V, class M> CHEMORA_INLINE V load_where(M mask, Element<V> const* p) {
  [[maybe_unused]] constexpr int bytes = sizeof(Element<V>);
#if defined(__AVX512F__) && defined(__AVX512VL__) && !defined(__clang__)
  if constexpr (has_bits<M> && sizeof(V) == 64 && bytes == 4)
    return (V)__builtin_ia32_loaddqusi512_mask((int const*)p, Some<int, 16>(), bits_of(mask));
  else if constexpr (has_bits<M> && sizeof(V) == 64)
    return (V)__builtin_ia32_loaddqudi512_mask((long long const*)p, Some<long long, 8>(), bits_of(mask));
  else if constexpr (has_bits<M> && sizeof(V) == 32 && bytes == 4)
    return (V)__builtin_ia32_loaddqusi256_mask((int const*)p, Some<int, 8>(), bits_of(mask));
  else if constexpr (has_bits<M> && sizeof(V) == 32)
    return (V)__builtin_ia32_loaddqudi256_mask((long long const*)p, Some<long long, 4>(), bits_of(mask));
  else
#endif
  {
    V v{};
    for (int lane = 0; lane < lanes_of<V>; ++lane)
      if (mask[lane]) v[lane] = p[lane];
    return v;
  }
}
template <class V, class M>
CHEMORA_INLINE V picked_where(M mask, Element<V> const* p, Vector<int, lanes_of<V>> index) {
  [[maybe_unused]] constexpr int bytes = sizeof(Element<V>);
#if defined(__AVX512F__) && defined(__AVX512VL__) && !defined(__clang__)
  if constexpr (has_bits<M> && sizeof(V) == 64 && bytes == 4)
    return (V)__builtin_ia32_gathersiv16si(Some<int, 16>(), p, index, bits_of(mask), 4);
  else if constexpr (has_bits<M> && sizeof(V) == 64)
    return (V)__builtin_ia32_gathersiv8di(Some<long long, 8>(), p, index, bits_of(mask), 8);
  else if constexpr (has_bits<M> && sizeof(V) == 32 && bytes == 4)
    return (V)__builtin_ia32_gather3siv8si(Some<int, 8>(), p, index, bits_of(mask), 4);
  else if constexpr (has_bits<M> && sizeof(V) == 32)
    return (V)__builtin_ia32_gather3siv4di(Some<long long, 4>(), p, index, bits_of(mask), 8);
  else
#endif
  {
    V v{};
    for (int lane = 0; lane < lanes_of<V>; ++lane)
      if (mask[lane]) v[lane] = p[index[lane]];
    return v;
  }
}
)";
}

} // namespace chemora::emit
