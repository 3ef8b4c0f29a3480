// All parameters of the run, found by name, set under the rules of steering.
#pragma once

#include "framework/base/errors.hpp"
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
  reading,    ///< the parameter file: everything may be set, once
  recovering, ///< a checkpoint: what the parameter file has not set may be set
  running,    ///< only STEERABLE=ALWAYS may be set
};

/// Numbers as CCTK_ParameterSet returns them.
enum class SetResult {
  ok = 0,
  not_admissible = -1,
  unknown = -2,
  not_steerable = -3,
  inactive_thorn = -5,
  wrong_kind = -6, ///< not a number
  is_accumulator = -7,
  array_without_index = -8,
  sum_not_admissible = -9, ///< the sum that the parameter is a part of
  set_to_other_value = -10,
  set_to_same_value = -11,
};

struct SetReport {
  SetResult result = SetResult::ok;
  std::string message; ///< what is wrong and what is allowed, in sentences; empty if ok
};

class ParameterTable {
public:
  /// Parameters of every thorn of the catalogue, inactive ones with their defaults. USES, EXTENDS and accumulators
  /// of active thorns are linked. Throws base::UserError with all findings. The catalogue must outlive the table.
  void build(ThornCatalogue const& catalogue);

  /// `owner` is a thorn or an implementation; names without regard to case. nullptr if there is none.
  Parameter* find(std::string const& owner, std::string const& name);
  Parameter const* find(std::string const& owner, std::string const& name) const;

  /// `name` may end in an index: `array[3]`. While recovering, the value of the parameter file stays, and for
  /// parameters that only the checkpoint may tell (STEERABLE=NEVER) another value in the file is `set_to_other_value`.
  SetReport set(std::string const& owner, std::string const& name, std::string const& text);

  Phase phase() const { return phase_; }
  void set_phase(Phase phase) { phase_ = phase; }

  std::deque<Parameter>& all() { return parameters_; }
  bool is_active(Parameter const& parameter) const;

  /// Whether a thorn or implementation of that name is compiled; if not, " Did you mean `...`?" or nothing.
  bool has_owner(std::string const& owner) const;
  std::string nearest_owner(std::string const& owner) const;

  /// "There is no parameter ...", with the nearest name and the thorns that have one of that name.
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
  SetReport refuse_repetition(Parameter const& parameter, int element, std::string const& before);
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

/// `array[3]` as name and index; index -1 without brackets. Nothing if the brackets are malformed.
struct IndexedName {
  std::string name;
  int index = -1;
};
std::optional<IndexedName> split_index(std::string const& text);

/// The one of this process.
ParameterTable& parameter_table();

} // namespace chemora::parameters
