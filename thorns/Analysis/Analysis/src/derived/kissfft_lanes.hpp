/// KissFFT for lanes of vectors, with the instruction set that is selected where this header is included. The type of
/// its numbers is in an unnamed namespace, so that each source that includes this header has a KissFFT of its own.
#pragma once

#include "line_transform.hpp"

#include <kissfft/kissfft.hh>

#include <concepts>

namespace analysis {
namespace {

/// One number of each line. The constructor of kissfft computes factors that are equal for all lines, with functions of
/// `double`; the conversion to `double` returns the first number.
struct alignas(sizeof(Lanes)) Numbers {
  Numbers() : lanes{} {}
  Numbers(double number) : lanes(number - Lanes{}) {}
  Numbers(Lanes const& numbers) : lanes(numbers) {}
  // The compiler copies trivial objects with registers of 16 bytes. A load of 32 bytes after two such stores is slow.
  Numbers(Numbers const& numbers) : lanes(numbers.lanes) {}
  Numbers& operator=(Numbers const& numbers) {
    lanes = numbers.lanes;
    return *this;
  }
  operator double() const { return lanes[0]; }

  Numbers& operator+=(Numbers const& b) { return *this = *this + b; }
  Numbers& operator-=(Numbers const& b) { return *this = *this - b; }
  Numbers& operator*=(Numbers const& b) { return *this = *this * b; }
  friend Numbers operator-(Numbers const& a) { return -a.lanes; }
  friend Numbers operator+(Numbers const& a, Numbers const& b) { return a.lanes + b.lanes; }
  friend Numbers operator-(Numbers const& a, Numbers const& b) { return a.lanes - b.lanes; }
  friend Numbers operator*(Numbers const& a, Numbers const& b) { return a.lanes * b.lanes; }
  template <std::integral Integer>
  friend Numbers operator*(Integer a, Numbers const& b) {
    return static_cast<double>(a) * b.lanes;
  }
  friend Numbers operator*(Numbers const& a, double b) { return a.lanes * b; }

  Lanes lanes;
};

class KissTransform final : public LineTransform {
public:
  explicit KissTransform(std::size_t n) : transform_(n, false) {}

  void transform(ComplexLanes const* in, std::size_t stride, ComplexLanes* out) const override {
    using Complex = std::complex<Numbers>;
    static_assert(sizeof(Complex) == sizeof(ComplexLanes));
    transform_.transform(reinterpret_cast<Complex const*>(in), reinterpret_cast<Complex*>(out), 0, 1, stride);
  }

private:
  kissfft<Numbers> transform_;
};

std::unique_ptr<LineTransform> make_kiss_transform(std::size_t n) { return std::make_unique<KissTransform>(n); }

} // namespace
} // namespace analysis
