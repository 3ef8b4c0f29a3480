#include "framework/include/StoreHandledData.h"
#include "framework/include/StoreNamedData.h"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Coord.h"
#include "framework/include/cctk_GHExtensions.h"

#include <gtest/gtest.h>

TEST(HandledData, IsFoundByHandleAndName) {
  cHandledData* storage = nullptr;
  int a = 1, b = 2;
  EXPECT_EQ(Util_NewHandle(&storage, "a", &a), 0);
  EXPECT_EQ(Util_NewHandle(&storage, "b", &b), 1);
  void* data = nullptr;
  EXPECT_EQ(Util_GetHandle(storage, "b", &data), 1);
  EXPECT_EQ(data, &b);
  EXPECT_EQ(Util_GetHandle(storage, "B", nullptr), -1) << "case counts";
  EXPECT_EQ(Util_GetHandledData(storage, 0), &a);
  EXPECT_STREQ(Util_GetHandleName(storage, 1), "b");
  EXPECT_EQ(Util_DeleteHandle(storage, 0), 0);
  EXPECT_EQ(Util_DeleteHandle(storage, 0), 1);
  EXPECT_EQ(Util_GetHandledData(storage, 0), nullptr);
  EXPECT_EQ(Util_NewHandle(&storage, "c", &a), 0) << "a free handle is used again";
}

TEST(NamedData, ReturnsTheLastEntryFirst) {
  pNamedData* list = nullptr;
  int a = 1, b = 2;
  EXPECT_EQ(GetNamedData(list, "a"), nullptr);
  EXPECT_EQ(StoreNamedData(&list, "a", &a), 0);
  EXPECT_EQ(StoreNamedData(&list, "b", &b), 0);
  EXPECT_EQ(GetNamedData(list, "a"), &a);
  EXPECT_EQ(GetNamedData(list, "A"), nullptr);
  EXPECT_EQ(list->data, &b);
  EXPECT_EQ(list->next->data, &a);
  DestroyNamedDataList(list);
}

TEST(GHExtension, RegistrationReturnsOne) {
  int const handle = CCTK_RegisterGHExtension("stored data");
  ASSERT_GE(handle, 0);
  EXPECT_EQ(CCTK_RegisterGHExtension("Stored Data"), -1);
  EXPECT_EQ(CCTK_RegisterGHExtensionInitGH(handle, [](cGH*) { return 0; }), 1);
  EXPECT_EQ(CCTK_RegisterGHExtensionInitGH(handle + 1, [](cGH*) { return 0; }), 0);
}

TEST(Coordinates, HaveCactusReturnCodes) {
  ASSERT_GE(CCTKi_CoordRegisterSystem(2, "Test", "plane"), 0);
  EXPECT_EQ(CCTK_CoordSystemDim("plane"), 2);
  EXPECT_EQ(CCTK_CoordRegisterData(1, nullptr, "x", "plane"), -5) << "no grid variable";
  EXPECT_EQ(CCTK_CoordRegisterData(2, nullptr, "X", "plane"), -3) << "the name is taken";
  EXPECT_EQ(CCTK_CoordRegisterData(1, nullptr, "y", "plane"), -4) << "the direction is taken";
  EXPECT_EQ(CCTK_CoordRegisterData(3, nullptr, "z", "plane"), -2);
  EXPECT_EQ(CCTK_CoordRegisterData(1, nullptr, "x", "nowhere"), -1);
  CCTK_REAL lower = 0, upper = 0;
  EXPECT_EQ(CCTK_CoordRange(nullptr, &lower, &upper, -1, "w", "plane"), -4);
  EXPECT_EQ(CCTK_CoordRange(nullptr, &lower, &upper, 1, nullptr, "plane"), -6);
  EXPECT_EQ(CCTK_CoordRegisterRange(nullptr, -1, 2, 1, nullptr, "plane"), 0);
  EXPECT_EQ(CCTK_CoordRange(nullptr, &lower, &upper, -1, "x", "plane"), 0);
  EXPECT_EQ(lower, -1);
  EXPECT_EQ(upper, 2);
}

TEST(Overloadable, CountsRegistrations) {
  EXPECT_EQ(CCTK_OverloadBarrier(nullptr), 1) << "the default";
  EXPECT_EQ(CCTK_OverloadBarrier([](cGH const*) { return 42; }), 2);
  EXPECT_EQ(CCTK_Barrier(nullptr), 42);
}
