"""Programs of the language inside Python, on NumPy arrays and other buffers without a copy.

    import numpy, qc
    program = qc.compile('''
    function s = total(x : mat)
      s = 0.0
      for m = 0..size(x,0)-1
        for n = 0..size(x,1)-1
          s += x[m,n]
        end
      end
    end
    ''')
    program.total(numpy.ones((480, 640), 'float32'))

Tensors of PyTorch and of other libraries with __dlpack__ are taken as they are as well, and what a program gives has
it too.

Nothing is built: this is libqc.so, called by ctypes (include/qc/qc_c.h). QC_LIBRARY names the file where it is none
that the system finds.
"""
import ctypes
import functools
import itertools
import json
import os
import signal
import sys
import threading
import warnings
import weakref

try:  # what signal.getsignal asks, before it looks for a name of the answer, which takes as long as the rest of a call
    from _signal import getsignal as _getsignal
except ImportError:
    from signal import getsignal as _getsignal

_FORMATS = {"?": 0, "e": 9, "f": 10, "d": 11, "Zf": 10, "Zd": 11}  # Z: complex
for _format in "bhilq":
    _log2 = {1: 0, 2: 1, 4: 2, 8: 3}[ctypes.sizeof({"b": ctypes.c_byte, "h": ctypes.c_short, "i": ctypes.c_int,
                                                    "l": ctypes.c_long, "q": ctypes.c_longlong}[_format])]
    _FORMATS[_format], _FORMATS[_format.upper()] = 1 + _log2, 5 + _log2
_TYPES = ["?1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]  # as __array_interface__ has them
_LETTERS = "?bhiqBHIQefd"
_NUMBER, _TEXT, _ARRAY = 1, 2, 3


class _Message(ctypes.Structure):
    _fields_ = [("code", ctypes.c_char_p), ("is_error", ctypes.c_int), ("file", ctypes.c_char_p),
                ("line", ctypes.c_uint32), ("column", ctypes.c_uint32), ("text", ctypes.c_char_p),
                ("help", ctypes.c_char_p), ("rendered", ctypes.c_char_p)]


class _Options(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("device", ctypes.c_char_p), ("double_precision", ctypes.c_int),
                ("threads", ctypes.c_int), ("library_path", ctypes.POINTER(ctypes.c_char_p))]


class _Buffer(ctypes.Structure):  # Py_buffer
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_char_p), ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
                ("strides", ctypes.POINTER(ctypes.c_ssize_t)), ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
                ("internal", ctypes.c_void_p)]


class _Layout(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("strides", ctypes.c_void_p), ("is_complex", ctypes.c_int),
                ("read_only", ctypes.c_int), ("release", ctypes.c_void_p), ("user", ctypes.c_void_p)]


class _Unversioned(ctypes.Structure):  # DLManagedTensor
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("byte_offset", ctypes.c_uint64), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class _Versioned(ctypes.Structure):  # DLManagedTensorVersioned, as far as its deleter
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p)]


_OUTPUT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)
_WARNING = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Message))


def _load():
    names = [os.environ["QC_LIBRARY"]] if "QC_LIBRARY" in os.environ else [
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../libqc.so.1"), "libqc.so.1"]
    for name in names[:-1]:
        if os.path.exists(name):
            return ctypes.CDLL(name)
    return ctypes.CDLL(names[-1])


_library = _load()
_p, _s, _i, _z = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_size_t
for _name, _result, *_arguments in [
        ("version", _s), ("engine_new", _p, ctypes.POINTER(_Options)), ("engine_free", None, _p),
        ("load", _i, _p, _s, _s), ("load_file", _i, _p, _s), ("call", _i, _p, _s, _p, _z, _p, _z), ("get", _p, _p, _s),
        ("set", _i, _p, _s, _p), ("interrupt", _i, _p), ("device_name", _s, _p), ("on_output", None, _p, _OUTPUT, _p),
        ("on_warning", None, _p, _WARNING, _p), ("error_count", _z), ("error_message", ctypes.POINTER(_Message), _z),
        ("error_text", _s), ("from_double", _p, ctypes.c_double),
        ("from_complex", _p, ctypes.c_double, ctypes.c_double), ("from_int", _p, ctypes.c_int64),
        ("from_bool", _p, _i), ("from_text", _p, _s), ("view", _p, _p, _i, _z, _p, _p),
        ("view_const", _p, _p, _i, _z, _p, _p), ("value_free", None, _p), ("kind_of", _i, _p), ("type_of", _i, _p),
        ("is_complex", _i, _p), ("number", ctypes.c_double, _p), ("imaginary", ctypes.c_double, _p),
        ("integer", ctypes.c_int64, _p), ("text", _s, _p), ("rank", _z, _p),
        ("extents", ctypes.POINTER(ctypes.c_int64), _p), ("data", _p, _p), ("shown", _s, _p),
        ("view_of", _p, _p, _i, _z, _p, ctypes.POINTER(_Layout)), ("from_dlpack", _p, _p, _p),
        ("from_dlpack_unversioned", _p, _p, _p), ("to_dlpack", _p, _p, _p), ("to_dlpack_unversioned", _p, _p, _p),
        ("stream", ctypes.c_size_t, _p), ("gpu_of", _i, _p, _p), ("is_read_only", _i, _p),
        ("interrupt_at", _i, _p, _i), ("explain", _p, _s, _s, ctypes.POINTER(_Options)),
        ("limit_time", _i, _p, ctypes.c_double), ("limit_memory", _i, _p, _z), ("limit_recursion", _i, _p, _i)]:
    _function = getattr(_library, "qc_" + _name)
    _function.restype, _function.argtypes = _result, _arguments


class Error(Exception):
    """What went wrong, as the command line would show it; code "Q0401", file, line and column of its first message."""

    def __init__(self):
        super().__init__(_library.qc_error_text().decode().rstrip("\n"))
        first = _library.qc_error_message(0)
        m = first.contents if first else _Message(b"", 1, b"", 0, 0, b"", b"", b"")
        self.code, self.file, self.line, self.column = m.code.decode(), m.file.decode(), m.line, m.column
        self.text, self.help = m.text.decode(), m.help.decode()


class _Held:
    """A value of the library."""

    def __init__(self, handle):
        self.handle = handle
        if not handle:
            raise Error()

    def __del__(self):
        if self.handle:
            _library.qc_value_free(self.handle)
            self.handle = None


# ---- buffers, which the library releases when nothing uses their memory any more

_buffers, _numbers = {}, itertools.count(1)


@ctypes.CFUNCTYPE(None, ctypes.c_void_p)
def _release(number):
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(_buffers.pop(number)))


def _view_of(x):
    """The value that an object with the buffer protocol is; a number of NumPy is a number."""
    buffer = _Buffer()
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int]
    get(x, ctypes.byref(buffer), 0x0004 | 0x0018)  # PyBUF_FORMAT, PyBUF_STRIDES; writable where the object is
    number = next(_numbers)
    _buffers[number] = buffer
    taken = False
    try:
        if buffer.ndim == 0:
            return _to_value(x.item())
        letter = (buffer.format or b"B").decode().lstrip("@=<")
        if letter not in _FORMATS:
            how = ": other bytes first, x.astype(x.dtype.newbyteorder('=')) is a copy that may be given" * (
                letter[0] in "<>!" and letter[1:] in _FORMATS)
            raise TypeError("no element type of the language: " + letter + how)
        n = buffer.ndim
        extents = (ctypes.c_int64 * n)(*buffer.shape[:n])
        strides = (ctypes.c_int64 * n)(*buffer.strides[:n])
        layout = _Layout(ctypes.sizeof(_Layout), ctypes.addressof(strides), letter[0] == "Z", buffer.readonly,
                         ctypes.cast(_release, ctypes.c_void_p), number)
        held = _Held(_library.qc_view_of(buffer.buf, _FORMATS[letter], n, extents, layout))
        taken = True
        return held
    finally:
        if not taken:
            _release(number)


# ---- tensors of DLPack, in capsules

_CAPSULES = ((b"dltensor_versioned", b"used_dltensor_versioned", _Versioned, "qc_from_dlpack"),
             (b"dltensor", b"used_dltensor", _Unversioned, "qc_from_dlpack_unversioned"))
_capsule = {}
for _name, _result, *_arguments in [("New", ctypes.py_object, _p, _s, _p), ("IsValid", _i, _p, _s),
                                    ("GetPointer", _p, _p, _s), ("SetName", _i, _p, _s)]:
    _capsule[_name] = ctypes.PYFUNCTYPE(_result, *_arguments)(("PyCapsule_" + _name, ctypes.pythonapi))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _delete_unused(capsule):
    """The end of a capsule that nobody took the tensor of."""
    for name, _, form, _ in _CAPSULES:
        if _capsule["IsValid"](capsule, name):
            tensor = _capsule["GetPointer"](capsule, name)
            ctypes.CFUNCTYPE(None, ctypes.c_void_p)(form.from_address(tensor).deleter)(tensor)


def _from_capsule(capsule, engine):
    for name, used, _, take in _CAPSULES:
        if _capsule["IsValid"](id(capsule), name):
            held = _Held(getattr(_library, take)(engine, _capsule["GetPointer"](id(capsule), name)))
            _capsule["SetName"](id(capsule), used)
            return held
    raise BufferError("no capsule with a tensor, or its tensor was taken before")


def _from_tensor(x, engine):
    """The value that an object with __dlpack__ is."""
    if type(x).__name__ == "PyCapsule":
        return _from_capsule(x, engine)
    how = {}
    if x.__dlpack_device__()[0] == 2 and engine:
        how["stream"] = _library.qc_stream(engine) or None
    try:
        capsule = x.__dlpack__(max_version=(1, 0), **how)
    except TypeError:  # of a library from before DLPack 1.0
        capsule = x.__dlpack__(**how)
    return _from_capsule(capsule, engine)


def from_dlpack(x, program=None):
    """The Array that a tensor is, without a copy: an object with __dlpack__, or a capsule. One on a GPU needs the
    program that runs there."""
    held = _from_tensor(x, program._engine if program else None)
    return Array(held, program)


class Array:
    """An array that a program gave. numpy.asarray(a), memoryview(a.buffer) and from_dlpack of other libraries look at
    it without a copy."""

    def __init__(self, held, program=None):
        self._held, self._program = held, weakref.ref(program) if program else lambda: None
        self._type = _library.qc_type_of(held.handle)
        self.is_complex = bool(_library.qc_is_complex(held.handle))
        if self.is_complex and self._type < 10:
            raise TypeError("a complex array of integers is no buffer")

    @functools.cached_property
    def shape(self):
        return tuple(_library.qc_extents(self._held.handle)[:_library.qc_rank(self._held.handle)])

    def _engine(self):
        program = self._program()
        return program._engine if program else None

    def __dlpack_device__(self):
        """(1, 0): the host; (2, n): the GPU n of the program, if its newest elements are there."""
        gpu = _library.qc_gpu_of(self._engine(), self._held.handle)
        return (1, 0) if gpu < 0 else (2, gpu)

    def __dlpack__(self, *, stream=None, max_version=None, dl_device=None, copy=None):
        """A capsule with the tensor that it is. Its elements are there already, so that no stream has to wait."""
        if copy:
            raise BufferError("a tensor that is a copy is not made here: copy it where it is taken")
        engine = self._engine()
        if dl_device is not None and tuple(dl_device) != self.__dlpack_device__():
            if tuple(dl_device) != (1, 0):
                raise BufferError("the array is on the device " + str(self.__dlpack_device__()))
            engine = None
        versioned = max_version is not None and max_version[0] >= 1
        give = _library.qc_to_dlpack if versioned else _library.qc_to_dlpack_unversioned
        tensor = give(engine, self._held.handle)
        if not tensor:
            raise Error()
        return _capsule["New"](tensor, _CAPSULES[not versioned][0], ctypes.cast(_delete_unused, ctypes.c_void_p))

    @property
    def __array_interface__(self):
        kind = _TYPES[self._type]
        if kind == "?1":
            kind = "b1"
        if self.is_complex:
            kind = "c8" if kind == "f4" else "c16"
        return {"version": 3, "shape": self.shape, "typestr": ("|" if kind[1:] == "1" else "<") + kind,
                "data": (_library.qc_data(self._held.handle) or 0,
                         bool(_library.qc_is_read_only(self._held.handle)))}

    @property
    def buffer(self):
        """A memoryview of its elements; of a complex array of the pairs."""
        shape = self.shape + ((2,) if self.is_complex else ())
        count = 1
        for extent in shape:
            count *= extent
        letter = _LETTERS[self._type]
        size = memoryview(bytearray(8)).cast(letter).itemsize if letter != "e" else 2
        address = _library.qc_data(self._held.handle)
        if not count:
            return memoryview(bytearray()).cast(letter)
        memory = (ctypes.c_char * (count * size)).from_address(address)
        memory.keeps = self._held
        view = memoryview(memory).cast("B").cast(letter, shape)
        return view.toreadonly() if _library.qc_is_read_only(self._held.handle) else view

    def tolist(self):
        return self.buffer.tolist()

    def __repr__(self):
        return _library.qc_shown(self._held.handle).decode()


def _text(x, what):
    """Bytes that C reads to their NUL."""
    if not isinstance(x, str):
        raise TypeError(f"{what} is a str, not {type(x).__name__}")
    if "\0" in x:
        raise ValueError(f"{what} has a NUL character")
    return x.encode()


def _to_value(x, engine=None):
    """What the library makes of an object."""
    if isinstance(x, Array):
        return x._held
    if isinstance(x, bool):
        return _Held(_library.qc_from_bool(x))
    if isinstance(x, int):
        if not -2**63 <= x < 2**63:
            raise OverflowError("an int of the language has 64 bits")
        return _Held(_library.qc_from_int(x))
    if isinstance(x, float):
        return _Held(_library.qc_from_double(x))
    if isinstance(x, complex):
        return _Held(_library.qc_from_complex(x.real, x.imag))
    if isinstance(x, str):
        return _Held(_library.qc_from_text(_text(x, "a text")))
    try:
        memoryview(x).release()
    except TypeError:
        if hasattr(x, "__dlpack__"):
            return _from_tensor(x, engine)
        how = ": numpy.array(x) is an array of it" * isinstance(x, (list, tuple, range))
        raise TypeError("a program takes numbers, texts, buffers and tensors, not " + type(x).__name__ + how) from None
    return _view_of(x)


def _options(device="auto", threads=0, double_precision=False):
    return ctypes.byref(_Options(ctypes.sizeof(_Options), _text(device, "the device"), double_precision, threads, None))


def _warn(text):
    """A warning of Python at the line that called this module."""
    level, frame = 1, sys._getframe()
    while frame and frame.f_code.co_filename == __file__:
        level, frame = level + 1, frame.f_back
    warnings.warn(text, stacklevel=level)


class Program:
    """A program and its variables: functions are methods, `get` and `set` reach variables. Arrays that it gives become
    convert(array): without it those of NumPy where that is imported; torch.from_dlpack leaves those of a GPU there."""

    _MOST_OUTPUTS = 16

    def __init__(self, device="auto", threads=0, double_precision=False, convert=None):
        self._engine, self._convert = None, convert
        self._engine = _library.qc_engine_new(_options(device, threads, double_precision))
        if not self._engine:
            raise Error()
        self.on_output(lambda text: sys.stdout.write(text))
        self.on_warning(_warn)

    def __del__(self):
        if self._engine:
            _library.qc_engine_free(self._engine)
            self._engine = None

    def _run(self, function, *arguments):
        """A call that Ctrl-C ends: it is a KeyboardInterrupt then."""
        stops = (threading.get_ident() == threading.main_thread().ident
                 and _getsignal(signal.SIGINT) is signal.default_int_handler
                 and not _library.qc_interrupt_at(self._engine, signal.SIGINT))
        try:
            failed = function(self._engine, *arguments)
        finally:
            if stops:
                _library.qc_interrupt_at(self._engine, 0)
        if failed:
            raise Error()

    def load(self, text, name="<text>"):
        """Runs the statements of a text; its functions and variables stay."""
        self._run(_library.qc_load, _text(text, "a program"), _text(name, "its name"))

    def load_file(self, path):
        self._run(_library.qc_load_file, os.fsencode(path))

    def call(self, function, *arguments):
        """The output of a function: a number, a text, an array; a tuple of several; None of none."""
        held = [_to_value(x, self._engine) for x in arguments]
        handles = (ctypes.c_void_p * max(len(held), 1))(*[h.handle for h in held])
        results = (ctypes.c_void_p * self._MOST_OUTPUTS)()
        self._run(_library.qc_call, _text(function, "the name of a function"), handles, len(held), results,
                  self._MOST_OUTPUTS)
        outputs = [self._from_value(held) for held in [_Held(r) for r in itertools.takewhile(bool, results)]]
        return None if not outputs else outputs[0] if len(outputs) == 1 else tuple(outputs)

    def _from_value(self, held):
        kind = _library.qc_kind_of(held.handle)
        if kind == _NUMBER:
            type_of = _library.qc_type_of(held.handle)
            if _library.qc_is_complex(held.handle):
                return complex(_library.qc_number(held.handle), _library.qc_imaginary(held.handle))
            if type_of == 0:
                return bool(_library.qc_integer(held.handle))
            return _library.qc_integer(held.handle) if type_of < 9 else _library.qc_number(held.handle)
        if kind == _TEXT:
            return _library.qc_text(held.handle).decode()
        if kind != _ARRAY:
            return _library.qc_shown(held.handle).decode()
        array = Array(held, self)
        if self._convert:
            return self._convert(array)
        numpy = sys.modules.get("numpy")
        return numpy.asarray(array) if numpy else array

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)

        def function(*arguments, **named):
            if named:
                raise TypeError(name + "() takes its arguments by their places, not by the name " + next(iter(named)))
            return self.call(name, *arguments)
        return function

    def get(self, variable):
        return self._from_value(_Held(_library.qc_get(self._engine, _text(variable, "the name of a variable"))))

    def set(self, variable, value):
        held = _to_value(value, self._engine)
        if _library.qc_set(self._engine, _text(variable, "the name of a variable"), held.handle):
            raise Error()

    def on_output(self, f):
        """What print writes goes to f(text)."""
        def sink(_, text, length):
            f(ctypes.string_at(text, length).decode(errors="replace"))
        self._sink = _OUTPUT(sink)
        _library.qc_on_output(self._engine, self._sink, None)

    def on_warning(self, f):
        """Warnings go to f(text), as the command line would show them. Without it they are warnings of Python."""
        def sink(_, message):
            f(message.contents.rendered.decode(errors="replace").rstrip("\n"))
        self._warning_sink = _WARNING(sink)
        _library.qc_on_warning(self._engine, self._warning_sink, None)

    def interrupt(self):
        """From another thread: ends the call under way with Q0406. False: there is none."""
        return bool(_library.qc_interrupt(self._engine))

    def limit_time(self, seconds):
        _library.qc_limit_time(self._engine, seconds)

    def limit_memory(self, size):
        _library.qc_limit_memory(self._engine, size)

    def limit_recursion(self, calls):
        _library.qc_limit_recursion(self._engine, calls)

    @property
    def stream(self):
        """The queue of its GPU, a CUstream as a number, for others to wait for: cupy.cuda.ExternalStream(p.stream).
        0: it has none."""
        return _library.qc_stream(self._engine)

    @property
    def device_name(self):
        return _library.qc_device_name(self._engine).decode()


def compile(text, name="<text>", **options):
    """A Program of a text. Options: device, threads, double_precision, convert."""
    program = Program(**options)
    program.load(text, name)
    return program


def load(path, **options):
    """A Program of a file."""
    program = Program(**options)
    program.load_file(path)
    return program


def explain(text, name="<text>", **options):
    """What is found out about each loop of a text, which is not run: a dict each, as `qc --explain=json` prints them.
    Options: device, threads, double_precision."""
    report = _Held(_library.qc_explain(_text(text, "a program"), _text(name, "its name"), _options(**options)))
    return [json.loads(line) for line in _library.qc_text(report.handle).decode().splitlines()]


def version():
    return _library.qc_version().decode()
