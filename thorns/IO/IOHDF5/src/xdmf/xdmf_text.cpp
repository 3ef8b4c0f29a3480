#include "xdmf_text.hpp"

#include <charconv>
#include <utility>

namespace iohdf5 {
namespace {

/// The shortest text that preserves every bit.
std::string text_of(double number) {
  std::array<char, 32> buffer;
  auto const result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  return {buffer.data(), result.ptr};
}

std::string text_of(std::size_t number) { return std::to_string(number); }

/// The three numbers of a grid in the order z, y, x of XDMF.
template <class Number>
std::string reversed(std::array<Number, 3> const& numbers) {
  return text_of(numbers[2]) + " " + text_of(numbers[1]) + " " + text_of(numbers[0]);
}

std::string escaped(std::string const& text) {
  std::string result;
  for (char const letter : text)
    result += letter == '&'   ? "&amp;"
              : letter == '<' ? "&lt;"
              : letter == '>' ? "&gt;"
              : letter == '"' ? "&quot;"
                              : std::string(1, letter);
  return result;
}

std::string grid_text(UniformGrid const& grid) {
  return "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"" + reversed(grid.points) +
         "\"/>\n"
         "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
         "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" +
         reversed(grid.origin) +
         "</DataItem>\n"
         "          <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" Dimensions=\"3\">" +
         reversed(grid.delta) +
         "</DataItem>\n"
         "        </Geometry>\n";
}

/// The dimensions are those of the grid also if the dataset has fewer: VTK's reader otherwise reads only a part.
std::string attribute_text(std::string const& variable, StoredArray const& array) {
  return "        <Attribute Name=\"" + escaped(variable) +
         "\" AttributeType=\"Scalar\" Center=\"Node\">\n"
         "          <DataItem Format=\"HDF\" NumberType=\"" +
         array.type.kind + "\" Precision=\"" + text_of(array.type.bytes) + "\" Dimensions=\"" +
         reversed(array.grid.points) + "\">" + escaped(array.file + ":" + array.dataset) +
         "</DataItem>\n"
         "        </Attribute>\n";
}

/// The grids of a variable: one for each iteration of its output. Variables with equal grids share a collection.
using Grids = std::vector<std::pair<int, std::pair<double, UniformGrid>>>;

Grids grids_of(std::map<int, StoredArray> const& arrays) {
  Grids grids;
  for (auto const& [iteration, array] : arrays) grids.emplace_back(iteration, std::pair(array.time, array.grid));
  return grids;
}

} // namespace

std::string link_path(std::string const& variable, int iteration) {
  return "/xdmf/" + variable + "_" + std::to_string(iteration);
}

void StoredArrays::add(std::string const& variable, int iteration, StoredArray array) {
  if (!array.type.kind.empty()) by_variable_[variable][iteration] = std::move(array);
}

std::string StoredArrays::xdmf_text() const {
  std::map<Grids, std::vector<std::string>> collections;
  for (auto const& [variable, arrays] : by_variable_) collections[grids_of(arrays)].push_back(variable);
  std::string text = "<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n  <Domain>\n";
  for (auto const& [grids, variables] : collections) {
    text +=
        "    <Grid Name=\"" + escaped(variables.front()) + "\" GridType=\"Collection\" CollectionType=\"Temporal\">\n";
    for (auto const& [iteration, place] : grids) {
      auto const& [time, grid] = place;
      text += "      <Grid Name=\"it=" + std::to_string(iteration) +
              "\" GridType=\"Uniform\">\n        <Time Value=\"" + text_of(time) + "\"/>\n" + grid_text(grid);
      for (auto const& variable : variables) text += attribute_text(variable, by_variable_.at(variable).at(iteration));
      text += "      </Grid>\n";
    }
    text += "    </Grid>\n";
  }
  return text + "  </Domain>\n</Xdmf>\n";
}

} // namespace iohdf5
