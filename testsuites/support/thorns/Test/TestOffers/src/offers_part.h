/* Becomes part of TestOffers.h, which TestBinding uses. */
enum { test_offers_part = 11 };
