// One call of a function of the library and nothing else: what Python makes of results takes as long as a short loop.
#include <stddef.h>

typedef int (*Call)(void*, const char*, void* const*, size_t, void**, size_t);
typedef void (*Free)(void*);

int call_once(Call call, Free release, void* engine, const char* name, void* const* arguments, size_t count) {
  enum { kMost = 16 };
  void* results[kMost] = {0};
  const int failed = call(engine, name, arguments, count, results, kMost);
  for (int k = 0; k < kMost; k++)
    if (results[k]) release(results[k]);
  return failed;
}
