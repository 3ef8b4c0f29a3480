/// Match expressions: queries that select instructions of a loop kernel.
///
///     tag:local_prep and not (writes:Jinv* or reads:q)
///
/// Terms are `id:GLOB`, `tag:GLOB`, `writes:GLOB`, `reads:GLOB`, `iname:GLOB` and `in_kernel:GLOB`; `*` and `?` are
/// wildcards. `reads` includes what rules read after expansion. A rule use has the stack of rules in which it occurs.
#pragma once

#include "codegen/loops/loop_kernel.hpp"

#include <memory>
#include <string>
#include <vector>

namespace chemora::transform {

/// Whether a text matches a pattern with `*` and `?`.
bool matches_glob(std::string const& pattern, std::string const& text);

class Match {
public:
  /// Parses the expression; empty matches everything. Throws base::UserError at `where` with the expected form.
  explicit Match(std::string const& text, base::SourcePosition const& where = {});

  bool operator()(loops::LoopKernel const& kernel, loops::Instruction const& instruction) const;

private:
  struct Node;
  class Parser;
  std::shared_ptr<Node const> root_;
};

/// Returns the ids of the matching instructions, in the order of the kernel.
std::vector<std::string> find_instructions(loops::LoopKernel const& kernel, Match const& match);

/// Returns the names of the rules that match the pattern.
std::vector<std::string> find_rules(loops::LoopKernel const& kernel, std::string const& pattern);

} // namespace chemora::transform
