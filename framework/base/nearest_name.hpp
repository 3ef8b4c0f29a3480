/// The former header of nearest_name() and did_you_mean(), which are in text.hpp.
#pragma once

#include "framework/base/text.hpp"
