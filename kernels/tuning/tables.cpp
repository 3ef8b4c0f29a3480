
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/tuning/analyses.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::tuning {

namespace {

constexpr Birth births[] = {Birth::mutation, Birth::crossover, Birth::triangulation};
constexpr Rank ranks[] = {Rank::slower, Rank::between, Rank::equal, Rank::faster};
constexpr char const* rank_names[] = {"<<", "<=", "~", ">>"};

template <class Holds>
long count(std::vector<Relative> const& relatives, Holds const& holds) {
  return std::count_if(relatives.begin(), relatives.end(), holds);
}

std::string with_ratio(long n, long total) {
  return fmt::format("{} ({:.3f})", n, total == 0 ? 0 : static_cast<double>(n) / static_cast<double>(total));
}

std::string summary(std::vector<Relative> const& relatives) {
  auto const mean = [](Relative const& relative) { return relative.individual.statistics().mean; };
  auto const& top = *std::max_element(relatives.begin(), relatives.end(),
                                      [&](auto const& a, auto const& b) { return mean(a) < mean(b); });
  auto const& first = relatives.front().individual;
  auto const score = [](Individual const& individual) {
    auto const s = individual.statistics();
    return fmt::format("{:.4g} +- {:.2g} points/s of {} scores", s.mean, s.deviation, s.n);
  };
  return fmt::format("{} individuals, {} of which failed\nfirst: number {}, {}\nbest: number {}, {}, by {}\n{}\n",
                     relatives.size(), count(relatives, [](auto const& r) { return r.individual.has_failed(); }),
                     first.id, score(first), top.individual.id, score(top.individual), to_text(top.individual.birth),
                     top.individual.plan);
}

std::string distance_table(std::vector<Relative> const& relatives) {
  std::string text = "Individuals by contribution distance d and birth (share of the birth)\n";
  text += fmt::format("{:>4} {:>16} {:>16} {:>16}\n", "d", "mutation", "crossover", "triangulation");
  int largest = 0;
  for (Relative const& relative : relatives) largest = std::max(largest, relative.distance.value_or(0));
  for (int d = 0; d <= largest; ++d) {
    text += fmt::format("{:>4}", d);
    for (Birth const birth : births) {
      auto const is_born = [&](Relative const& relative) { return relative.individual.birth == birth; };
      long const n =
          count(relatives, [&](Relative const& relative) { return is_born(relative) && relative.distance == d; });
      text += fmt::format(" {:>16}", with_ratio(n, count(relatives, is_born)));
    }
    text += "\n";
  }
  return text;
}

std::string rank_table(std::vector<Relative> const& relatives) {
  std::string text = "Individuals by birth and score relative to the parents: number, with d = 0, ratio of both\n";
  for (Birth const birth : births)
    for (std::size_t n = 0; n < std::size(ranks); ++n) {
      auto const is_of_class = [&](Relative const& relative) {
        return relative.individual.birth == birth && relative.rank == ranks[n];
      };
      long const all = count(relatives, is_of_class);
      long const contributing =
          count(relatives, [&](Relative const& relative) { return is_of_class(relative) && relative.distance == 0; });
      text +=
          fmt::format("{:>14} {:>3} {:>8} {:>16}\n", to_text(birth), rank_names[n], all, with_ratio(contributing, all));
    }
  return text;
}

std::string sign_of(Association const& association, double limit) {
  return fmt::format("{:>10.2f} {}{}", association.x2, association.is_positive ? "+" : "-",
                     association.x2 > limit ? " significant" : "");
}

std::string test_table(std::vector<Relative> const& relatives) {
  std::string text = fmt::format("Chi-squared tests of independence; significant above {}\n", significant_association);
  int n = 0;
  for (PredicateTest const& test : predicate_tests(relatives))
    text += fmt::format("{:>3} {:>22} {:>6}   among {:<24} {}\n", ++n, test.first, test.second, test.condition,
                        sign_of(association(test.counts), significant_association));
  return text;
}

std::string family_table(std::vector<Relative> const& relatives) {
  auto const pairs = family_words(relatives, 2), triples = family_words(relatives, 3);
  double const order_0 = chi_squared_of_order_0(pairs), order_1 = chi_squared_of_order_1(triples);
  std::string text = "Chi-squared tests of families as Markov chains of births (letters: number of parents)\n";
  text += fmt::format("{:>10} {:>10.2f}  {}\n", "order 0", order_0, order_0 > significant_order_0 ? "rejected" : "");
  text += fmt::format("{:>10} {:>10.2f}  {}\n", "order 1", order_1, order_1 > significant_order_1 ? "rejected" : "");
  for (std::string const prefix : {"2", "3", "22", "33"})
    text += fmt::format("{:>10} {}\n", prefix + " -> " + prefix.back(),
                        sign_of(association_of_prefix(prefix.size() == 1 ? pairs : triples, prefix, prefix.back()),
                                significant_association));
  return text;
}

std::string component_table(std::vector<Individual> const& individuals) {
  std::string text;
  for (Individual const& individual : individuals) {
    if (individual.birth != Birth::component || individual.parents.size() != 2) continue;
    auto const find = [&](IndividualId id) {
      return std::find_if(individuals.begin(), individuals.end(), [&](auto const& other) { return other.id == id; });
    };
    auto const initial = find(individual.parents[0]), top = find(individual.parents[1]);
    if (initial == individuals.end() || top == individuals.end() || individual.has_failed()) continue;
    auto const relative = relative_score(individual.statistics(), initial->statistics(), top->statistics());
    auto const mark = [&](char letter) { return individual.components.find(letter) == std::string::npos ? 0 : 1; };
    text += fmt::format("{:>8} {:>8} {:>3} {:>3} {:>3} {:>12.4g} +- {:<8.2g} {:>7.3f} +- {:<7.3f} {:>7.3f} +- {:.3f}\n",
                        initial->id, top->id, mark('C'), mark('M'), mark('S'), individual.statistics().mean,
                        individual.statistics().deviation, relative.linear, relative.linear_deviation,
                        relative.logarithmic, relative.logarithmic_deviation);
  }
  if (text.empty()) return text;
  return "\nComponent study: configuration (C), stored values (M) and kernels (S) from the first (0) or second (1) "
         "individual\n" +
         fmt::format("{:>8} {:>8} {:>3} {:>3} {:>3} {:>24} {:>18} {:>17}\n", "first", "second", "C", "M", "S",
                     "points/s", "relative score", "logarithm") +
         text;
}

} // namespace

std::string to_tables(std::vector<Individual> const& individuals) {
  auto const relatives = classify(individuals);
  if (relatives.empty()) return "no individuals\n";
  return fmt::format("{}\n{}\n{}\n{}\n{}{}", summary(relatives), distance_table(relatives), rank_table(relatives),
                     test_table(relatives), family_table(relatives), component_table(individuals));
}

std::string to_tables(Database const& database, std::string const& kernel) {
  std::string text;
  std::vector<std::string> names;
  for (auto const& [subject, origin] : database.subjects()) {
    names.push_back(subject.kernel);
    if (subject.kernel.find(kernel) == std::string::npos) continue;
    text += fmt::format("== {} {} [{}] on {}, {}; {}, version {}\n\n{}\n", subject.kernel, subject.precision,
                        subject.shape, subject.device, subject.machine, origin.compiler, origin.version,
                        to_tables(database.all(subject, origin)));
  }
  if (!kernel.empty() && text.empty())
    throw base::UserError(fmt::format("The database has no plans of kernel `{}`; expected {}.{}", kernel,
                                      names.empty() ? "a search to fill it" : base::list_in_words(names, "or"),
                                      base::did_you_mean(kernel, names)));
  return text.empty() ? "The database has no plans.\n" : text;
}

} // namespace chemora::tuning
