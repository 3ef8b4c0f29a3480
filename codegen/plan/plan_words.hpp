// Words of the text form of plans, taken with an error message where they are not what is expected.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/ir/token_lines.hpp"
#include "framework/base/errors.hpp"

#include <optional>
#include <string>
#include <vector>

namespace chemora::plan {

/// The decisions of a line: its tokens, parted at `;`, and after the colon of `kernel 1:`.
std::vector<ir::TokenLine> clauses_of(ir::TokenLine const& line);

/// True for `WORD none`, which undoes a decision of the default.
bool is_none(ir::TokenLine const& clause);

/// Takes words; what is wrong about them is told to the diagnostics.
class PlanWords {
public:
  explicit PlanWords(base::Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void error(ir::Token const& token, std::string const& message) { diagnostics_.error(token.where, message); }
  /// False unless the clause has so many words.
  bool has_form(ir::TokenLine const& clause, std::size_t n_words, std::string const& form);
  std::optional<ir::ValueId> take_value(ir::Token const& token);
  std::optional<int> take_axis(ir::Token const& token);
  /// 1 where there is no such number.
  int take_positive(ir::Token const& token);
  bool is_variable(ir::Token const& token);
  /// Variables, and values as `%41`, behind the first word.
  std::vector<std::string> take_names(ir::TokenLine const& clause);

private:
  base::Diagnostics& diagnostics_;
};

} // namespace chemora::plan
