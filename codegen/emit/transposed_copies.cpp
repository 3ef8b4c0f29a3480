#include "codegen/emit/transposed_copies.hpp"

#include "codegen/emit/tree_questions.hpp"

#include <fmt/format.h>

namespace chemora::emit {

using ir::NodeKind;
using ir::TreeNode;

std::optional<TransposedCopy> find_transposed_copy(TreeNode const& loop, TreeExpressions const& expressions) {
  if (loop.mapping != ir::Mapping::sequential || loop.body.size() != 1 || loop.body.front().kind != NodeKind::loop)
    return std::nullopt;
  TreeNode const& inner = loop.body.front();
  bool const is_nest = is_vector_loop(inner) && !depends_on(inner, {loop.variable}) && loop.step == 1 &&
                       inner.step == 1 && inner.body.size() == 1 && inner.body.front().kind == NodeKind::assignment;
  if (!is_nest) return std::nullopt;
  ir::ExpressionPtr const target = inner.body.front().target, source = inner.body.front().value;
  if (source->kind != ir::ExpressionKind::element || source->type != ir::Type::real64 ||
      target->type != ir::Type::real64 || source->name == target->name)
    return std::nullopt;
  auto const stride = [&](ir::ExpressionPtr const& element, TreeNode const& along) {
    return expressions.stride_along(element, along.variable);
  };
  bool const is_along_inner = stride(target, inner).is_one() && stride(source, loop).is_one();
  bool const is_along_outer = stride(target, loop).is_one() && stride(source, inner).is_one();
  if (!is_along_inner && !is_along_outer) return std::nullopt;
  TransposedCopy const copy{&inner,
                            target,
                            source,
                            is_along_inner,
                            stride(target, is_along_inner ? loop : inner),
                            stride(source, is_along_inner ? inner : loop)};
  return copy.target_stride.is_linear && copy.source_stride.is_linear ? std::optional(copy) : std::nullopt;
}

std::vector<std::string> lines_of(TransposedCopy const& copy, TreeNode const& loop,
                                  TreeExpressions const& expressions) {
  std::vector<std::string> lines;
  auto const number = [&](TreeNode const& each) { return "n_" + expressions.identifier(each.variable); };
  for (TreeNode const* const each : {&loop, copy.inner}) {
    lines.push_back(
        fmt::format("long const {} = {};", expressions.identifier(each->variable), expressions.lower(*each)));
    lines.push_back(fmt::format("long const {} = {} - {} + 1;", number(*each), expressions.upper(*each),
                                expressions.identifier(each->variable)));
  }
  TreeNode const& contiguous = copy.is_target_along_inner ? *copy.inner : loop;
  TreeNode const& other = copy.is_target_along_inner ? loop : *copy.inner;
  lines.push_back(fmt::format("copy_transposed(&{}, {}{}, &{}, {}{}, {}, {});", expressions.element(copy.target),
                              copy.target_stride.constant, copy.target_stride.symbolic,
                              expressions.element(copy.source), copy.source_stride.constant,
                              copy.source_stride.symbolic, number(contiguous), number(other)));
  return lines;
}

// A square of vectors is transposed by interleaving vector k with vector k + lanes / 2, log2(lanes) times.
std::string transposition_definitions() {
  return R"(
typedef Vector<double, vector_bytes / 8> Row;
#if defined(__AVX512F__)
CHEMORA_INLINE Row low_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11); }
CHEMORA_INLINE Row high_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15); }
#elif defined(__AVX__)
CHEMORA_INLINE Row low_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
CHEMORA_INLINE Row high_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
#else
CHEMORA_INLINE Row low_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 0, 2); }
CHEMORA_INLINE Row high_interleaved(Row a, Row b) { return __builtin_shufflevector(a, b, 1, 3); }
#endif
// to[a + to_stride b] = from[b + from_stride a] for a from 0 to n - 1 and b from 0 to m - 1
static inline void copy_transposed(double* to, long to_stride, double const* from, long from_stride, long n, long m) {
  constexpr int lanes = lanes_of<Row>;
  long a = 0;
  for (; a + lanes <= n; a += lanes) {
    long b = 0;
    for (; b + lanes <= m; b += lanes) {
      Row rows[lanes], next[lanes];
#pragma GCC unroll 8
      for (int k = 0; k < lanes; ++k) rows[k] = load<Row>(from + b + from_stride * (a + k));
#pragma GCC unroll 8
      for (int round = 1; round < lanes; round *= 2) {
#pragma GCC unroll 8
        for (int k = 0; k < lanes / 2; ++k) {
          next[2 * k] = low_interleaved(rows[k], rows[k + lanes / 2]);
          next[2 * k + 1] = high_interleaved(rows[k], rows[k + lanes / 2]);
        }
#pragma GCC unroll 8
        for (int k = 0; k < lanes; ++k) rows[k] = next[k];
      }
#pragma GCC unroll 8
      for (int k = 0; k < lanes; ++k) store(to + a + to_stride * (b + k), rows[k]);
    }
    for (; b < m; ++b)
      for (int k = 0; k < lanes; ++k) to[a + k + to_stride * b] = from[b + from_stride * (a + k)];
  }
  for (; a < n; ++a)
    for (long b = 0; b < m; ++b) to[a + to_stride * b] = from[b + from_stride * a];
}
)";
}

} // namespace chemora::emit
