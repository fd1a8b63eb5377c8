// What each thread has of its own, and what a thread destroys at its end may still ask for.
#pragma once
#include <new>

namespace qc {

// The thread's T, destroyed at its end. Objects of a host program that are destroyed after it may call the library:
// they get another one, which nobody destroys.
template <class T>
T& of_thread() {
  alignas(T) static thread_local unsigned char room[sizeof(T)];
  static thread_local T* object = nullptr;
  struct End {
    ~End() {
      object->~T();
      object = nullptr;
    }
  };
  if (!object) {
    object = new (room) T;
    static thread_local End end;
    (void)end;
  }
  return *object;
}

}  // namespace qc
