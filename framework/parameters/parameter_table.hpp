/// All parameters of the run: look-up by name, changes under the rules of steering, and names in CCL and messages.
#pragma once

#include "framework/base/errors.hpp"
#include "framework/ccl/expression.hpp"
#include "framework/parameters/parameter.hpp"
#include "framework/parameters/thorn_catalogue.hpp"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::parameters {

enum class Phase {
  reading,    ///< the parameter file: every parameter may be set once
  recovering, ///< a checkpoint: parameters that the parameter file has not set may be set
  running,    ///< only parameters with STEERABLE=ALWAYS may be set
};

/// The values that CCTK_ParameterSet returns.
enum class SetResult {
  ok = 0,
  not_admissible = -1,
  unknown = -2,
  not_steerable = -3,
  inactive_thorn = -5,
  wrong_kind = -6, ///< the parameter is numeric, but the text is not a number
  is_accumulator = -7,
  array_without_index = -8,
  accumulated_not_admissible = -9, ///< the resulting value of the accumulator is not admissible
  set_to_other_value = -10,
  set_to_same_value = -11,
};

struct SetReport {
  SetResult result = SetResult::ok;
  std::string message; ///< states the mistake and the allowed values; empty if ok
};

class ParameterTable {
public:
  /// Adds the parameters of every thorn of the catalogue; those of inactive thorns have their defaults. Links USES,
  /// EXTENDS and accumulators of active thorns. Throws base::UserError with all findings. The catalogue must outlive
  /// the table.
  void build(ThornCatalogue const& catalogue);

  /// `owner` is a thorn or an implementation; case is ignored. nullptr for unknown names.
  Parameter* find(std::string const& owner, std::string const& name);
  Parameter const* find(std::string const& owner, std::string const& name) const;

  /// `name` may end in an index: `array[3]`. During recovery, a value from the parameter file is not changed; if a
  /// parameter with STEERABLE=NEVER has another value in the file than in the checkpoint, the result is
  /// `set_to_other_value`.
  SetReport set(std::string const& owner, std::string const& name, std::string const& text);

  Phase phase() const { return phase_; }
  void set_phase(Phase phase) { phase_ = phase; }

  std::deque<Parameter>& all() { return parameters_; }
  bool is_active(Parameter const& parameter) const;

  /// Whether a thorn or implementation of that name is compiled, and " Did you mean `...`?" with a similar name, or an
  /// empty text.
  bool has_owner(std::string const& owner) const;
  std::string nearest_owner(std::string const& owner) const;

  /// "There is no parameter ...", with the nearest name and the thorns that have a parameter of that name.
  std::string why_unknown(std::string const& owner, std::string const& name) const;

  /// Called after every change made by set().
  using Observer = std::function<void(Parameter const&, int element)>;
  void observe(Observer observer) { observers_.push_back(std::move(observer)); }

private:
  Parameter* declared(std::string const& owner, std::string const& name, bool is_private);
  void add_thorn(CompiledThorn const& thorn);
  void link_thorn(CompiledThorn const& thorn, base::Diagnostics& problems);
  SetReport change(Parameter& parameter, int element, std::string const& text);
  SetReport recover(Parameter& parameter, int element, std::string const& text);
  SetReport reject_repetition(Parameter const& parameter, int element, std::string const& before);
  Outcome recompute_accumulator(Parameter& base);

  ThornCatalogue const* catalogue_ = nullptr;
  std::deque<Parameter> parameters_;
  std::map<std::string, Parameter*> private_;    ///< "thorn::name", lower case
  std::map<std::string, Parameter*> restricted_; ///< "implementation::name", lower case
  std::map<Parameter const*, std::vector<Parameter*>> contributors_;
  std::map<Parameter const*, Parameter*> bases_;
  std::vector<Observer> observers_;
  Phase phase_ = Phase::reading;
};

/// Splits `array[3]` into name and index; the index is -1 without brackets. Empty if the brackets are malformed.
struct IndexedName {
  std::string name;
  int index = -1;
};
std::optional<IndexedName> split_index(std::string const& text);

/// The table of this process.
ParameterTable& parameter_table();

/// Returns callbacks that evaluate names in the expressions of a thorn's CCL files. `par` is a parameter of the thorn
/// or a shared parameter under its local name; `owner::par` is any parameter. The arguments must outlive the result.
ccl::Environment ccl_environment(CompiledThorn const& thorn, ThornCatalogue const& catalogue,
                                 ParameterTable const& table);

/// The parameter with this name in the code and CCL of the thorn, or nullptr.
Parameter const* find_local(CompiledThorn const& thorn, ParameterTable const& table, std::string const& name);

/// For each parameter that `message` mentions: its assignment in the parameter file, `run.par:3:1: grid::n = 5`, or
/// that it has its default. Names are `owner::parameter`, or the bare name of a parameter that `thorn` declares or
/// shares. A bare name counts only if the parameter file sets it, because it may also be a common word. Parameters are
/// listed without repetitions, in the order of the message.
std::vector<std::string> mentioned_assignments(ThornCatalogue const& catalogue, ParameterTable const& table,
                                               std::string const& thorn, std::string const& message);

/// Treatment of doubtful assignments in a parameter file. Errors for `strict` only: parameters of inactive thorns,
/// accumulators, parameters set twice to the same value. Errors for `strict` and `normal`: unknown parameters,
/// parameters set twice to different values. At other levels these findings are warnings. A thorn that is not compiled
/// counts as inactive, unless its name is similar to another one.
enum class ParameterLevel { strict, normal, relaxed };

/// Sets the value that CCTK_ParameterLevel returns.
void set_parameter_level(ParameterLevel level);

/// Calls the callbacks of CCTK_ParameterSetNotifyRegister for changes of `table`; called once after the table is built.
void connect_notifications(ParameterTable& table);

} // namespace chemora::parameters
