// Selects the integration method by the names and numbers that the user specifies.
#include "tables.hpp"

#include <strings.h>

namespace mol {
namespace {

// Values of MoL::ODE_Method whose coefficients depend on further parameters.
constexpr char averaged_icn[] = "ICN-avg", icn[] = "ICN", adams[] = "AB", generic_method[] = "Generic";

/// The number of substeps of ICN and ICN-avg, which exist for every number of substeps.
int free_n_substeps(MethodOptions const& options) { return options.n_substeps > 0 ? options.n_substeps : 3; }

bool equal_names(std::string const& a, char const* b) { return strcasecmp(a.c_str(), b) == 0; }

/// The table of the method that the parameters ODE_Method, Generic_Type and the number of substeps select; null if
/// there is none.
Method<Ratio> const* find_table(MethodOptions const& options) {
  std::string name = options.ode_method;
  if (equal_names(name, "Generic"))
    name = equal_names(options.generic_type, "RK") ? "Generic RK" + std::to_string(free_n_substeps(options))
                                                   : "Generic " + options.generic_type;
  for (auto const& table : method_tables())
    if (equal_names(name, table.name.c_str())) return &table;
  return nullptr;
}

template <class Condition>
std::vector<std::string> names_of_tables(Condition condition) {
  std::vector<std::string> names;
  for (auto const& table : method_tables())
    if (condition(table)) names.push_back(table.name);
  return names;
}

/// "A, B and C"
std::string join_names(std::vector<std::string> const& names, std::string const& conjunction) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " " + conjunction + " ") + names[i];
  return text;
}

Method<double> round(Method<Ratio> const& table) {
  return convert<double>(table, [](Ratio r) { return static_cast<double>(r); });
}

Integrator exact_integrator(Method<Ratio> const& table) {
  Integrator integrator{round(table), {}, {}, {}};
  for (Ratio const& time : times(table)) integrator.times.push_back(static_cast<double>(time));
  return integrator;
}

Integrator rounded_integrator(Method<double> method) {
  Integrator integrator{std::move(method), {}, {}, {}};
  integrator.times = times(integrator.method);
  return integrator;
}

Integrator no_integrator(std::string error) { return {{}, {}, {}, {std::move(error)}}; }

Integrator multistep_integrator(MethodOptions const& options) {
  Integrator integrator = exact_integrator(adams_bashforth(options.ab_order));
  if (options.ab_starts_at_order_1)
    for (int order = 1; order < options.ab_order; ++order) integrator.start.push_back(round(adams_bashforth(order)));
  return integrator;
}

Integrator find_integrator(MethodOptions const& options) {
  if (equal_names(options.ode_method, adams)) return multistep_integrator(options);
  bool const generic = equal_names(options.ode_method, generic_method);
  if (equal_names(options.ode_method, icn) || (generic && equal_names(options.generic_type, "ICN")))
    return exact_integrator(iterated_crank_nicholson(free_n_substeps(options)));
  if (equal_names(options.ode_method, averaged_icn))
    return rounded_integrator(
        averaged_crank_nicholson(free_n_substeps(options), options.icn_theta, options.icn_swapped));
  if (generic && equal_names(options.generic_type, "Table")) {
    std::size_t const n = options.beta.size();
    if (n == 0 || options.alpha.size() != n * n)
      return no_integrator("MoL::Generic_Method_Descriptor contains " + std::to_string(options.alpha.size()) +
                           " numbers GenericAlphaCoeffs and " + std::to_string(n) +
                           " numbers GenericBetaCoeffs. A method of s substeps has s*s and s of them; write all "
                           "numbers with a decimal point.");
    return rounded_integrator(shu_osher(options.alpha, options.beta, options.tiny));
  }
  if (Method<Ratio> const* table = find_table(options)) return exact_integrator(*table);
  if (generic && equal_names(options.generic_type, "RK"))
    return no_integrator(
        "MoL::Generic_Type = \"RK\" has methods of 1 to 4 substeps, but MoL::MoL_Intermediate_Steps = " +
        std::to_string(options.n_substeps) + ".");
  return no_integrator("MoL::ODE_Method = \"" + options.ode_method + "\" is not available. Available are " +
                       join_names(ode_methods(), "and") + ".");
}

} // namespace

std::vector<std::string> ode_methods() {
  auto names = names_of_tables([](auto const& table) { return !table.name.starts_with(generic_method); });
  names.insert(names.end(), {icn, averaged_icn, adams, generic_method});
  return names;
}

Integrator choose_method(MethodOptions const& options) {
  Integrator integrator = find_integrator(options);
  if (!integrator.errors.empty()) return integrator;
  std::string const method = "MoL::ODE_Method = \"" + options.ode_method + "\" (" + integrator.method.name + ")";
  if (int const n = integrator.method.n_substeps(); options.n_substeps != 0 && n != options.n_substeps)
    integrator.errors.push_back(method + " requires MoL::MoL_Intermediate_Steps = " + std::to_string(n) +
                                " (or 0: automatic), not " + std::to_string(options.n_substeps) + ".");
  if (int const n = n_scratch(integrator.method); options.n_scratch != 0 && n > options.n_scratch)
    integrator.errors.push_back(method + " requires MoL::MoL_Num_Scratch_Levels = " + std::to_string(n) +
                                " or more (or 0: automatic), not " + std::to_string(options.n_scratch) + ".");
  if (options.is_adaptive && integrator.method.error.empty())
    integrator.errors.push_back(
        "MoL::adaptive_stepsize = \"yes\" requires a method that estimates its error: " +
        join_names(names_of_tables([](auto const& table) { return !table.error.empty(); }), "or") + ", not " +
        options.ode_method + ".");
  return integrator;
}

} // namespace mol
