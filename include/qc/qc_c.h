// The same as qc/qc.h for C, and for whatever calls C functions. Plain functions and opaque handles: nothing here
// prints, exits or throws, and what is compiled against one version runs with later ones of the same number behind .so.
//
//   qc_engine* engine = qc_engine_new(NULL);
//   qc_value *im = qc_view(pixels, QC_FLOAT, 2, extents, NULL), *total = NULL;
//   if (qc_load(engine, "function s = total(im : mat) ... end", "total.q") ||
//       qc_call(engine, "total", (const qc_value*[]){im}, 1, &total, 1))
//     fputs(qc_error_text(), stderr);
//   else
//     use(qc_number(total));
//
// A function that may fail returns a qc_status, or NULL where it makes something; then the functions qc_error_.. tell
// of the failure, in the same thread, until its next call of such a function. Null handles are errors, not crashes.
#ifndef QC_QC_C_H
#define QC_QC_C_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct DLManagedTensorVersioned;  // qc/dlpack.h
struct DLManagedTensor;

typedef struct qc_engine qc_engine;  // one program and its variables
typedef struct qc_value qc_value;    // a number, a text or an array; arrays are references

// The exit codes of the command line.
typedef enum qc_status {
  QC_OK = 0,
  QC_PROGRAM = 1,  // the program failed, or was interrupted
  QC_USAGE = 2,    // this library was called in a way that it does not allow
  QC_COMPILE = 3,  // the program does not compile
  QC_DEVICE = 4    // there is no such device, or no memory
} qc_status;

typedef enum qc_type {
  QC_BOOL = 0,  // bytes that hold 0 or 1
  QC_INT8 = 1,
  QC_INT16 = 2,
  QC_INT32 = 3,
  QC_INT64 = 4,
  QC_UINT8 = 5,
  QC_UINT16 = 6,
  QC_UINT32 = 7,
  QC_UINT64 = 8,
  QC_HALF = 9,  // 16 bits: sign, 5 of exponent, 10 of fraction
  QC_FLOAT = 10,
  QC_DOUBLE = 11
} qc_type;

typedef enum qc_kind { QC_NOTHING = 0, QC_NUMBER = 1, QC_TEXT = 2, QC_ARRAY = 3, QC_OTHER = 4 } qc_kind;

// "0.1.0"
const char* qc_version(void);

// ---- engines ----

// What an engine is made with. `size` is sizeof(qc_options), so that later versions may add to it; all else may be 0.
typedef struct qc_options {
  size_t size;
  const char* device;               // "auto", "cpu", "cuda", "cuda:N", "simt"; NULL: auto
  int double_precision;             // `scalar` is double
  int threads;                      // host threads; 0: all that the process may use
  const char* const* library_path;  // folders that `import` searches, NULL behind the last; NULL: none
  // Memory for arrays, `alignment` is what the address is a multiple of: both functions, or NULL. NULL from `allocate`
  // is the error Q0702 of the call. They may be called by several threads at once, `free` as long as there are values.
  void* (*allocate)(void* user, size_t bytes, size_t alignment);
  void (*free)(void* user, void* memory, size_t bytes);
  void* allocator_user;
  // Threads for the loops that run on the host: calls body(context, 0) .. body(context, count-1), on any threads and in
  // any order, and returns when all have returned. What is not called is done all the same. NULL: the engine's own.
  void (*parallel_for)(void* user, int64_t count, void (*body)(void* context, int64_t index), void* context);
  void* parallel_for_user;
  void* cuda_context;  // a CUcontext, which outlives the engine; NULL: the primary one
  void* cuda_stream;   // a CUstream of it; NULL: one of the engine's own
} qc_options;

// An engine, to be freed. options: NULL for the defaults. A wrong device is an error of the first call.
qc_engine* qc_engine_new(const qc_options* options);
void qc_engine_free(qc_engine* engine);

// Runs the top-level statements of a text; functions and variables stay. name: what messages call the text; NULL:
// "<text>". qc_load_file: of a file.
qc_status qc_load(qc_engine* engine, const char* text, const char* name);
qc_status qc_load_file(qc_engine* engine, const char* path);

// Calls a function with `count` arguments. The first `wanted` of its outputs are put into results, to be freed; NULL
// for those that it does not have, and for all of them when it fails.
qc_status qc_call(qc_engine* engine, const char* function, const qc_value* const* arguments, size_t count,
                  qc_value** results, size_t wanted);

// A top-level variable: its value, to be freed; or a new value for it.
qc_value* qc_get(qc_engine* engine, const char* variable);
qc_status qc_set(qc_engine* engine, const char* variable, const qc_value* value);

// The report on each loop of a text, which is not run: a text to be freed, a JSON object a line. name, options: NULL
// for the defaults.
qc_value* qc_explain(const char* text, const char* name, const qc_options* options);

// Asks the call under way to end with the error Q0406; from any thread or signal handler. 0: there is none, and nothing
// is changed.
int qc_interrupt(qc_engine* engine);

// From now on the signal, SIGINT say, interrupts the call under way before it is handled as it was; 0: no longer. One
// engine of the process at a time: for another it is the error Q0901.
qc_status qc_interrupt_at(qc_engine* engine, int signal);

// A call that takes longer than so many seconds ends with Q0406; arrays of the engine that would take more than so many
// bytes of the host's memory together are the error Q0702; calls of functions that are more than so many deep within
// each other are Q0405. 0: no limit.
qc_status qc_limit_time(qc_engine* engine, double seconds);
qc_status qc_limit_memory(qc_engine* engine, size_t bytes);
qc_status qc_limit_recursion(qc_engine* engine, int calls);

// "cpu (2 threads)", "cuda:0 NVIDIA H200", or why there is none; stays until the next such call of this thread.
const char* qc_device_name(qc_engine* engine);

// What `print` writes goes to f, with `user`; NULL: it is dropped. The text has no NUL behind it. f may not call the
// engine, but for qc_interrupt, and may not throw.
void qc_on_output(qc_engine* engine, void (*f)(void* user, const char* text, size_t length), void* user);

// What a call that is under way does. Loops and compilations are counted for the whole process.
typedef struct qc_progress {
  double seconds;  // since the call began
  int compiling;
  int compiled;    // loops and kernels, so far
  double of_loop;  // of the loop that runs on the host, 0 to 1; negative: none, or it is not known
} qc_progress;

// f is told, with `user`, again and again how far a call is that takes longer than `every` seconds, from a thread of
// the engine's own. NULL: nobody is.
void qc_on_progress(qc_engine* engine, void (*f)(void* user, const qc_progress* progress), void* user, double every);

// ---- errors and warnings ----

typedef struct qc_message {
  const char* code;       // "Q0201"
  int is_error;           // 0: a warning
  const char* file;       // "" when there is no place
  uint32_t line, column;  // from 1; 0: no place
  const char* text;
  const char* help;      // "" when there is none
  const char* rendered;  // the whole as the command line would show it
} qc_message;

// Of the last failure in this thread: how many messages it has, one of them (NULL beyond the last), and all of them as
// the command line would show them.
size_t qc_error_count(void);
const qc_message* qc_error_message(size_t index);
const char* qc_error_text(void);

// Warnings go to f, with `user`, while a call is under way; the message is there until f returns.
void qc_on_warning(qc_engine* engine, void (*f)(void* user, const qc_message* message), void* user);

// ---- values, to be freed ----

qc_value* qc_from_double(double number);
qc_value* qc_from_float(float number);
qc_value* qc_from_complex(double real, double imaginary);
qc_value* qc_from_int(int64_t number);
qc_value* qc_from_bool(int truth);
qc_value* qc_from_text(const char* text);

// An array of the caller's memory, which must outlive every value made from it: nothing is copied on the host, and what
// the program writes is there when a call returns. extents: outermost first. strides: bytes from one element to the
// next along each dimension; NULL: those of dense rows, last index fastest. Elements that lie otherwise are gathered
// before each call and put back after it where the program wrote to the array; those that overlap may be read only.
// qc_view_const: the program may only read it.
qc_value* qc_view(void* data, qc_type type, size_t rank, const int64_t* extents, const int64_t* strides);
qc_value* qc_view_const(const void* data, qc_type type, size_t rank, const int64_t* extents, const int64_t* strides);

// How a view lies, and what keeps its memory there. `size` is sizeof(qc_layout), so that later versions may add to it.
typedef struct qc_layout {
  size_t size;
  const int64_t* strides;  // as above
  int is_complex;          // elements are pairs of QC_HALF, QC_FLOAT or QC_DOUBLE, real part first
  int read_only;
  void (*release)(void* user);  // called once nothing uses the memory any more, by any thread; NULL: nobody is told
  void* user;
} qc_layout;
// As qc_view. Where it gives NULL, `release` is not called.
qc_value* qc_view_of(void* data, qc_type type, size_t rank, const int64_t* extents, const qc_layout* layout);

// A tensor of another library (qc/dlpack.h): nothing is copied. The value deletes it when nothing uses the memory any
// more; where this gives NULL it is still the caller's. engine: on whose GPU it may lie; NULL: on the host. What
// computes it on a GPU has to be finished, or queued before the work of qc_stream. The second is for tensors of DLPack
// before 1.0.
qc_value* qc_from_dlpack(qc_engine* engine, struct DLManagedTensorVersioned* tensor);
qc_value* qc_from_dlpack_unversioned(qc_engine* engine, struct DLManagedTensor* tensor);
// An array as such a tensor, for the caller to delete, not during a call of the engine; on the engine's GPU if the
// newest elements are there, on the host without an engine. What its new owner writes counts for later calls.
struct DLManagedTensorVersioned* qc_to_dlpack(qc_engine* engine, const qc_value* array);
struct DLManagedTensor* qc_to_dlpack_unversioned(qc_engine* engine, const qc_value* array);
// The queue of the engine's GPU (a CUstream); 0: there is none. The number of that GPU if the newest elements of the
// array are there; -1: they are on the host.
uintptr_t qc_stream(qc_engine* engine);
int qc_gpu_of(qc_engine* engine, const qc_value* array);

// The same value under a second handle, to be freed as well; and what frees a handle (NULL: nothing).
qc_value* qc_value_copy(const qc_value* value);
void qc_value_free(qc_value* value);

// What a value is. Of NULL, and of a value of another kind: QC_NOTHING, 0, NaN, "" or NULL. qc_text stays as long as
// the value, as do extents and data; qc_data waits for the device; elements are row-major, complex ones are pairs.
qc_kind qc_kind_of(const qc_value* value);
qc_type qc_type_of(const qc_value* value);
int qc_is_complex(const qc_value* value);
int qc_is_read_only(const qc_value* value);  // an array that the program may not write
double qc_number(const qc_value* value);
double qc_imaginary(const qc_value* value);
int64_t qc_integer(const qc_value* value);
const char* qc_text(const qc_value* value);
size_t qc_rank(const qc_value* value);
const int64_t* qc_extents(const qc_value* value);
const void* qc_data(const qc_value* value);
// As `print` shows it; stays as long as the value, until the next such call.
const char* qc_shown(qc_value* value);

// Code that programs were compiled to is kept in the folder for later processes; "" for none. Process-wide. What is in
// the folder is run, so it must be the user's own.
qc_status qc_use_code_folder(const char* folder);

#ifdef __cplusplus
}
#endif
#endif
