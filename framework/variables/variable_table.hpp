/// Groups and variables of the active thorns. Indices follow the ThornList and the order of declaration.
#pragma once

#include "framework/ccl/interface_file.hpp"
#include "framework/parameters/parameter_table.hpp"

#include <deque>
#include <map>
#include <string>
#include <vector>

namespace chemora::variables {

struct Group {
  std::string name;
  std::string implementation; ///< the part before `::`; for private groups the thorn
  std::string full_name;
  std::string thorn; ///< the thorn that declares the group
  ccl::Access access = ccl::Access::private_access;
  int type = 0;          ///< CCTK_GF, CCTK_ARRAY, CCTK_SCALAR
  int variable_type = 0; ///< CCTK_VARIABLE_*
  int distribution = 0;  ///< CCTK_DISTRIB_*
  int dimension = 0;
  int n_time_levels = 1;
  bool is_vector = false;
  int vector_length = 1;
  int first_variable = 0;
  int n_variables = 0;   ///< number of variables, including each element of a vector
  std::vector<int> size; ///< for arrays: extent by direction
  std::vector<int> ghost_size;
  std::string tags; ///< text after TAGS= in interface.ccl
  std::string centering;
  int tags_table = -1; ///< handle of the table of TAGS, which start-up creates
  int centering_table = -1;
  std::string description;
  base::SourcePosition where;
};

struct Variable {
  std::string name; ///< `phi`, `v[2]`
  std::string full_name;
  int group = 0;
};

class VariableTable {
public:
  /// Adds the groups of every active thorn. Sizes, vector lengths and ghost sizes follow from the values of parameters.
  /// Throws base::UserError with all findings.
  void build(parameters::ThornCatalogue const& catalogue, parameters::ParameterTable const& table);

  std::deque<Group>& groups() { return groups_; }
  std::deque<Group> const& groups() const { return groups_; }
  std::deque<Variable> const& variables() const { return variables_; }
  int n_groups() const { return static_cast<int>(groups_.size()); }
  int n_variables() const { return static_cast<int>(variables_.size()); }

  /// Index by full name, case ignored; -1 for unknown names. The part before `::` may also be the name of a thorn.
  int group_index(std::string const& full_name) const;
  int variable_index(std::string const& full_name) const;
  /// The indices of all elements for a vector variable without index; otherwise the variable; empty for unknown names.
  std::vector<int> variable_indices(std::string const& full_name) const;

  Group const* group(int index) const { return is_group(index) ? &groups_[static_cast<std::size_t>(index)] : nullptr; }
  Group* group(int index) { return is_group(index) ? &groups_[static_cast<std::size_t>(index)] : nullptr; }
  Variable const* variable(int index) const {
    return index >= 0 && index < n_variables() ? &variables_[static_cast<std::size_t>(index)] : nullptr;
  }
  Group const* group_of(int variable_index) const;

  std::vector<std::string> group_names() const;
  std::vector<std::string> variable_names() const;

private:
  bool is_group(int index) const { return index >= 0 && index < n_groups(); }
  void add_group(parameters::CompiledThorn const& thorn, ccl::VariableGroup const& declaration,
                 ccl::Environment const& environment);
  void add_variables(Group& group, ccl::VariableGroup const& declaration);
  int look_up(std::map<std::string, int> const& names, std::string const& full_name) const;

  std::deque<Group> groups_;
  std::deque<Variable> variables_;
  std::map<std::string, int> group_names_; ///< group indices, keyed by group name in lower case
  std::map<std::string, int> variable_names_;
  std::map<std::string, std::string> implementation_of_; ///< implementation of each thorn, keyed by thorn in lower case
};

/// The table of this process.
VariableTable& variable_table();

/// CCTK_VARIABLE_REAL for "REAL", "CCTK_REAL" or "CCTK_VARIABLE_REAL" in any case; -1 for an unknown type.
int type_code(std::string const& name);

/// "CCTK_VARIABLE_REAL"; nullptr for an unknown code.
char const* type_name(int code);

/// Bytes of one value; -1 for an unknown code.
int type_size(int code);

int group_type_code(ccl::GroupType type);
int distribution_code(ccl::Distribution distribution);

} // namespace chemora::variables
