/// Filters and groups that a kernel computes inside other patterns.
#pragma once

#include "codegen/patterns/pattern.hpp"

namespace chemora::patterns {

/// Returns an expression with an equal value whose filters and groups are definitions of `let` expressions. A value
/// that is a filter or groupBy itself remains one.
///
///     map(i < rows: sum(x in filter(y in m[i, *]: y > t): x))
///
/// becomes
///
///     map(i < rows: let selected = filter(y in m[i, *]: y > t); sum(x in selected: x))
///
/// so that a thread stores the elements of `selected` once. Definitions are before the innermost number that depends on
/// them, because arrays are computed element by element. A filter is replaced by its condition where the order of its
/// elements does not matter. The loop then has the same iterations for all rows, and can have vector lanes:
///
/// | expression | replacement |
/// |---|---|
/// | `size(filter(y in a: c))` | `count(y in a: c)` |
/// | `count(x in filter(y in a: c): e)` | `count(y in a: c and e)` |
/// | `any(x in filter(y in a: c): e)` | `any(y in a: c and e)` |
/// | `all(x in filter(y in a: c): e)` | `all(y in a: not c or e)` |
/// | `sum(x in filter(y in a: c): e)` of integers | `sum(y in a: if c then e else 0)` |
///
/// `product`, `min` and `max` of integers are replaced like `sum`, with their neutral elements in place of 0.
///
/// A filter with a name is replaced if this is possible at all its uses, none of which is inside another pattern. If
/// there are several uses, the filter must contain no other patterns.
NodePtr with_named_selections(Program& program, NodePtr const& value);

} // namespace chemora::patterns
