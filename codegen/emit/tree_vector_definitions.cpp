/// Definitions of vectors that precede a loop tree on the host.
#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/tree_vectors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::emit {

namespace {

using ir::Op;
using ir::Type;

constexpr char const* basic_definitions = R"(
#define CHEMORA_INLINE static inline __attribute__((always_inline))
#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
extern "C" void* aligned_alloc(unsigned long, unsigned long);
extern "C" void free(void*);
extern "C" void abort();
extern "C" long write(int, void const*, unsigned long);
template <class T> struct Memory {
  explicit Memory(long n) : elements((T*)aligned_alloc(64, (n * sizeof(T) + 64) / 64 * 64)) {
    constexpr char message[] = "ERROR: There is not enough memory for the temporary arrays of a kernel. Use fewer threads or smaller arrays.\n";
    if (!elements) write(2, message, sizeof message - 1), abort();
  }
  ~Memory() { free(elements); }
  T* elements;
};
template <class T, int n> struct VectorOf { typedef T type __attribute__((vector_size(n * sizeof(T)))); };
template <class T, int n> using Vector = typename VectorOf<T, n>::type;
template <class V> CHEMORA_INLINE auto first_of(V v) { return v[0]; }
template <class V> using Element = decltype(first_of(V()));
template <class V> constexpr int lanes_of = sizeof(V) / sizeof(Element<V>);
template <int n> struct Lanes { static constexpr int value = n; };
constexpr int lanes_for(int bytes, long extent) {
  int lanes = 1;
  while (2 * lanes * bytes <= vector_bytes && 2 * lanes <= extent) lanes *= 2;
  return lanes;
}
template <class V> struct __attribute__((packed, may_alias)) Unaligned { V v; };
template <class V> CHEMORA_INLINE V load(Element<V> const* p) { return ((Unaligned<V> const*)p)->v; }
template <class V> CHEMORA_INLINE void store(Element<V>* p, V v) { ((Unaligned<V>*)p)->v = v; }
template <class V> CHEMORA_INLINE V gather(Element<V> const* p, long stride) {
  V v;
  for (int lane = 0; lane < lanes_of<V>; ++lane) v[lane] = p[lane * stride];
  return v;
}
template <class V> CHEMORA_INLINE void scatter(Element<V>* p, long stride, V v) {
  for (int lane = 0; lane < lanes_of<V>; ++lane) p[lane * stride] = v[lane];
}
template <class V, class T> CHEMORA_INLINE V wide(T x) { return x - V(); }
template <class V> CHEMORA_INLINE V wide_mask(bool x) { return x ? ~V() : V(); }
template <class M> CHEMORA_INLINE bool any_lane(M mask) {
  if constexpr (sizeof(M) <= 8) {
    bool any = false;
    for (int lane = 0; lane < lanes_of<M>; ++lane) any |= mask[lane] != 0;
    return any;
  } else {
    Vector<long long, sizeof(M) / 8> const words = (Vector<long long, sizeof(M) / 8>)mask;
#if defined(__AVX__)
    if constexpr (sizeof(M) == 64)
      return any_lane(__builtin_shufflevector(words, words, 0, 1, 2, 3) |
                      __builtin_shufflevector(words, words, 4, 5, 6, 7));
    if constexpr (sizeof(M) == 32) return !__builtin_ia32_ptestz256(words, words);
#endif
    long long any = 0;
    for (int n = 0; n < (int)(sizeof(M) / 8); ++n) any |= words[n];
    return any != 0;
  }
}
template <class M> CHEMORA_INLINE bool all_lanes(M mask) { return !any_lane(~mask); }
template <class V> CHEMORA_INLINE V numbers_of_lanes() {
  V v;
  for (int lane = 0; lane < lanes_of<V>; ++lane) v[lane] = lane;
  return v;
}
// GCC 12 fails to compile a masked minimum or maximum of two narrow vectors in memory.
template <class V> CHEMORA_INLINE V in_register(V a) {
#if defined(__AVX512BW__) && defined(__GNUC__) && !defined(__clang__)
  if constexpr (sizeof(Element<V>) <= 2 && sizeof(V) >= 16) asm("" : "+v"(a));
#endif
  return a;
}
// The optimiser of GCC 12 uses wrong values of selected vectors with one lane in loops.
template <class M, class V> CHEMORA_INLINE V choose(M condition, V a, V b) {
  if constexpr (lanes_of<V> == 1) return V{condition[0] ? a[0] : b[0]};
  a = in_register(a), b = in_register(b);
  return __builtin_convertvector(condition, decltype(a < b)) ? a : b;
}
// Lanes that are NaN, or that do not fit into int, become 0.
template <class I, class V> CHEMORA_INLINE I truncated(V a) {
  constexpr Element<V> end = 2147483648.0, before_first = -2147483649.0;
  if constexpr (sizeof(end) == 4) return __builtin_convertvector(choose((a >= -end) & (a < end), a, V()), I);
  return __builtin_convertvector(choose((a > before_first) & (a < end), a, V()), I);
}
template <class V> CHEMORA_INLINE V minimum(V a, V b) { return b < a ? b : a; }
template <class V> CHEMORA_INLINE V maximum(V a, V b) { return a < b ? b : a; }
template <class V, class F> CHEMORA_INLINE V each_lane(F f) {
  V v;
  for (int lane = 0; lane < lanes_of<V>; ++lane) v[lane] = f(lane);
  return v;
}
template <class F, class V, class... Vs> CHEMORA_INLINE V each(F f, V a, Vs... others) {
  V v;
  for (int lane = 0; lane < lanes_of<V>; ++lane) v[lane] = f(a[lane], others[lane]...);
  return v;
}
template <int lanes, class Body> CHEMORA_INLINE void in_full_vectors(long first, long last, Body const& body) {
  for (; first <= last; first += lanes) body(Lanes<lanes>(), first);
}
template <int lanes, class Body> CHEMORA_INLINE void in_vectors(long first, long last, Body const& body) {
  for (; first + lanes <= last + 1; first += lanes) body(Lanes<lanes>(), first);
  if constexpr (lanes > 1) in_vectors<lanes / 2>(first, last, body);
}
template <int lanes, int extent, class Body> CHEMORA_INLINE void in_blocks(long first, long last, Body const& body) {
  if constexpr (extent % lanes == 0 && extent > lanes)
    if (first == 0 && last == extent - 1) {
      for (long n = 0; n < extent; n += lanes) body(Lanes<lanes>(), n);
      return;
    }
  in_vectors<lanes>(first, last, body);
}
template <int lanes, class Body> CHEMORA_INLINE void in_vectors_or_lanes(long first, long last, Body const& body) {
  for (; first + lanes <= last + 1; first += lanes) body(Lanes<lanes>(), first);
  if constexpr (lanes > 1)
    for (; first <= last; ++first) body(Lanes<1>(), first);
}
)";

constexpr char const* cube_root_of_floats = R"(template <class V> CHEMORA_INLINE V cube_root_of_floats(V x) {
  return __builtin_convertvector(cube_root(__builtin_convertvector(x, Vector<double, lanes_of<V>>)), V);
}
)";

/// A function of vectors that has instructions for vectors of 64, 32 and 16 bytes.
struct OverloadedFunction {
  std::string name;
  int n_operands;
  std::array<std::string, 3> of; ///< calls with {} for `pd` or `ps`
  std::array<std::string, 3> features;
};

std::string overloads(OverloadedFunction const& function, Type type) {
  std::string const element = c_type(type), letters = type == Type::real32 ? "ps" : "pd";
  std::string text;
  for (std::size_t n = 0; n < 3; ++n) {
    std::string const vector = fmt::format("Vector<{}, {}>", element, (64 >> n) / ir::real_bytes(type));
    std::string operands;
    for (int i = 0; i < function.n_operands; ++i)
      operands += fmt::format("{}{} {}", i == 0 ? "" : ", ", vector, "abc"[i]);
    text += fmt::format("#if defined({}) && !defined(__clang__)\nCHEMORA_INLINE {} {}({}) {{ return {}; }}\n#endif\n",
                        function.features[n], vector, function.name, operands,
                        fmt::format(fmt::runtime(function.of[n]), letters));
  }
  return text;
}

std::string fused(std::set<Type> const& types) {
  std::string text = R"(template <class V> CHEMORA_INLINE V fused(V a, V b, V c) {
  if constexpr (sizeof(Element<V>) == 8)
    for (int lane = 0; lane < lanes_of<V>; ++lane) a[lane] = __builtin_fma(a[lane], b[lane], c[lane]);
  else
    for (int lane = 0; lane < lanes_of<V>; ++lane) a[lane] = __builtin_fmaf(a[lane], b[lane], c[lane]);
  return a;
}
)";
  OverloadedFunction const function{"fused",
                                    3,
                                    {"__builtin_ia32_vfmadd{}512_mask(a, b, c, -1, 4)",
                                     "__builtin_ia32_vfmadd{}256(a, b, c)", "__builtin_ia32_vfmadd{}(a, b, c)"},
                                    {"__AVX512F__", "__FMA__", "__FMA__"}};
  for (Type const type : types) text += overloads(function, type);
  return text;
}

std::string root(std::set<Type> const& types) {
  std::string text = R"(template <class V> CHEMORA_INLINE V root(V a) {
  if constexpr (sizeof(Element<V>) == 8)
    for (int lane = 0; lane < lanes_of<V>; ++lane) a[lane] = __builtin_sqrt(a[lane]);
  else
    for (int lane = 0; lane < lanes_of<V>; ++lane) a[lane] = __builtin_sqrtf(a[lane]);
  return a;
}
)";
  OverloadedFunction const function{
      "root",
      1,
      {"__builtin_ia32_sqrt{}512_mask(a, a, -1, 4)", "__builtin_ia32_sqrt{}256(a)", "__builtin_ia32_sqrt{}(a)"},
      {"__AVX512F__", "__AVX__", "__SSE2__"}};
  for (Type const type : types) text += overloads(function, type);
  return text;
}

} // namespace

std::string tree_vector_definitions(std::set<NeededFunction> const& functions, bool has_narrow) {
  std::set<Type> fused_types, root_types;
  bool has_cube_roots = false, has_magnitude = false;
  for (auto const& [op, type] : functions) {
    if (op == Op::fma || op == Op::cbrt) fused_types.insert(op == Op::cbrt ? Type::real64 : type);
    if (op == Op::sqrt) root_types.insert(type);
    has_cube_roots |= op == Op::cbrt;
    has_magnitude |= op == Op::absolute;
  }
  std::string text = basic_definitions;
  bool const saturates = std::any_of(functions.begin(), functions.end(),
                                     [](auto const& function) { return ir::is_saturated(function.first); });
  if (has_narrow || saturates) text += saturated_vector_definitions();
  if (!fused_types.empty()) text += fused(fused_types);
  if (!root_types.empty()) text += root(root_types);
  if (has_magnitude) text += magnitude_of_vectors;
  if (has_cube_roots)
    text += cube_root({"template <class V> CHEMORA_INLINE ", "V", "fused", "wide<V>",
                       "(Vector<unsigned long, lanes_of<V>>)s", "(V)("}) +
            cube_root_of_floats;
  return text;
}

} // namespace chemora::emit
