/// Queries that are searched together.
#pragma once

#include "search.hpp"

#include <memory>
#include <vector>

namespace sequences {

struct Search::Group {
  std::vector<Query const*> queries{};
  std::vector<std::unique_ptr<chemora::recursions::Solver>> solvers{}; ///< null before the first problem
  std::vector<BestHits> hits{};
};

} // namespace sequences
