// The bin RECOVER_PARAMETERS, whose conditions hold with the parameters as the parameter file says them.
#include "framework/run/recover_parameters.hpp"

#include "framework/base/errors.hpp"
#include "framework/parameters/ccl_environment.hpp"
#include "framework/run/scheduled_call.hpp"
#include "framework/schedule/traversal.hpp"

namespace chemora::run {

namespace {

schedule::Schedule schedule_with(parameters::ThornCatalogue const& catalogue,
                                 parameters::ParameterTable const& parameters) {
  std::vector<schedule::ThornStatement> statements;
  for (auto const& thorn : catalogue.thorns()) {
    if (!thorn.is_active) continue;
    auto const environment = parameters::ccl_environment(thorn, catalogue, parameters);
    for (auto const* const item : ccl::active_statements(thorn.schedule, environment).items)
      statements.push_back({thorn.name, item});
  }
  return schedule::Schedule(schedule::sorted(std::move(statements), "none"));
}

/// There are no variables yet: neither storage nor conditions on them.
class Recovery : public schedule::Actions {
public:
  explicit Recovery(parameters::ThornCatalogue const& catalogue) : catalogue_(catalogue) {}

  int result = 0; ///< of the last function that did not return 0

  void enter(schedule::Item const&) override {}
  void leave(schedule::Item const&) override {}

  void call(schedule::Item const& item) override {
    if (result > 0) return;
    auto const function = find_function(*catalogue_.find_thorn(item.thorn), item).function;
    if (int const status = reinterpret_cast<int (*)()>(function)(); status != 0) result = status;
  }

  bool is_non_zero(ccl::Name const& variable, schedule::Item const& item) override {
    throw base::UserError(variable.where, item.thorn + "::" + item.shown_name() +
                                              " runs at RECOVER_PARAMETERS, before there are variables: it cannot "
                                              "depend on `" +
                                              variable.text + "`.");
  }

private:
  parameters::ThornCatalogue const& catalogue_;
};

} // namespace

bool recover_parameters(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable& parameters) {
  auto const schedule = schedule_with(catalogue, parameters);
  Recovery recovery(catalogue);
  parameters.set_phase(parameters::Phase::recovering);
  schedule::traverse(schedule, "CCTK_RECOVER_PARAMETERS", recovery);
  parameters.set_phase(parameters::Phase::running);
  if (recovery.result < 0)
    throw base::UserError("The run cannot start from a checkpoint, as its parameters ask; the reasons are above.");
  return recovery.result > 0;
}

} // namespace chemora::run
