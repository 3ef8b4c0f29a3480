// Fuzz targets for parameter declarations (param.ccl) and for parameter files.
#include "framework/parameters/par_evaluation.hpp"
#include "testsuites/fuzz/targets/target.hpp"

namespace chemora::fuzz {

namespace {

bind::ThornBinding thorn(char const* param) {
  bind::ThornBinding binding{};
  binding.thorn = "T";
  binding.arrangement = "Fuzz";
  binding.interface = {"interface.ccl", "IMPLEMENTS: t\n"};
  binding.param = {"param.ccl", param};
  return binding;
}

/// A parameter table with one active thorn, which has the declarations `param`.
struct Thorn {
  explicit Thorn(char const* param) : binding(thorn(param)) {
    catalogue.add(binding).is_active = true;
    table.build(catalogue);
  }
  bind::ThornBinding binding;
  parameters::ThornCatalogue catalogue;
  parameters::ParameterTable table;
};

constexpr char declarations[] = R"(
PRIVATE:
INT i "" STEERABLE=ALWAYS
{
  0:10   :: ""
  20:*:2 :: ""
} 3
REAL r ""
{
  (*:*) :: ""
} 0.5
KEYWORD k ""
{
  "one", "two" :: ""
} "one"
STRING s ""
{
  "^[^!]*$" :: ""
} "abc"
BOOLEAN b ""
{
} no
INT a[3] ""
{
  : :: ""
} 1
)";

/// Checks that each parameter that was set has an admissible value, also when its text form is read again.
void check_values(parameters::ParameterTable& table) {
  for (auto const& parameter : table.all())
    for (int element = 0; element < parameter.n_elements(); ++element) {
      std::string const text = parameter.text(element);
      bool const is_set = parameter.n_times_set(element) > 0;
      require(!is_set || parameter.check(text, element).rejection == parameters::Rejection::none,
              parameter.full_name() + " has the value `" + text + "`, which it does not admit");
    }
}

} // namespace

bool param_ccl(std::string const& text) {
  std::string const without_end = text.substr(0, text.find('\0')); // the binding holds C strings
  return accepted([&] {
    Thorn thorn(without_end.c_str());
    for (auto const& parameter : thorn.catalogue.find_thorn("T")->parameters.parameters)
      for (char const* value : {"1", "-3.5d2", "nan", "yes", "abc", ""})
        thorn.table.set("T", parameter.name.text + (parameter.array_length ? "[0]" : ""), value);
    check_values(thorn.table);
  });
}

bool parameter_file(std::string const& text) {
  return accepted([&] {
    Thorn thorn(declarations);
    base::SourceText const source{"run.par", text};
    base::Diagnostics problems(&source);
    auto const file = parameters::parse_parameter_file(source, problems);
    parameters::requested_thorns(file, problems);
    parameters::ParEvaluation(thorn.table, source.name, problems).apply(file, parameters::ParameterLevel::relaxed);
    check_values(thorn.table);
    problems.throw_if_errors();
  });
}

} // namespace chemora::fuzz
