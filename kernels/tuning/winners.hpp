/// The fastest individuals of a database. One process reads them and sends them to the other processes as text.
#pragma once

#include "kernels/tuning/database.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::tuning {

/// The fastest individual (winner) of each kernel and problem.
class Winners {
public:
  Winners() = default;
  /// Reads the winner of each subject on these machines (Subject::machine). Individuals that were measured with the
  /// compiler and version `origin` take precedence.
  Winners(Database const& database, Origin const& origin, std::vector<std::string> const& machines);

  /// Reads the result of to_text().
  static Winners from_text(std::string const& text);
  /// The text is empty if there is no winner. It contains no scores except the means.
  std::string to_text() const;

  bool is_empty() const { return by_subject_.empty(); }
  /// Returns null if there is no winner.
  Winner const* find(Subject const& subject) const;

private:
  std::map<std::string, Winner> by_subject_;
};

} // namespace chemora::tuning
