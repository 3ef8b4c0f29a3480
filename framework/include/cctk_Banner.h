/* Registration of texts that are printed at start-up. */
#ifndef CCTK_BANNER_H
#define CCTK_BANNER_H
#ifdef __cplusplus
extern "C" {
#endif

/* Returns the number of registered banners, or a negative value on error. */
int CCTK_RegisterBanner(const char* banner);

#ifdef __cplusplus
}
#endif
#endif
