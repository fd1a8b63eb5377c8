// Values of any kind in a file: what save and load read and write.
//
// A file is the 8 bytes "qcdata1\n", the number of values (8 bytes) and the values one after another; all integers are
// little-endian. A value is a byte that says its kind, and then
//   0 nothing
//   1 number   element type (1 byte, below), complex (1 byte), 8 bytes of the value, 8 more of the imaginary part when
//              complex; ints as two's complement, floats as doubles
//   2 string   length (8 bytes), bytes
//   3 array    element type, complex, fixed size (1 byte each), rank (1 byte), extents (8 bytes each), elements in
//              row-major order as they lie in memory, complex ones as pairs
//   4 cell     rank (1 byte), extents, items
//   5 record   name of its type (as a string without the kind), number of fields (8 bytes), for each its name and its
//              value
// Element types: 0 bool 1 int8 2 int16 3 int32 4 int64 5 uint8 6 uint16 7 uint32 8 uint64 9 half 10 float 11 double.
#pragma once
#include <string>
#include <vector>

#include "support/source.h"
#include "value/value.h"

namespace qc::host {

// Whether the bytes begin as such a file; the rest is not looked at.
bool is_container(const std::vector<unsigned char>& bytes);
// Throws Q0602 without a span when the bytes are not what is described above; `path` is for the message.
std::vector<Value> decode_values(const std::string& path, const std::vector<unsigned char>& bytes);
// Throws Q0301 for values that cannot be kept: functions, types, references that form a ring.
std::vector<unsigned char> encode_values(const std::vector<Value>& values, Span span);

}  // namespace qc::host
