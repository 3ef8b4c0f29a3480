/// Describes datasets of HDF5 files as an XDMF file, which ParaView and VisIt open.
///
/// XDMF is a text that names datasets, their coordinates and their times. Variables with the same grid and the same
/// times are attributes of one temporal collection of grids:
///
///   <Grid Name="grid" GridType="Collection" CollectionType="Temporal">
///     <Grid Name="it=0"><Time Value="0"/> ... <Attribute Name="u"> ... u.h5:/xdmf/u_0
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace iohdf5 {

/// A uniform grid of up to three dimensions in three-dimensional space, x first. Missing directions have one point.
struct UniformGrid {
  std::array<std::size_t, 3> points{1, 1, 1};
  std::array<double, 3> origin{}, delta{1, 1, 1};

  auto operator<=>(UniformGrid const&) const = default;
};

/// The type of a dataset in XDMF. The kind is empty for types that XDMF does not have, such as complex numbers.
struct NumberType {
  std::string kind; ///< Float, Int, Short, Char or UChar
  std::size_t bytes = 0;

  auto operator<=>(NumberType const&) const = default;
};

/// A variable at one iteration.
struct StoredArray {
  std::string file;    ///< relative to the folder of the XDMF file
  std::string dataset; ///< path in the HDF5 file, without colons and blanks, which separate parts of the text
  NumberType type;
  double time = 0;
  UniformGrid grid;
};

/// All stored arrays of one XDMF file.
class StoredArrays {
public:
  /// Replaces an array of the same variable and iteration.
  void add(std::string const& variable, int iteration, StoredArray array);

  bool empty() const { return by_variable_.empty(); }

  /// The content of the XDMF file.
  std::string xdmf_text() const;

private:
  std::map<std::string, std::map<int, StoredArray>> by_variable_;
};

/// The path of an array in the HDF5 file: "/xdmf/u_48". Readers of XDMF split paths at colons and blanks, which the
/// name of the dataset contains. Therefore the group xdmf contains a second link to each dataset.
std::string link_path(std::string const& variable, int iteration);

} // namespace iohdf5
