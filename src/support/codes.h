// The registry of diagnostic codes: every message of the compiler has one, and a test checks that every one has a test.
// Q00 usage, Q01 text and syntax, Q02 names, Q03 types, Q04 failures while a program runs, Q05 loops and kernels,
// Q06 files, images and figures, Q07 devices and resources, Q08 kernels under the checked emulator, Q09 the embedding
// library.
// Reasons why a loop is not parallel are R codes (analysis/loops/reasons.h).
#pragma once
#include <string_view>

namespace qc {

// What the process returns when a diagnostic of this family ends it. Ok: it is only ever a warning.
enum class Exit { Ok = 0, Program = 1, Usage = 2, Compile = 3, Device = 4 };

struct CodeInfo {
  std::string_view code;
  Exit exit;
  std::string_view title;  // one line, as `qc explain` lists it
};

inline constexpr CodeInfo kCodes[] = {
    // usage
    {"Q0001", Exit::Usage, "the command line cannot be understood"},
    {"Q0002", Exit::Usage, "the program file cannot be read"},
    // text and syntax
    {"Q0101", Exit::Compile, "syntax error"},
    {"Q0102", Exit::Compile, "the text is not valid UTF-8 or holds a NUL byte"},
    {"Q0103", Exit::Compile, "nested too deeply"},
    {"Q0104", Exit::Compile, "an expression with too many operators"},
    {"Q0105", Exit::Compile, "an integer literal beyond 64 bits"},
    {"Q0106", Exit::Compile, "something in a place where the language does not allow it"},
    {"Q0107", Exit::Ok, "unknown pragma or attribute"},
    {"Q0108", Exit::Compile, "the language has it, this version does not execute it yet"},
    // names
    {"Q0201", Exit::Compile, "undefined name"},
    {"Q0202", Exit::Compile, "a name defined twice"},
    {"Q0203", Exit::Compile, "assignment to something that cannot be assigned"},
    {"Q0204", Exit::Compile, "wrong number of arguments or outputs"},
    {"Q0205", Exit::Compile, "no overload fits, or more than one does"},
    {"Q0206", Exit::Compile, "import not found"},
    // types
    {"Q0301", Exit::Compile, "wrong type"},
    {"Q0302", Exit::Program, "extents do not fit together"},
    // failures while a program runs
    {"Q0401", Exit::Program, "index out of range"},
    {"Q0402", Exit::Program, "integer division by zero"},
    {"Q0403", Exit::Program, "error raised by the program"},
    {"Q0404", Exit::Program, "a value that the operation does not accept"},
    {"Q0405", Exit::Program, "calls nested too deeply"},
    {"Q0406", Exit::Program, "interrupted"},
    // loops and kernels
    {"Q0501", Exit::Compile, "a forced loop carries a dependence"},
    {"Q0502", Exit::Ok, "a forced loop could not be made parallel"},
    {"Q0503", Exit::Compile, "a kernel does something only host code may do"},
    {"Q0504", Exit::Ok, "a chosen way to reduce does not fix the order of additions"},
    {"Q0505", Exit::Ok,
     "a kernel runs on the emulator, because its threads wait for each other in a way that the device does not have"},
    // files and images
    {"Q0601", Exit::Program, "a file cannot be read or written"},
    {"Q0602", Exit::Program, "an image or array file is broken or of an unknown kind"},
    {"Q0603", Exit::Ok, "what is asked of a figure is not to be seen in it"},
    {"Q0604", Exit::Ok, "figures that are not written"},
    // devices and resources
    {"Q0701", Exit::Device, "the device that was asked for is not there"},
    {"Q0702", Exit::Device, "out of memory"},
    {"Q0703", Exit::Device, "the device failed"},
    {"Q0704", Exit::Device, "a kernel could not be compiled for the device"},
    {"Q0705", Exit::Ok, "the GPU's compiler takes a kernel only without optimisation"},
    // what the checked emulator finds in kernels
    {"Q0801", Exit::Program, "a race between threads of a block"},
    {"Q0802", Exit::Program, "a race between blocks"},
    {"Q0803", Exit::Program, "an element accessed atomically and plainly with nothing between"},
    {"Q0804", Exit::Program, "a barrier that not all threads of the block reach"},
    {"Q0805", Exit::Program, "a shuffle with lanes that do not take part"},
    {"Q0806", Exit::Program, "a read of memory that was never written"},
    {"Q0807", Exit::Program, "an unchecked access outside an array"},
    {"Q0808", Exit::Program, "arguments that are not as the kernel was promised"},
    {"Q0809", Exit::Program, "a deadlock"},
    // the embedding library
    {"Q0901", Exit::Usage, "the embedding library is called in a way that it does not allow"},
};

// A registered code. Building one from a text that is not in the table is a compile error.
class Code {
 public:
  consteval Code(const char* text) : index_(find(text)) {}
  std::string_view text() const { return kCodes[index_].code; }
  Exit exit() const { return kCodes[index_].exit; }
  std::string_view title() const { return kCodes[index_].title; }
  friend bool operator==(Code a, Code b) = default;

 private:
  static consteval unsigned find(std::string_view text) {
    for (unsigned i = 0; i < sizeof(kCodes) / sizeof(kCodes[0]); ++i)
      if (kCodes[i].code == text) return i;
    throw "unregistered diagnostic code";
  }
  unsigned index_;
};

}  // namespace qc
