#include "framework/parameters/parameter_table.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "framework/ccl/expression.hpp"
#include "framework/ccl/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace chemora::parameters {

namespace {

std::string key(std::string const& owner, std::string const& name) { return ccl::lower_case(owner + "::" + name); }

Parameter* look_up(std::map<std::string, Parameter*> const& names, std::string const& wanted) {
  auto const found = names.find(wanted);
  return found == names.end() ? nullptr : found->second;
}

} // namespace

std::optional<IndexedName> split_index(std::string const& text) {
  auto const bracket = text.find('[');
  if (bracket == std::string::npos) return IndexedName{text, -1};
  IndexedName result{text.substr(0, bracket), -1};
  auto const* const begin = text.data() + bracket + 1;
  auto const* const end = text.data() + text.size();
  auto const [stop, failure] = std::from_chars(begin, end, result.index);
  if (failure != std::errc{} || stop + 1 != end || *stop != ']' || result.index < 0) return std::nullopt;
  return result;
}

void ParameterTable::build(ThornCatalogue const& catalogue) {
  catalogue_ = &catalogue;
  base::Diagnostics problems;
  // Active thorns come first, so that their declarations precede those of inactive thorns.
  for (bool const active : {true, false})
    for (auto const& thorn : catalogue.thorns())
      if (thorn.is_active == active) add_thorn(thorn);
  for (auto const& thorn : catalogue.thorns())
    if (thorn.is_active) link_thorn(thorn, problems);
  problems.throw_if_errors();
}

void ParameterTable::add_thorn(CompiledThorn const& thorn) {
  for (auto const& declaration : thorn.parameters.parameters) {
    if (declaration.origin != ccl::ParameterOrigin::declared) continue;
    bool const is_private = declaration.scope == ccl::ParameterScope::private_scope;
    auto& names = is_private ? private_ : restricted_;
    std::string const name = key(is_private ? thorn.name : thorn.implementation(), declaration.name.text);
    if (names.contains(name)) continue;
    names[name] = &parameters_.emplace_back(declaration, thorn.name, thorn.implementation());
  }
}

void ParameterTable::link_thorn(CompiledThorn const& thorn, base::Diagnostics& problems) {
  for (auto const& declaration : thorn.parameters.parameters) {
    if (!declaration.accumulator_base.empty()) {
      auto const colons = declaration.accumulator_base.find("::");
      Parameter* const base = colons == std::string::npos ? nullptr
                                                          : find(declaration.accumulator_base.substr(0, colons),
                                                                 declaration.accumulator_base.substr(colons + 2));
      Parameter* const part = find(thorn.name, declaration.name.text);
      if (base && part) {
        contributors_[base].push_back(part);
        bases_[part] = base;
      }
    }
    if (declaration.origin == ccl::ParameterOrigin::declared) continue;
    auto* const shared = look_up(restricted_, key(declaration.shared_from, declaration.name.text));
    if (!shared) {
      if (catalogue_->implementor(declaration.shared_from))
        problems.error(declaration.name.where, fmt::format("{} has no restricted parameter `{}` to share.",
                                                           declaration.shared_from, declaration.name.text));
      continue;
    }
    if (!declaration.ranges.empty()) shared->extend({thorn.name, &declaration.ranges});
  }
  for (auto const& [base, parts] : contributors_) {
    Outcome const outcome = recompute_accumulator(const_cast<Parameter&>(*base));
    if (outcome.rejection != Rejection::none)
      problems.error(base->declaration().name.where,
                     "The value accumulated from its contributions is rejected: " + outcome.message);
  }
}

Parameter* ParameterTable::find(std::string const& owner, std::string const& name) {
  // If the owner is both an inactive thorn and the implementation of an active thorn, the name refers to the active
  // thorn.
  auto const* const active = catalogue_ ? catalogue_->active_implementor(owner) : nullptr;
  auto* const own = look_up(private_, key(owner, name));
  if (own && active && !is_active(*own))
    if (auto* const meant = look_up(private_, key(active->name, name))) return meant;
  if (own) return own;
  if (auto* const shared = look_up(restricted_, key(owner, name))) return shared;
  if (!catalogue_) return nullptr;
  if (auto const* const thorn = catalogue_->find_thorn(owner))
    if (auto* const shared = look_up(restricted_, key(thorn->implementation(), name))) return shared;
  if (auto const* const thorn = catalogue_->implementor(owner)) return look_up(private_, key(thorn->name, name));
  return nullptr;
}

Parameter const* ParameterTable::find(std::string const& owner, std::string const& name) const {
  return const_cast<ParameterTable*>(this)->find(owner, name);
}

bool ParameterTable::is_active(Parameter const& parameter) const {
  if (parameter.is_private()) {
    auto const* const thorn = catalogue_->find_thorn(parameter.thorn());
    return thorn && thorn->is_active;
  }
  return catalogue_->active_implementor(parameter.implementation()) != nullptr;
}

bool ParameterTable::has_owner(std::string const& owner) const {
  return catalogue_->find_thorn(owner) || catalogue_->implementor(owner);
}

std::string ParameterTable::nearest_owner(std::string const& owner) const {
  std::vector<std::string> owners = catalogue_->thorn_names();
  for (auto const& implementation : catalogue_->implementations()) owners.push_back(implementation);
  return base::did_you_mean(owner, owners);
}

std::string ParameterTable::why_unknown(std::string const& owner, std::string const& name) const {
  auto const* const thorn = catalogue_->find_thorn(owner);
  auto const* const implementor = thorn ? thorn : catalogue_->implementor(owner);
  if (!implementor)
    return fmt::format("There is no thorn or implementation `{}` in this program.{}", owner, nearest_owner(owner));
  std::vector<std::string> names, elsewhere;
  for (auto const& parameter : parameters_) {
    bool const is_here = parameter.is_private()
                             ? ccl::same_name(parameter.thorn(), implementor->name)
                             : ccl::same_name(parameter.implementation(), implementor->implementation());
    if (is_here) names.push_back(parameter.name());
    if (!is_here && ccl::same_name(parameter.name(), name)) elsewhere.push_back(parameter.full_name());
  }
  std::string text = fmt::format("{} has no parameter `{}`.{}", owner, name, base::did_you_mean(name, names));
  if (!elsewhere.empty()) text += fmt::format(" Parameters of that name: {}.", fmt::join(elsewhere, ", "));
  return text;
}

SetReport ParameterTable::set(std::string const& owner, std::string const& name, std::string const& text) {
  auto const target = split_index(name);
  if (!target) return {SetResult::unknown, fmt::format("`{}` is not the name of a parameter.", name)};
  Parameter* const parameter = find(owner, target->name);
  if (!parameter) return {SetResult::unknown, why_unknown(owner, target->name)};
  if (!is_active(*parameter))
    return {SetResult::inactive_thorn,
            fmt::format("{} belongs to the thorn {}, which is not active. Add it to ActiveThorns.",
                        parameter->full_name(), parameter->thorn())};
  if (target->index >= 0 && !parameter->is_array())
    return {SetResult::unknown, fmt::format("{} is not an array; remove the index.", parameter->full_name())};
  if (target->index < 0 && parameter->is_array())
    return {SetResult::array_without_index,
            fmt::format("{} is an array of {} elements; write {}[0] or a list [a, b].", parameter->full_name(),
                        parameter->n_elements(), parameter->name())};
  return change(*parameter, std::max(target->index, 0), text);
}

SetReport ParameterTable::change(Parameter& parameter, int element, std::string const& text) {
  if (!parameter.declaration().accumulator.empty())
    return {SetResult::is_accumulator,
            parameter.full_name() + " is accumulated from other parameters; set those instead."};
  bool const is_steerable = parameter.declaration().steerable == ccl::Steerable::always;
  if (phase_ == Phase::running && !is_steerable)
    return {SetResult::not_steerable, parameter.full_name() + " cannot be changed during the simulation."};

  bool const is_element = element < parameter.n_elements();
  if (phase_ == Phase::recovering && is_element && parameter.n_times_set(element) > 0)
    return recover(parameter, element, text);

  std::string const before = is_element ? parameter.text(element) : "";
  Outcome const outcome = parameter.set(text, element);
  if (outcome.rejection == Rejection::bad_index) return {SetResult::unknown, outcome.message};
  bool const is_boolean = parameter.type() == ccl::ParameterType::boolean;
  if (outcome.rejection == Rejection::wrong_kind)
    return {is_boolean ? SetResult::not_admissible : SetResult::wrong_kind, outcome.message};
  if (outcome.rejection == Rejection::not_admissible) return {SetResult::not_admissible, outcome.message};
  if (auto const base = bases_.find(&parameter); base != bases_.end())
    if (Outcome const sum = recompute_accumulator(*base->second); sum.rejection != Rejection::none) {
      parameter.set(before, element, false);
      recompute_accumulator(*base->second);
      return {SetResult::accumulated_not_admissible,
              fmt::format("{} cannot be `{}`, because it contributes to an accumulator. {}", parameter.full_name(),
                          text, sum.message)};
    }
  if (phase_ == Phase::reading && parameter.n_times_set(element) > 1)
    return reject_repetition(parameter, element, before);
  for (auto const& observer : observers_) observer(parameter, element);
  return {};
}

SetReport ParameterTable::recover(Parameter& parameter, int element, std::string const& text) {
  if (parameter.declaration().steerable != ccl::Steerable::never) return {};
  std::string const in_file = parameter.text(element);
  Outcome const outcome = parameter.set(text, element, false);
  if (outcome.rejection == Rejection::none && parameter.text(element) == in_file) return {};
  parameter.set(in_file, element, false);
  std::string const index = parameter.is_array() ? fmt::format("[{}]", element) : "";
  return {
      SetResult::set_to_other_value,
      fmt::format("{}{} is `{}` in the parameter file, but the checkpoint was written with `{}`, and this parameter "
                  "cannot change from one to the other. Use the value of the checkpoint, or remove the setting.",
                  parameter.full_name(), index, in_file, text)};
}

SetReport ParameterTable::reject_repetition(Parameter const& parameter, int element, std::string const& before) {
  std::string const index = parameter.is_array() ? fmt::format("[{}]", element) : "";
  std::string const name = parameter.full_name() + index;
  if (parameter.text(element) == before)
    return {SetResult::set_to_same_value, fmt::format("{} is set twice, both times to `{}`.", name, before)};
  return {SetResult::set_to_other_value,
          fmt::format("{} is set twice: first to `{}`, then to `{}`.", name, before, parameter.text(element))};
}

Outcome ParameterTable::recompute_accumulator(Parameter& base) {
  base::SourceText const source{base.full_name(), base.declaration().accumulator};
  base::Diagnostics problems(&source);
  ccl::Reader reader(source, problems);
  ccl::Expression const expression = ccl::parse_expression(reader);
  auto const to_ccl = [](Parameter const& parameter) -> ccl::Value {
    TypedValue const value = parameter.value();
    if (auto const* const whole = std::get_if<std::int64_t>(&value)) return *whole;
    if (auto const* const real = std::get_if<double>(&value)) return *real;
    return std::get<std::string>(value);
  };
  auto const initial = parse_value(base.type(), base.declaration().default_value);
  ccl::Value sum = base.type() == ccl::ParameterType::real ? ccl::Value{std::get<double>(*initial)}
                                                           : ccl::Value{std::get<std::int64_t>(*initial)};
  for (Parameter const* const part : contributors_[&base]) {
    ccl::Environment environment;
    environment.parameter = [&](std::string const& name) -> std::optional<ccl::Value> {
      if (name == "x") return sum;
      if (name == "y") return to_ccl(*part);
      return std::nullopt;
    };
    sum = ccl::evaluate(expression, environment);
  }
  std::string const text = std::holds_alternative<double>(sum) ? fmt::format("{}", std::get<double>(sum))
                                                               : fmt::format("{}", std::get<std::int64_t>(sum));
  Outcome outcome = base.set(text, 0, true);
  base.set_times_set(0, 0);
  return outcome;
}

ParameterTable& parameter_table() {
  static ParameterTable table;
  return table;
}

} // namespace chemora::parameters
