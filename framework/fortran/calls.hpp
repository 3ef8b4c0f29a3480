/// Makes C functions callable from Fortran: one line per function; the type of the C function determines the
/// conversions.
///
///   FORTRAN_SUBROUTINE(2, cctk_varindex, CCTK_VarIndex)       call CCTK_VarIndex(index, "wave::phi")
///
/// defines `void cctk_varindex_(int* result, Word, Word)`: the result comes first, then the arguments of the C
/// function, then the length of each string. The first macro argument is the number of arguments plus the number of
/// strings; a wrong value does not compile. A function that returns a string has, after its arguments, the Fortran
/// string to fill (which also counts twice). Its result is the length of the whole text, or -1.
#pragma once

#include "framework/include/cGH.h"
#include "framework/include/cctk_Misc.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

namespace chemora::fortran {

/// An argument as Fortran passes it: an address, or the length of a string.
using Word = std::intptr_t;

template <class T>
constexpr bool is_string = std::is_same_v<T, char const*>;
template <class T>
constexpr bool is_grid = std::is_same_v<T, cGH const*> || std::is_same_v<T, cGH*>;
template <class T>
constexpr bool is_returned_string = std::is_same_v<T, char*> || std::is_same_v<T, char const*>;

/// Converts a Fortran string to a C string.
class Text {
public:
  Text(Word address, Word length) : text_(Util_NullTerminateString(reinterpret_cast<char const*>(address), length)) {}
  ~Text() { std::free(text_); }
  Text(Text const&) = delete;
  Text& operator=(Text const&) = delete;
  char const* get() const { return text_; }

private:
  char* text_;
};

/// Converts an argument: addresses are passed unchanged; for other types, the value at the address is passed.
template <class T>
class Argument {
public:
  Argument(Word word, Word) : word_(word) {}
  T get() const {
    if constexpr (std::is_pointer_v<T> && !is_grid<T>)
      return reinterpret_cast<T>(word_);
    else
      return *reinterpret_cast<T const*>(word_);
  }

private:
  Word word_;
};
template <>
class Argument<char const*> : public Text {
public:
  using Text::Text;
};

template <class R, class... A>
struct SignatureOf {
  using Result = R;
  static constexpr std::size_t n_arguments = sizeof...(A), n_strings = (std::size_t(is_string<A>) + ... + 0);
  static constexpr std::size_t n_words = n_arguments + n_strings + (is_returned_string<R> ? 2 : 0);

  /// Calls the C function with arguments in the order that Fortran compilers use.
  template <std::size_t n>
  static R call(R (*function)(A...), std::array<Word, n> const& words) {
    return call(function, words, std::index_sequence_for<A...>());
  }

private:
  /// Returns the index of the argument that is the length of a string argument.
  static constexpr std::size_t length_place(std::size_t argument) {
    constexpr std::array<bool, n_arguments + 1> strings{is_string<A>..., false};
    if (!strings[argument]) return argument;
    auto const before = std::count(strings.begin(), strings.begin() + argument, true);
    return n_arguments + (is_returned_string<R> ? 1 : 0) + static_cast<std::size_t>(before);
  }

  template <std::size_t n, std::size_t... places>
  static R call(R (*function)(A...), std::array<Word, n> const& words, std::index_sequence<places...>) {
    return [&](Argument<A> const&... arguments) {
      return function(arguments.get()...);
    }(Argument<A>(words[places], words[length_place(places)])...);
  }
};

/// The signature is deduced in a call, because clang distinguishes the types of functions that do not return.
template <class R, class... A>
SignatureOf<R, A...> signature_of(R (*)(A...));
template <class F>
using Signature = decltype(signature_of(std::declval<F>()));

template <class T>
void give(T* result, T value) {
  *result = value;
}

/// Copies the string to the Fortran string in `words` and its length to the result.
template <std::size_t n, class Character>
void give(int* result, std::array<Word, n> const& words, std::size_t place, Character* text) {
  *result = text ? CCTK_FortranString(text, reinterpret_cast<char*>(words[place]), words[n - 1]) : -1;
  if constexpr (!std::is_const_v<Character>) std::free(text);
}

template <class F>
using Result =
    std::conditional_t<is_returned_string<typename Signature<F>::Result>, int, typename Signature<F>::Result>;

template <class F, std::size_t n>
auto call(F function, std::array<Word, n> const& words) {
  static_assert(n == Signature<F>::n_words, "the number must be that of the arguments plus that of the strings");
  return Signature<F>::call(function, words);
}

template <class F, std::size_t n>
void call_and_give(F function, Result<F>* result, std::array<Word, n> const& words) {
  using S = Signature<F>;
  if constexpr (is_returned_string<typename S::Result>)
    give(result, words, S::n_arguments, call(function, words));
  else
    give(result, call(function, words));
}

} // namespace chemora::fortran

#define CHEMORA_PARAMETERS_0
#define CHEMORA_PARAMETERS_1 Word w1
#define CHEMORA_PARAMETERS_2 CHEMORA_PARAMETERS_1, Word w2
#define CHEMORA_PARAMETERS_3 CHEMORA_PARAMETERS_2, Word w3
#define CHEMORA_PARAMETERS_4 CHEMORA_PARAMETERS_3, Word w4
#define CHEMORA_PARAMETERS_5 CHEMORA_PARAMETERS_4, Word w5
#define CHEMORA_PARAMETERS_6 CHEMORA_PARAMETERS_5, Word w6
#define CHEMORA_PARAMETERS_7 CHEMORA_PARAMETERS_6, Word w7
#define CHEMORA_PARAMETERS_8 CHEMORA_PARAMETERS_7, Word w8
#define CHEMORA_PARAMETERS_9 CHEMORA_PARAMETERS_8, Word w9
#define CHEMORA_PARAMETERS_10 CHEMORA_PARAMETERS_9, Word w10
#define CHEMORA_PARAMETERS_11 CHEMORA_PARAMETERS_10, Word w11
#define CHEMORA_PARAMETERS_12 CHEMORA_PARAMETERS_11, Word w12
#define CHEMORA_PARAMETERS_13 CHEMORA_PARAMETERS_12, Word w13
#define CHEMORA_PARAMETERS_14 CHEMORA_PARAMETERS_13, Word w14
#define CHEMORA_PARAMETERS_15 CHEMORA_PARAMETERS_14, Word w15
#define CHEMORA_AFTER_RESULT_0
#define CHEMORA_AFTER_RESULT_1 , CHEMORA_PARAMETERS_1
#define CHEMORA_AFTER_RESULT_2 , CHEMORA_PARAMETERS_2
#define CHEMORA_AFTER_RESULT_3 , CHEMORA_PARAMETERS_3
#define CHEMORA_AFTER_RESULT_4 , CHEMORA_PARAMETERS_4
#define CHEMORA_AFTER_RESULT_5 , CHEMORA_PARAMETERS_5
#define CHEMORA_AFTER_RESULT_6 , CHEMORA_PARAMETERS_6
#define CHEMORA_AFTER_RESULT_7 , CHEMORA_PARAMETERS_7
#define CHEMORA_AFTER_RESULT_8 , CHEMORA_PARAMETERS_8
#define CHEMORA_AFTER_RESULT_9 , CHEMORA_PARAMETERS_9
#define CHEMORA_AFTER_RESULT_10 , CHEMORA_PARAMETERS_10
#define CHEMORA_AFTER_RESULT_11 , CHEMORA_PARAMETERS_11
#define CHEMORA_AFTER_RESULT_12 , CHEMORA_PARAMETERS_12
#define CHEMORA_AFTER_RESULT_13 , CHEMORA_PARAMETERS_13
#define CHEMORA_AFTER_RESULT_14 , CHEMORA_PARAMETERS_14
#define CHEMORA_AFTER_RESULT_15 , CHEMORA_PARAMETERS_15
#define CHEMORA_NAMES_0
#define CHEMORA_NAMES_1 w1
#define CHEMORA_NAMES_2 CHEMORA_NAMES_1, w2
#define CHEMORA_NAMES_3 CHEMORA_NAMES_2, w3
#define CHEMORA_NAMES_4 CHEMORA_NAMES_3, w4
#define CHEMORA_NAMES_5 CHEMORA_NAMES_4, w5
#define CHEMORA_NAMES_6 CHEMORA_NAMES_5, w6
#define CHEMORA_NAMES_7 CHEMORA_NAMES_6, w7
#define CHEMORA_NAMES_8 CHEMORA_NAMES_7, w8
#define CHEMORA_NAMES_9 CHEMORA_NAMES_8, w9
#define CHEMORA_NAMES_10 CHEMORA_NAMES_9, w10
#define CHEMORA_NAMES_11 CHEMORA_NAMES_10, w11
#define CHEMORA_NAMES_12 CHEMORA_NAMES_11, w12
#define CHEMORA_NAMES_13 CHEMORA_NAMES_12, w13
#define CHEMORA_NAMES_14 CHEMORA_NAMES_13, w14
#define CHEMORA_NAMES_15 CHEMORA_NAMES_14, w15

/// Defines a Fortran subroutine whose first argument is the result of the C function.
#define FORTRAN_SUBROUTINE(n_words, symbol, function)                                                                  \
  extern "C" void symbol##_(chemora::fortran::Result<decltype(&function)>* result CHEMORA_AFTER_RESULT_##n_words) {    \
    chemora::fortran::call_and_give(&function, result, std::array<Word, n_words>{CHEMORA_NAMES_##n_words});            \
  }

/// Defines a Fortran subroutine for a C function without a result.
#define FORTRAN_PROCEDURE(n_words, symbol, function)                                                                   \
  extern "C" void symbol##_(CHEMORA_PARAMETERS_##n_words) {                                                            \
    chemora::fortran::call(&function, std::array<Word, n_words>{CHEMORA_NAMES_##n_words});                             \
  }

/// Defines a Fortran function for a C function.
#define FORTRAN_FUNCTION(n_words, symbol, function)                                                                    \
  extern "C" chemora::fortran::Result<decltype(&function)> symbol##_(CHEMORA_PARAMETERS_##n_words) {                   \
    return chemora::fortran::call(&function, std::array<Word, n_words>{CHEMORA_NAMES_##n_words});                      \
  }
