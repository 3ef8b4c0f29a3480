/// Definitions of vector types and functions that precede a host kernel with explicit vectors.
#include "codegen/emit/vectors.hpp"

#include <fmt/format.h>

namespace chemora::emit {

namespace {

using ir::Op;
using ir::Type;

constexpr char const* types = R"(
constexpr int lanes_of_vectors = {0};
typedef double Doubles __attribute__((vector_size(8 * {0})));
typedef float Floats __attribute__((vector_size(4 * {0})));
typedef int Ints __attribute__((vector_size(4 * {0})));
typedef unsigned Unsigneds __attribute__((vector_size(4 * {0})));
typedef {1} Reals;
typedef {2} Real;
typedef decltype(Reals() < Reals()) Masks;
typedef Reals UnalignedReals __attribute__((aligned(sizeof(Real)), may_alias));
struct All {{}};
struct Some {{ int n; }};
#define CHEMORA_INLINE static inline __attribute__((always_inline))
CHEMORA_INLINE Doubles wide(double x) {{ return x - Doubles(); }}
CHEMORA_INLINE Floats wide(float x) {{ return x - Floats(); }}
CHEMORA_INLINE Ints wide(int x) {{ return x - Ints(); }}
CHEMORA_INLINE Masks wide(bool x) {{ return x ? ~Masks() : Masks(); }}
template <class V> CHEMORA_INLINE V choose(Masks condition, V a, V b) {{
  return __builtin_convertvector(condition, decltype(a < b)) ? a : b;
}}
CHEMORA_INLINE Reals load(All, Real const* p) {{ return *(UnalignedReals const*)p; }}
CHEMORA_INLINE void store(All, Real* p, Reals v) {{ *(UnalignedReals*)p = v; }}
)";

/// Loads and stores of partial vectors for all processors. Inactive lanes contain the value of the first lane, so that
/// they raise no floating-point exceptions that the first lane does not raise.
constexpr char const* partial_generic = R"(CHEMORA_PARTIAL Reals load(Some lanes, Real const* p) {
  Reals v = wide(*p);
  for (int lane = 1; lane < lanes.n; ++lane) v[lane] = p[lane];
  return v;
}
CHEMORA_PARTIAL void store(Some lanes, Real* p, Reals v) {
  for (int lane = 0; lane < lanes.n; ++lane) p[lane] = v[lane];
}
)";

constexpr char const* partial_avx512 = R"(CHEMORA_PARTIAL Reals load(Some lanes, Real const* p) {{
  return __builtin_ia32_loadu{0}512_mask(p, wide(*p), (1u << lanes.n) - 1);
}}
CHEMORA_PARTIAL void store(Some lanes, Real* p, Reals v) {{
  __builtin_ia32_storeu{0}512_mask(p, v, (1u << lanes.n) - 1);
}}
)";

/// Loads and stores of arrays whose elements have the other real type.
constexpr char const* other_elements = R"(
typedef {0} Others;
typedef {1} Other;
typedef Others UnalignedOthers __attribute__((aligned(sizeof(Other)), may_alias));
CHEMORA_INLINE Reals load(All, Other const* p) {{ return __builtin_convertvector(*(UnalignedOthers const*)p, Reals); }}
CHEMORA_INLINE void store(All, Other* p, Reals v) {{ *(UnalignedOthers*)p = __builtin_convertvector(v, Others); }}
CHEMORA_PARTIAL Reals load(Some lanes, Other const* p) {{
  Reals v = wide((Real)*p);
  for (int lane = 1; lane < lanes.n; ++lane) v[lane] = (Real)p[lane];
  return v;
}}
CHEMORA_PARTIAL void store(Some lanes, Other* p, Reals v) {{
  for (int lane = 0; lane < lanes.n; ++lane) p[lane] = (Other)v[lane];
}}
template <class Lanes> CHEMORA_INLINE void stream(Lanes lanes, Other* p, Reals v) {{ store(lanes, p, v); }}
)";

constexpr char const* numbers_of_lanes = R"(CHEMORA_INLINE Ints numbers_of_lanes() {
  Ints v;
  for (int lane = 0; lane < lanes_of_vectors; ++lane) v[lane] = lane;
  return v;
}
)";

constexpr char const* each = R"(template <class F, class V, class... Vs> CHEMORA_INLINE V each(F f, V a, Vs... others) {
  V v;
  for (int lane = 0; lane < lanes_of_vectors; ++lane) v[lane] = f(a[lane], others[lane]...);
  return v;
}
)";

/// Returns the suffix `pd` or `ps` in the names of instructions.
char const* letters(Type real) { return real == Type::real32 ? "ps" : "pd"; }
char const* real_vector(Type real) { return real == Type::real32 ? "Floats" : "Doubles"; }

int bytes_of(Type real, int lanes) { return lanes * ir::real_bytes(real); }

/// Returns source text that selects `special` if the compiler is GCC and the processor has the feature, and `generic`
/// otherwise.
std::string where(std::string const& feature, std::string const& special, std::string const& generic) {
  if (feature.empty()) return generic;
  return "#if defined(" + feature + ") && !defined(__clang__)\n" + special + "#else\n" + generic + "#endif\n";
}

std::string partial(Type real, int lanes) {
  bool const has_masks = bytes_of(real, lanes) == 64;
  return where(has_masks ? "__AVX512F__" : "", fmt::format(partial_avx512, letters(real)), partial_generic);
}

/// A function of vectors, and the names of its instructions for vectors of 64, 32 and 16 bytes.
struct Instruction {
  std::string head; ///< `Doubles root(Doubles a)`
  /// Processor feature that `call` needs, and the instruction for vectors of 32 and 16 bytes.
  std::string feature, call;
  std::string call_of_512;
  std::string generic; ///< expression for one lane on other processors
};

std::string definition(Instruction const& instruction, int bytes) {
  std::string const head = "CHEMORA_INLINE " + instruction.head + " {\n";
  bool const is_512 = bytes == 64, is_shorter = bytes == 32 || bytes == 16;
  std::string const generic = head +
                              "  for (int lane = 0; lane < lanes_of_vectors; ++lane) a[lane] = " + instruction.generic +
                              ";\n  return a;\n}\n";
  return where(is_512       ? "__AVX512F__"
               : is_shorter ? instruction.feature
                            : "",
               head + "  return " + (is_512 ? instruction.call_of_512 : instruction.call) + ";\n}\n", generic);
}

std::string fused(Type real, int lanes) {
  int const bytes = bytes_of(real, lanes);
  std::string const type = real_vector(real), suffix = real == Type::real32 ? "f" : "", ps = letters(real);
  return definition({fmt::format("{0} fused({0} a, {0} b, {0} c)", type), "__FMA__",
                     fmt::format("__builtin_ia32_vfmadd{}{}(a, b, c)", ps, bytes == 32 ? "256" : ""),
                     fmt::format("__builtin_ia32_vfmadd{}512_mask(a, b, c, -1, 4)", ps),
                     fmt::format("__builtin_fma{}(a[lane], b[lane], c[lane])", suffix)},
                    bytes);
}

std::string root(Type real, int lanes) {
  int const bytes = bytes_of(real, lanes);
  std::string const type = real_vector(real), suffix = real == Type::real32 ? "f" : "", ps = letters(real);
  return definition({fmt::format("{0} root({0} a)", type), bytes == 32 ? "__AVX__" : "__SSE2__",
                     fmt::format("__builtin_ia32_sqrt{}{}(a)", ps, bytes == 32 ? "256" : ""),
                     fmt::format("__builtin_ia32_sqrt{}512_mask(a, a, -1, 4)", ps),
                     fmt::format("__builtin_sqrt{}(a[lane])", suffix)},
                    bytes);
}

/// Returns the cube roots of vectors, computed in vectors of 64-bit numbers. The scalar function has the same name.
std::string cube_roots(bool has_floats) {
  std::string const of_doubles = "typedef unsigned long Longs __attribute__((vector_size(8 * lanes_of_vectors)));\n" +
                                 cube_root({"CHEMORA_INLINE ", "Doubles", "fused", "wide", "(Longs)s", "(Doubles)("});
  return of_doubles + (!has_floats ? ""
                                   : "CHEMORA_INLINE Floats cube_root(Floats x) {\n  return __builtin_convertvector("
                                     "cube_root(__builtin_convertvector(x, Doubles)), Floats);\n}\n");
}

std::string nontemporal(Type real, int lanes) {
  int const bytes = bytes_of(real, lanes);
  std::string const feature = bytes == 64 ? "__AVX512F__" : bytes == 32 ? "__AVX__" : bytes == 16 ? "__SSE2__" : "";
  std::string const head = "template <class Lanes> CHEMORA_INLINE void stream(Lanes lanes, Real* p, Reals v) {\n";
  std::string const plain = "  store(lanes, p, v);\n}\n";
  std::string const instruction = fmt::format("__builtin_ia32_movnt{}{}", letters(real),
                                              bytes == 64   ? "512"
                                              : bytes == 32 ? "256"
                                                            : "");
  std::string const streaming = "CHEMORA_INLINE void stream(All lanes, Real* p, Reals v) {\n"
                                "  if ((unsigned long)p % sizeof(Reals) != 0) return store(lanes, p, v);\n  " +
                                instruction + "(p, v);\n}\n";
  std::string const partial_lanes =
      "CHEMORA_INLINE void stream(Some lanes, Real* p, Reals v) { store(lanes, p, v); }\n";
  return where(feature, streaming + partial_lanes + "CHEMORA_INLINE void fence() { __builtin_ia32_sfence(); }\n",
               head + plain + "CHEMORA_INLINE void fence() {}\n");
}

std::string for_gcc(std::string const& pragma) {
  return "#if defined(__GNUC__) && !defined(__clang__)\n#pragma GCC " + pragma + "\n#endif\n";
}

} // namespace

std::string vector_definitions(VectorNeeds const& needs) {
  std::string text;
  if (needs.is_large) text += for_gcc("push_options") + for_gcc("optimize(\"live-range-shrinkage,ira-region=one\")");
  text += fmt::format(types, needs.lanes, real_vector(needs.real), c_type(needs.real));
  text += std::string("#define CHEMORA_PARTIAL ") +
          (needs.is_large ? "static __attribute__((noinline, unused))" : "CHEMORA_INLINE") + "\n";
  text += partial(needs.real, needs.lanes) + numbers_of_lanes;
  Type const other = needs.real == Type::real64 ? Type::real32 : Type::real64;
  if (needs.has_other_elements) text += fmt::format(other_elements, real_vector(other), c_type(other));
  bool has_magnitude = false, has_each = false;
  auto functions = needs.functions;
  bool const has_cube_roots_of_floats = functions.erase({Op::cbrt, Type::real32}) > 0;
  bool const has_cube_roots = functions.erase({Op::cbrt, Type::real64}) > 0 || has_cube_roots_of_floats;
  if (has_cube_roots) functions.emplace(Op::fma, Type::real64);
  for (auto const& [op, type] : functions) {
    if (op == Op::fma)
      text += fused(type, needs.lanes);
    else if (op == Op::sqrt)
      text += root(type, needs.lanes);
    else if (op == Op::absolute)
      has_magnitude = true;
    else
      has_each = true;
  }
  if (has_cube_roots) text += cube_roots(has_cube_roots_of_floats);
  if (has_magnitude) text += magnitude_of_vectors;
  if (has_each) text += each;
  if (needs.has_nontemporal_stores) text += nontemporal(needs.real, needs.lanes);
  return text;
}

std::string vector_ending(VectorNeeds const& needs) { return needs.is_large ? for_gcc("pop_options") : std::string(); }

} // namespace chemora::emit
