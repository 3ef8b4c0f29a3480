/* Calls the query functions of the C interface and compares their results with the expected ones. */
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <stdlib.h>
#include <string.h>

static int n_notified = 0;

static void on_change(void* data, const char* thorn, const char* parameter, const char* value) {
  if (data == &n_notified && CCTK_Equals(thorn, "TestFramework") && CCTK_Equals(parameter, "number") &&
      strcmp(value, "7") == 0)
    ++n_notified;
}

#define EXPECT(condition)                                                                                              \
  if (!(condition)) CCTK_ERROR("This does not hold: " #condition)

static void check_parameters(void) {
  DECLARE_CCTK_PARAMETERS;
  const CCTK_INT before = number;
  int type = 0;
  const CCTK_INT* const value = CCTK_ParameterGet("number", "TestFramework", &type);
  EXPECT(value && *value == number && type == PARAMETER_INT);
  EXPECT(CCTK_ParameterGet("nothing", "TestFramework", NULL) == NULL);
  EXPECT(CCTK_ParameterSetNotifyRegister(on_change, &n_notified, "check", "testframework", "num.*") == 0);
  EXPECT(CCTK_ParameterSet("number", "testframework", "7") == 0 && *value == 7 && n_notified == 1);
  EXPECT(CCTK_ParameterSet("number", "TestFramework", "11") == -1 && *value == 7);
  EXPECT(CCTK_ParameterSet("mode", "TestFramework", "slow") == -3);
  EXPECT(CCTK_ParameterSetNotifyUnregister("check") == 0);
  EXPECT(CCTK_ParameterSet("number", "TestFramework", "(1 + 2) * 3") == 0 && *value == 9);
  EXPECT(CCTK_ParameterSet("number", "TestFramework", "2.5") == -6 && *value == 9);
  EXPECT(CCTK_ParameterSet("nothing", "TestFramework", "1") == -2);
  EXPECT(CCTK_ParameterSet("total", "TestFramework", "1") == -7);
  EXPECT(CCTK_ParameterSet("list", "TestFramework", "1") == -8);
  char digits[20];
  snprintf(digits, sizeof digits, "%d", (int)before);
  EXPECT(CCTK_ParameterSet("number", "TestFramework", digits) == 0 && n_notified == 1);
  char* const shown = CCTK_ParameterValString("list[2]", "TestFramework");
  EXPECT(shown && strcmp(shown, "1.5") == 0);
  free(shown);
  const cParamData* const data = CCTK_ParameterData("real", "TestFramework");
  EXPECT(data && data->type == PARAMETER_REAL && data->range && data->range->next && !data->range->next->next);
  EXPECT(total == 12 && part == 2);
}

static void check_variables(void) {
  DECLARE_CCTK_PARAMETERS;
  const int index = CCTK_VarIndex("testframework::COUNTER");
  EXPECT(index >= 0 && CCTK_VarTypeI(index) == CCTK_VARIABLE_INT && CCTK_GroupTypeFromVarI(index) == CCTK_SCALAR);
  cGroup group;
  EXPECT(CCTK_GroupData(CCTK_GroupIndex("TestFramework::vector"), &group) == 0);
  EXPECT(group.vectorgroup && group.vectorlength == n_elements && group.numvars == 2 * n_elements);
  EXPECT(CCTK_VarIndex("TestFramework::w[0]") - CCTK_VarIndex("TestFramework::v[0]") == n_elements);
  EXPECT(CCTK_VarIndex("TestFramework::v") == -1 && CCTK_VarIndex("nothing::v") == -1);
  CCTK_INT order = 0;
  EXPECT(Util_TableGetInt(CCTK_GroupTagsTable("testframework::loop"), &order, "Order") == 1 && order == 3);
}

void TestFramework_Check(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS;
  (void)cctkGH;
  check_parameters();
  check_variables();
  CCTK_VINFO("number %d real %.17g mode %s text \"%s\" flag %d list %g %g %g", (int)number, real, mode, text, (int)flag,
             list[0], list[1], list[2]);
}
