/// The elements of the arrays of a loop kernel or loop tree while it is interpreted.
#pragma once

#include "codegen/ir/array.hpp"

#include <cstddef>

namespace chemora::ir {

/// One element of one copy of an array.
struct ElementPlace {
  std::size_t array = 0;    ///< number of the array, or of the first array that shares its storage
  std::vector<long> copy{}; ///< values of the loop variables TypedArray::copies
  std::size_t offset = 0;

  auto operator<=>(ElementPlace const&) const = default;
};

/// Values of loop variables and parameters by name.
using NameValues = std::map<std::string, double>;

class ArrayValues {
public:
  /// `arguments` contains the elements of the arguments in the layout of their declarations. Temporaries with the same
  /// text `storage` share one storage if `shares_storage`. Throws base::InternalError if an argument is missing or has
  /// another number of elements than its declaration. All parameters must outlive this object.
  ArrayValues(std::vector<TypedArray> const& arrays, NameValues const& parameters,
              std::map<std::string, std::vector<double>>& arguments, bool shares_storage);

  /// Returns the element, or sets `error` to a clause such as "subscript 1 of `a` is 4; allowed are 0 to 3". `names`
  /// contains values of all loop variables.
  ElementPlace place(std::string const& array, std::vector<double> const& subscripts, NameValues const& names,
                     std::string& error) const;

  /// Returns the value of an element; NaN for an element of a temporary that has not been written.
  double read(ElementPlace const& place) const;
  void write(ElementPlace const& place, double value);

private:
  struct Item {
    Type type = Type::real64;
    std::vector<std::string> copies{};
    std::vector<long> extents{}, strides{};
    std::size_t n_elements = 1;
    std::size_t storage = 0;                 ///< number of the array that owns the storage
    std::vector<double>* argument = nullptr; ///< elements of an argument
  };

  std::vector<Item> items_;
  std::map<std::string, std::size_t> numbers_;
  std::map<std::pair<std::size_t, std::vector<long>>, std::vector<double>> temporaries_;
};

} // namespace chemora::ir
