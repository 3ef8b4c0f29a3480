#include "vtk_file.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <ostream>
#include <regex>
#include <sstream>

namespace spectral_euler {
namespace {

constexpr std::uint8_t hexahedron = 12; // VTK_HEXAHEDRON

/// The shortest text that represents the number exactly.
std::string exact_text(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// The nodes of the sub-hexahedra: the corners of the lower face counterclockwise, then those of the upper face.
std::vector<std::int64_t> hexahedra(int n, std::int64_t n_elements) {
  std::vector<std::int64_t> corners;
  for (std::int64_t element = 0; element < n_elements; ++element)
    for (int k = 0; k + 1 < n; ++k)
      for (int j = 0; j + 1 < n; ++j)
        for (int i = 0; i + 1 < n; ++i) {
          std::int64_t const first = i + n * (j + n * (k + n * element));
          for (int const above : {0, n * n})
            for (int const offset : {0, 1, n + 1, n}) corners.push_back(first + above + offset);
        }
  return corners;
}

/// Declares arrays in the header and writes their data after it, each with its size in bytes in front.
class AppendedData {
public:
  template <class T>
  std::string declare(std::string const& type, std::string const& name, int n_components,
                      std::vector<T> const& values) {
    std::string const size = std::to_string(offset_);
    blocks_.push_back({reinterpret_cast<char const*>(values.data()), values.size() * sizeof(T)});
    offset_ += sizeof(std::uint64_t) + blocks_.back().size;
    return "        <DataArray type=\"" + type + "\" Name=\"" + name + "\" NumberOfComponents=\"" +
           std::to_string(n_components) + "\" format=\"appended\" offset=\"" + size + "\"/>\n";
  }

  void write(std::ostream& file) const {
    for (Block const& block : blocks_) {
      std::uint64_t const size = block.size;
      file.write(reinterpret_cast<char const*>(&size), sizeof size);
      file.write(block.data, static_cast<std::streamsize>(block.size));
    }
  }

private:
  struct Block {
    char const* data;
    std::size_t size;
  };
  std::vector<Block> blocks_;
  std::uint64_t offset_ = 0;
};

} // namespace

void write_vtu(std::ostream& file, int n, std::vector<double> const& points, std::vector<VtkField> const& fields) {
  std::size_t const n_points = points.size() / 3;
  auto const corners = hexahedra(n, static_cast<std::int64_t>(n_points) / (n * n * n));
  std::vector<std::int64_t> ends;
  for (std::size_t end = 8; end <= corners.size(); end += 8) ends.push_back(static_cast<std::int64_t>(end));
  std::vector<std::uint8_t> const types(ends.size(), hexahedron);
  AppendedData data;
  file << "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" header_type=\"UInt64\" "
          "byte_order=\""
       << (std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian") << "\">\n  <UnstructuredGrid>\n"
       << "    <Piece NumberOfPoints=\"" << n_points << "\" NumberOfCells=\"" << ends.size()
       << "\">\n      <PointData>\n";
  for (VtkField const& field : fields) file << data.declare("Float64", field.name, 1, field.values);
  file << "      </PointData>\n      <Points>\n"
       << data.declare("Float64", "Points", 3, points) << "      </Points>\n      <Cells>\n"
       << data.declare("Int64", "connectivity", 1, corners) << data.declare("Int64", "offsets", 1, ends)
       << data.declare("UInt8", "types", 1, types)
       << "      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n  <AppendedData encoding=\"raw\">\n_";
  data.write(file);
  file << "\n  </AppendedData>\n</VTKFile>\n";
}

std::string pvd_text(std::vector<VtkTime> const& times) {
  std::string text = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n  <Collection>\n";
  for (VtkTime const& entry : times)
    text += "    <DataSet timestep=\"" + exact_text(entry.time) + "\" file=\"" + entry.file + "\"/>\n";
  return text + "  </Collection>\n</VTKFile>\n";
}

std::vector<VtkTime> read_pvd(std::string const& text) {
  std::vector<VtkTime> times;
  std::regex const entry("\\s*<DataSet timestep=\"([^\"]+)\" file=\"([^\"]+)\"/>");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::smatch match;
    double time = 0;
    if (!std::regex_match(line, match, entry)) continue;
    std::string const number = match[1];
    if (std::from_chars(number.data(), number.data() + number.size(), time).ec == std::errc{})
      times.push_back({time, match[2]});
  }
  return times;
}

} // namespace spectral_euler
