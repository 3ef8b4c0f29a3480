#include "testsuites/performance/pattern_cases.hpp"

#include "framework/base/errors.hpp"
#include "testsuites/performance/handwritten_patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace performance {

using chemora::patterns::ArrayValue;

HandArrays::~HandArrays() {
  for (auto& [name, memory] : arrays_) device.release(memory);
}

template <typename Number>
Number* HandArrays::array(std::string const& name, long n, std::vector<double> const* numbers) {
  void*& memory = arrays_[name];
  if (memory) return static_cast<Number*>(memory);
  memory = device.allocate(static_cast<std::size_t>(std::max(n, 1L)) * sizeof(Number));
  auto* const elements = static_cast<Number*>(memory);
  for (long k = 0; k < n; ++k) elements[k] = numbers ? static_cast<Number>((*numbers)[static_cast<std::size_t>(k)]) : 0;
  return elements;
}

double const* HandArrays::reals(std::string const& name) {
  std::vector<double> const& numbers = problem.arrays.at(name).numbers;
  return array<double>(name, static_cast<long>(numbers.size()), &numbers);
}

int const* HandArrays::integers(std::string const& name) {
  std::vector<double> const& numbers = problem.arrays.at(name).numbers;
  return array<int>(name, static_cast<long>(numbers.size()), &numbers);
}

double* HandArrays::result() { return array<double>("result", problem.n_results, nullptr); }

int* HandArrays::integer_result() { return array<int>("result", problem.n_results, nullptr); }

std::vector<double> HandArrays::results() {
  if (problem.has_integer_result) {
    int const* const first = integer_result();
    return {first, first + problem.n_results};
  }
  double const* const first = result();
  return {first, first + problem.n_results};
}

namespace {

constexpr double real_bytes = 8, integer_bytes = 4;
constexpr double paper_elements = 65536.0 * 1024;

/// Returns a number that looks random: 0 to 2^31 - 1.
long scrambled(long n) {
  auto x = static_cast<std::uint64_t>(n) + 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return static_cast<long>((x ^ (x >> 31)) >> 33);
}

double real(long n) { return 0.5 + static_cast<double>(scrambled(n)) / 2147483648.0; }

ArrayValue filled(std::vector<long> const& extents, std::function<double(long)> const& value, long n_fields = 1) {
  ArrayValue array{extents, {}};
  long n = n_fields;
  for (long const extent : extents) n *= extent;
  array.numbers.resize(static_cast<std::size_t>(n));
  for (long k = 0; k < n; ++k) array.numbers[static_cast<std::size_t>(k)] = value(k);
  return array;
}

ArrayValue reals(std::vector<long> const& extents, long n_fields = 1) { return filled(extents, real, n_fields); }

struct Maker {
  long n_elements;
  std::string programs, steps;

  long side() const { return std::max(4L, std::lround(std::sqrt(static_cast<double>(n_elements)))); }
  std::string program(std::string const& name) const { return programs + "/" + name + ".pat"; }

  PatternCase sums(std::string const& kind, long paper_rows, long paper_columns) const {
    double const factor = std::sqrt(static_cast<double>(n_elements) / paper_elements);
    long const rows = std::max(2L, std::lround(factor * static_cast<double>(paper_rows))),
               columns = std::max(2L, std::lround(factor * static_cast<double>(paper_columns)));
    bool const is_weighted = kind.find("weighted") != std::string::npos, is_rows = kind.ends_with("rows");
    PatternCase result{.file = program(kind), .variable = "sums"};
    result.numbers = {{"rows", rows}, {"columns", columns}};
    result.arrays["m"] = reals({rows, columns});
    if (is_weighted) result.arrays["weights"] = reals({is_rows ? columns : rows});
    result.elements = static_cast<double>(rows * columns);
    result.bytes = real_bytes * result.elements;
    result.n_results = is_rows ? rows : columns;
    result.by_hand = [=](HandArrays& a) {
      double const* const m = a.reals("m");
      if (!is_weighted) return (is_rows ? sum_rows_by_hand : sum_columns_by_hand)(rows, columns, m, a.result());
      double const* const w = a.reals("weights");
      (is_rows ? sum_weighted_rows_by_hand : sum_weighted_columns_by_hand)(rows, columns, m, w, a.result());
    };
    return result;
  }

  PatternCase nearest_neighbours() const {
    long const n = n_elements / 2;
    PatternCase result{.file = program("nearest_neighbours"), .variable = "distances"};
    result.numbers = {{"n", n}, {"latitude", 0.7}, {"longitude", 1.2}};
    result.arrays["places"] = reals({n}, 2);
    result.elements = static_cast<double>(n);
    result.bytes = 3 * real_bytes * result.elements;
    result.n_results = n;
    result.by_hand = [n](HandArrays& a) {
      distances_by_hand(n, a.reals("places"), a.number("latitude"), a.number("longitude"), a.result());
    };
    return result;
  }

  /// A case of `n` x `n` points with a real result of `n_fields` numbers.
  PatternCase square(std::string const& file, std::string const& variable, long n, double words_of_point,
                     long n_fields = 1) const {
    PatternCase result{.file = file, .variable = variable};
    result.numbers = {{"rows", n}, {"columns", n}};
    result.elements = static_cast<double>(n * n);
    result.bytes = words_of_point * real_bytes * result.elements;
    result.n_results = n * n * n_fields;
    return result;
  }

  PatternCase hotspot() const {
    long const n = side();
    PatternCase result = square(program("hotspot"), "t", n, 3);
    result.numbers.merge(std::map<std::string, double>{{"step", 0},
                                                       {"time_step", 0.1},
                                                       {"capacity", 2},
                                                       {"resistance_x", 3},
                                                       {"resistance_y", 5},
                                                       {"resistance_z", 7},
                                                       {"ambient", 80}});
    result.arrays = {{"t", reals({n, n})}, {"power", reals({n, n})}};
    result.by_hand = [n](HandArrays& a) {
      HotspotFactors const factors{a.number("time_step"),    a.number("capacity"),     a.number("resistance_x"),
                                   a.number("resistance_y"), a.number("resistance_z"), a.number("ambient")};
      hotspot_by_hand(n, n, a.reals("t"), a.reals("power"), factors, a.result());
    };
    return result;
  }

  /// The shape is that of the skewed output of Lee et al., 50 x 20K, with 1/16 of the elements.
  PatternCase mandelbrot(bool is_transposed) const {
    constexpr int max_iterations = 256;
    constexpr double operations_of_iteration = 10;
    long const rows = 50, columns = std::max(16L, n_elements / 16 / rows);
    PatternCase result{.file = is_transposed ? steps : program("mandelbrot"),
                       .variable = is_transposed ? "mandelbrot_columns" : "iterations"};
    result.numbers = {{"rows", rows},
                      {"columns", columns},
                      {"pixel_rows", rows},
                      {"pixel_columns", columns},
                      {"max_iterations", max_iterations}};
    result.elements = static_cast<double>(rows * columns);
    result.bytes = integer_bytes * result.elements;
    result.n_results = rows * columns;
    result.has_integer_result = true;
    ComplexWindow const window{-2, -1.25, 2.5};
    result.by_hand = [=](HandArrays& a) {
      mandelbrot_by_hand(rows, columns, max_iterations, window, is_transposed, a.integer_result());
    };
    std::vector<int> iterations(static_cast<std::size_t>(rows * columns));
    mandelbrot_by_hand(rows, columns, max_iterations, window, is_transposed, iterations.data());
    for (int const count : iterations) result.operations += operations_of_iteration * count;
    return result;
  }

  PatternCase pathfinder() const {
    long const columns = n_elements;
    PatternCase result{.file = program("pathfinder"), .variable = "cost"};
    result.numbers = {{"rows", 2}, {"columns", columns}, {"step", 0}};
    auto const weight = [](long k) { return static_cast<double>(scrambled(k) % 10); };
    result.arrays = {{"wall", filled({2, columns}, weight)}, {"cost", filled({columns}, weight)}};
    result.elements = static_cast<double>(columns);
    result.bytes = 3 * integer_bytes * result.elements;
    result.n_results = columns;
    result.has_integer_result = true;
    result.by_hand = [columns](HandArrays& a) {
      pathfinder_by_hand(columns, a.integers("wall") + columns, a.integers("cost"), a.integer_result());
    };
    return result;
  }

  PatternCase srad(bool is_update) const {
    constexpr long n_fields = 5;
    long const n = side() / 2;
    PatternCase result = square(program("srad"), is_update ? "u" : "d", n, is_update ? 2 + n_fields : 1 + n_fields,
                                is_update ? 1 : n_fields);
    result.numbers.merge(std::map<std::string, double>{{"noise", 0.1}, {"lambda", 0.5}, {"step", 0}});
    result.arrays["u"] = reals({n, n});
    if (is_update) {
      result.arrays["d"] = reals({n, n}, n_fields);
      result.by_hand = [n](HandArrays& a) {
        srad_update_by_hand(n, n, a.reals("d"), a.reals("u"), a.number("lambda"), a.result());
      };
    } else {
      result.by_hand = [n](HandArrays& a) {
        srad_differences_by_hand(n, n, a.reals("u"), a.number("noise"), a.result());
      };
    }
    return result;
  }

  PatternCase elimination(bool is_lu) const {
    long const n = side(), k = n / 8;
    PatternCase result = square(steps, is_lu ? "lu_decomposition" : "gaussian_elimination", n, 2);
    result.numbers = {{"n", n}, {"k", k}};
    result.arrays["a"] = reals({n, n});
    if (!is_lu) result.arrays["factors"] = reals({n});
    result.by_hand = [=](HandArrays& a) {
      if (is_lu) return lu_step_by_hand(n, k, a.reals("a"), a.result());
      gaussian_step_by_hand(n, k, a.reals("a"), a.reals("factors"), a.result());
    };
    return result;
  }

  /// Adds a graph with `n` nodes and up to 15 edges per node.
  static void add_graph(PatternCase& result, std::string const& name, long n) {
    ArrayValue first{{n + 1}, {0}}, column{{0}, {}};
    for (long i = 0; i < n; ++i) {
      for (long k = scrambled(i) % 16; k > 0; --k)
        column.numbers.push_back(static_cast<double>(scrambled(16 * i + k) % n));
      first.numbers.push_back(static_cast<double>(column.numbers.size()));
    }
    column.extents = {static_cast<long>(column.numbers.size())};
    result.elements = static_cast<double>(column.extents[0]);
    result.numbers[name + ".entries"] = result.elements;
    result.arrays[name + ".first"] = std::move(first);
    result.arrays[name + ".column"] = std::move(column);
    result.n_results = n;
  }

  static Links links_of(HandArrays& a, std::string const& name) {
    return {a.problem.n_results, a.integers(name + ".first"), a.integers(name + ".column")};
  }

  PatternCase page_rank() const {
    long const n = std::max(8L, n_elements / 16);
    PatternCase result{.file = program("page_rank"), .variable = "next"};
    result.numbers = {{"n", n}, {"damping", 0.85}, {"dangling", 0.01}, {"step", 0}};
    add_graph(result, "links", n);
    result.arrays["shares"] = reals({n});
    result.bytes = integer_bytes * result.elements + (integer_bytes + 2 * real_bytes) * static_cast<double>(n);
    result.by_hand = [](HandArrays& a) {
      page_rank_by_hand(links_of(a, "links"), a.reals("shares"), a.number("damping"), a.number("dangling"), a.result());
    };
    return result;
  }

  PatternCase breadth_first_search() const {
    long const n = std::max(8L, n_elements / 16);
    PatternCase result{.file = steps, .variable = "breadth_first_search"};
    result.numbers = {{"nodes", n}, {"level", 1}};
    add_graph(result, "graph", n);
    result.arrays["cost"] = filled({n}, [](long k) { return static_cast<double>(scrambled(k) % 4 - 1); });
    result.bytes = integer_bytes * result.elements / 4 + 3 * integer_bytes * static_cast<double>(n);
    result.has_integer_result = true;
    result.by_hand = [](HandArrays& a) {
      breadth_first_step_by_hand(links_of(a, "graph"), a.integers("cost"), 1, a.integer_result());
    };
    return result;
  }

  PatternCase naive_bayes(bool is_rows) const {
    long const n = side();
    PatternCase result{.file = program("naive_bayes"), .variable = is_rows ? "words_of_document" : "spam_counts"};
    result.numbers = {{"documents", n}, {"words", n}};
    result.arrays["counts"] = filled({n, n}, [](long k) { return static_cast<double>(scrambled(k) % 4); });
    auto const is_spam = [](long k) { return static_cast<double>(scrambled(k) % 2); };
    if (!is_rows) result.arrays["is_spam"] = filled({n}, is_spam);
    double n_read = 0;
    for (long k = 0; k < n; ++k) n_read += is_rows ? 1 : is_spam(k);
    result.elements = static_cast<double>(n * n);
    result.bytes = integer_bytes * n_read * static_cast<double>(n);
    result.n_results = n;
    result.has_integer_result = true;
    result.by_hand = [=](HandArrays& a) {
      if (is_rows) return sum_integer_rows_by_hand(n, n, a.integers("counts"), a.integer_result());
      sum_selected_columns_by_hand(n, n, a.integers("counts"), a.integers("is_spam"), a.integer_result());
    };
    return result;
  }

  PatternCase gradients() const {
    long const n = side(), batch_size = std::max(1L, n / 4);
    PatternCase result{.file = steps, .variable = "gradients"};
    result.numbers = {{"n", n}, {"batch", 0}, {"batches", 1}, {"batch_size", batch_size}};
    result.arrays = {{"a", reals({n, n})}, {"x", reals({n})}, {"c", reals({n})}};
    result.arrays["order"] = filled({1, batch_size}, [n](long k) { return static_cast<double>(scrambled(k) % n); });
    result.elements = static_cast<double>(n * batch_size);
    result.bytes = real_bytes * result.elements;
    result.n_results = batch_size;
    result.by_hand = [=](HandArrays& a) {
      gradients_by_hand(n, batch_size, a.integers("order"), a.reals("a"), a.reals("x"), a.reals("c"), a.result());
    };
    return result;
  }

  PatternCase clustering() const {
    long const dimensions = 100, n = std::max(2L, n_elements / dimensions);
    PatternCase result{.file = steps, .variable = "clustering"};
    result.numbers = {{"n_frames", n}, {"dimensions", dimensions}, {"centre", n / 2}};
    result.arrays = {{"frames", reals({n, dimensions})},
                     {"distances", filled({n}, [](long k) { return 8 * real(k); })}};
    result.elements = static_cast<double>(n * dimensions);
    result.bytes = real_bytes * (result.elements + 2 * static_cast<double>(n));
    result.n_results = n;
    result.by_hand = [=](HandArrays& a) {
      clustering_by_hand(n, dimensions, a.reals("frames"), n / 2, a.reals("distances"), a.result());
    };
    return result;
  }
};

struct NamedCase {
  std::string name;
  std::function<PatternCase(Maker const&)> make;
};

std::vector<NamedCase> named_cases() {
  std::vector<NamedCase> cases;
  for (std::string const kind : {"sum_rows", "sum_columns", "sum_weighted_rows", "sum_weighted_columns"})
    for (auto const& [rows, columns] : {std::pair{64, 1}, std::pair{8, 8}, std::pair{1, 64}})
      cases.push_back({fmt::format("{}:{}Kx{}K", kind, rows, columns),
                       [=](Maker const& maker) { return maker.sums(kind, 1024L * rows, 1024L * columns); }});
  std::vector<NamedCase> const others{
      {"nearest_neighbours", [](Maker const& maker) { return maker.nearest_neighbours(); }},
      {"hotspot", [](Maker const& maker) { return maker.hotspot(); }},
      {"mandelbrot_rows", [](Maker const& maker) { return maker.mandelbrot(false); }},
      {"mandelbrot_columns", [](Maker const& maker) { return maker.mandelbrot(true); }},
      {"pathfinder", [](Maker const& maker) { return maker.pathfinder(); }},
      {"srad_differences", [](Maker const& maker) { return maker.srad(false); }},
      {"srad_update", [](Maker const& maker) { return maker.srad(true); }},
      {"gaussian_elimination", [](Maker const& maker) { return maker.elimination(false); }},
      {"lu_decomposition", [](Maker const& maker) { return maker.elimination(true); }},
      {"page_rank", [](Maker const& maker) { return maker.page_rank(); }},
      {"breadth_first_search", [](Maker const& maker) { return maker.breadth_first_search(); }},
      {"naive_bayes_rows", [](Maker const& maker) { return maker.naive_bayes(true); }},
      {"naive_bayes_columns", [](Maker const& maker) { return maker.naive_bayes(false); }},
      {"qpscd_gradients", [](Maker const& maker) { return maker.gradients(); }},
      {"clustering", [](Maker const& maker) { return maker.clustering(); }}};
  cases.insert(cases.end(), others.begin(), others.end());
  return cases;
}

} // namespace

std::vector<std::string> pattern_case_names() {
  std::vector<std::string> names;
  for (NamedCase const& each : named_cases()) names.push_back(each.name);
  return names;
}

PatternCase pattern_case(std::string const& name, long n_elements, std::string const& programs,
                         std::string const& steps) {
  for (NamedCase const& each : named_cases()) {
    if (each.name != name) continue;
    PatternCase result = each.make({n_elements, programs, steps});
    result.name = name;
    return result;
  }
  throw chemora::base::InternalError(fmt::format("There is no case {}.", name));
}

} // namespace performance
