// From the parameters of MoL to a method, or to sentences that say why there is none.
#include "choose.hpp"

#include "adams_bashforth.hpp"
#include "tables.hpp"

#include <strings.h>

namespace mol {
namespace {

// Methods without a table of their own.
constexpr char averaged_icn[] = "ICN-avg", icn[] = "ICN", adams[] = "AB", generic_method[] = "Generic";

bool same(std::string const& a, char const* b) { return strcasecmp(a.c_str(), b) == 0; }

// The table of a method, or of the method that Generic_Type and the number of substeps select; null if there is none.
Method<Ratio> const* find_table(Choice const& choice) {
  std::string name = choice.ode_method;
  if (same(name, "Generic"))
    name = same(choice.generic_type, "RK") ? "Generic RK" + std::to_string(choice.n_substeps)
                                           : "Generic " + choice.generic_type;
  for (auto const& table : method_tables())
    if (same(name, table.name.c_str())) return &table;
  return nullptr;
}

template <class Wanted>
std::vector<std::string> names_of_tables(Wanted wanted) {
  std::vector<std::string> names;
  for (auto const& table : method_tables())
    if (wanted(table)) names.push_back(table.name);
  return names;
}

// "A, B and C"
std::string listed(std::vector<std::string> const& names, std::string const& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " " + conjunction + " ") + names[i];
  return text;
}

Method<double> round(Method<Ratio> const& table) {
  return convert<double>(table, [](Ratio r) { return static_cast<double>(r); });
}

Chosen exact(Method<Ratio> const& table) {
  Chosen chosen{round(table), {}, {}, {}};
  for (Ratio const& time : times(table)) chosen.times.push_back(static_cast<double>(time));
  return chosen;
}

Chosen rounded(Method<double> method) {
  Chosen chosen{std::move(method), {}, {}, {}};
  chosen.times = times(chosen.method);
  return chosen;
}

Chosen none(std::string error) { return {{}, {}, {}, {std::move(error)}}; }

Chosen multistep(Choice const& choice) {
  Chosen chosen = exact(adams_bashforth(choice.ab_order));
  if (choice.ab_starts_at_order_1)
    for (int order = 1; order < choice.ab_order; ++order) chosen.start.push_back(round(adams_bashforth(order)));
  return chosen;
}

Chosen find(Choice const& choice) {
  if (same(choice.ode_method, adams)) return multistep(choice);
  bool const generic = same(choice.ode_method, generic_method);
  if (same(choice.ode_method, icn) || (generic && same(choice.generic_type, "ICN")))
    return exact(iterated_crank_nicholson(choice.n_substeps));
  if (same(choice.ode_method, averaged_icn))
    return rounded(averaged_crank_nicholson(choice.n_substeps, choice.icn_theta, choice.icn_swapped));
  if (generic && same(choice.generic_type, "Table")) {
    std::size_t const n = choice.beta.size();
    if (n == 0 || choice.alpha.size() != n * n)
      return none("MoL::Generic_Method_Descriptor holds " + std::to_string(choice.alpha.size()) +
                  " numbers GenericAlphaCoeffs and " + std::to_string(n) +
                  " numbers GenericBetaCoeffs; s substeps take s*s and s of them, all written with a decimal point.");
    return rounded(shu_osher(choice.alpha, choice.beta, choice.tiny));
  }
  if (Method<Ratio> const* table = find_table(choice)) return exact(*table);
  if (generic && same(choice.generic_type, "RK"))
    return none("MoL::Generic_Type = \"RK\" has methods of 1 to 4 substeps, but MoL::MoL_Intermediate_Steps = " +
                std::to_string(choice.n_substeps) + ".");
  return none("MoL::ODE_Method = \"" + choice.ode_method + "\" is not available. Available are " +
              listed(ode_methods(), "and") + ".");
}

} // namespace

std::vector<std::string> ode_methods() {
  auto names = names_of_tables([](auto const& table) { return !table.name.starts_with(generic_method); });
  names.insert(names.end(), {icn, averaged_icn, adams, generic_method});
  return names;
}

Chosen choose_method(Choice const& choice) {
  Chosen chosen = find(choice);
  if (!chosen.errors.empty()) return chosen;
  std::string const who = "MoL::ODE_Method = \"" + choice.ode_method + "\" (" + chosen.method.name + ")";
  if (int const n = chosen.method.n_substeps(); n != choice.n_substeps)
    chosen.errors.push_back(who + " takes MoL::MoL_Intermediate_Steps = " + std::to_string(n) + ", not " +
                            std::to_string(choice.n_substeps) + ".");
  if (int const n = n_scratch(chosen.method); n > choice.n_scratch)
    chosen.errors.push_back(who + " takes MoL::MoL_Num_Scratch_Levels = " + std::to_string(n) + " at least, not " +
                            std::to_string(choice.n_scratch) + ".");
  if (choice.is_adaptive && chosen.method.error.empty())
    chosen.errors.push_back("MoL::adaptive_stepsize = \"yes\" takes a method that estimates its error: " +
                            listed(names_of_tables([](auto const& table) { return !table.error.empty(); }), "or") +
                            ", not " + choice.ode_method + ".");
  return chosen;
}

} // namespace mol
