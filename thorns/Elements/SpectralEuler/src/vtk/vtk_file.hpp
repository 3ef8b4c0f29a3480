/// VTK files of spectral elements: unstructured grids (.vtu) and their lists by time (.pvd), as ParaView reads them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace spectral_euler {

/// The values of a variable at all nodes.
struct VtkField {
  std::string name{};
  std::vector<double> values{};
};

/// Writes elements with n^3 nodes each: element after element, the first axis of an element fastest. Each element is
/// divided into (n - 1)^3 linear hexahedra between its nodes. The data are binary, in the byte order of this machine.
/// `points` contains x, y and z of each node.
void write_vtu(std::ostream& file, int n, std::vector<double> const& points, std::vector<VtkField> const& fields);

/// One file of a list.
struct VtkTime {
  double time = 0;
  std::string file{};
};

std::string pvd_text(std::vector<VtkTime> const& times);

/// Returns the entries of a text of pvd_text. Lines of another form are ignored.
std::vector<VtkTime> read_pvd(std::string const& text);

} // namespace spectral_euler
