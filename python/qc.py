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

Nothing is built: this is libqc.so, called by ctypes (include/qc/qc_c.h). QC_LIBRARY names the file where it is none that
the system finds.
"""
import ctypes
import os
import sys

_FORMATS = {"?": 0, "e": 9, "f": 10, "d": 11}
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


_OUTPUT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)
_WARNING = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(_Message))


def _load():
    names = [os.environ["QC_LIBRARY"]] if "QC_LIBRARY" in os.environ else [
        os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../libqc.so.0"), "libqc.so.0"]
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
        ("error_text", _s), ("from_double", _p, ctypes.c_double), ("from_int", _p, ctypes.c_int64),
        ("from_bool", _p, _i), ("from_text", _p, _s), ("view", _p, _p, _i, _z, _p, _p),
        ("view_const", _p, _p, _i, _z, _p, _p), ("value_free", None, _p), ("kind_of", _i, _p), ("type_of", _i, _p),
        ("is_complex", _i, _p), ("number", ctypes.c_double, _p), ("imaginary", ctypes.c_double, _p),
        ("integer", ctypes.c_int64, _p), ("text", _s, _p), ("rank", _z, _p),
        ("extents", ctypes.POINTER(ctypes.c_int64), _p), ("data", _p, _p), ("shown", _s, _p),
        ("limit_time", _i, _p, ctypes.c_double), ("limit_memory", _i, _p, _z)]:
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
    """A value of the library, and the buffer that it is a view of."""

    def __init__(self, handle, buffer=None):
        self.handle, self.buffer = handle, buffer
        if not handle:
            self._release()
            raise Error()

    def _release(self):
        if self.buffer is not None:
            ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self.buffer))
            self.buffer = None

    def __del__(self):
        if self.handle:
            _library.qc_value_free(self.handle)
            self.handle = None
        self._release()


class Array:
    """An array that a program gave. numpy.asarray(a) and memoryview(a.buffer) look at it without a copy."""

    def __init__(self, held):
        self._held = held
        self.shape = tuple(_library.qc_extents(held.handle)[k] for k in range(_library.qc_rank(held.handle)))
        self._type = _library.qc_type_of(held.handle)
        self.is_complex = bool(_library.qc_is_complex(held.handle))
        if self.is_complex and self._type < 10:
            raise TypeError("a complex array of integers is no buffer")

    @property
    def __array_interface__(self):
        kind = _TYPES[self._type]
        if kind == "?1":
            kind = "b1"
        if self.is_complex:
            kind = "c8" if kind == "f4" else "c16"
        return {"version": 3, "shape": self.shape, "typestr": ("|" if kind[1:] == "1" else "<") + kind,
                "data": (_library.qc_data(self._held.handle) or 0, False)}

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
        return memoryview(memory).cast("B").cast(letter, shape)

    def tolist(self):
        return self.buffer.tolist()

    def __repr__(self):
        return _library.qc_shown(self._held.handle).decode()


def _to_value(x):
    """What the library makes of an object: (held value)."""
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
    if isinstance(x, str):
        return _Held(_library.qc_from_text(x.encode()))
    buffer = _Buffer()
    flags = 0x0004 | 0x0018  # PyBUF_FORMAT, PyBUF_STRIDES; writable where the object is
    get = ctypes.pythonapi.PyObject_GetBuffer
    get.argtypes = [ctypes.py_object, ctypes.POINTER(_Buffer), ctypes.c_int]
    try:
        get(x, ctypes.byref(buffer), flags)
    except BufferError:
        raise
    except TypeError:
        raise TypeError("a program takes numbers, texts and buffers, not " + type(x).__name__) from None
    letter = (buffer.format or b"B").decode().lstrip("@=<")
    if buffer.ndim == 0:  # a number of NumPy
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))
        return _to_value(x.item())
    if letter not in _FORMATS:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))
        raise TypeError("no element type of the language: " + letter)
    n = buffer.ndim
    extents = (ctypes.c_int64 * n)(*buffer.shape[:n])
    strides = (ctypes.c_int64 * n)(*buffer.strides[:n])
    make = _library.qc_view_const if buffer.readonly else _library.qc_view
    return _Held(make(buffer.buf, _FORMATS[letter], n, extents, strides), buffer)


def _from_value(handle):
    held = _Held(handle)
    kind = _library.qc_kind_of(handle)
    if kind == _NUMBER:
        type_of = _library.qc_type_of(handle)
        if _library.qc_is_complex(handle):
            return complex(_library.qc_number(handle), _library.qc_imaginary(handle))
        if type_of == 0:
            return bool(_library.qc_integer(handle))
        return _library.qc_integer(handle) if type_of < 9 else _library.qc_number(handle)
    if kind == _TEXT:
        return _library.qc_text(handle).decode()
    if kind != _ARRAY:
        return _library.qc_shown(handle).decode()
    array = Array(held)
    numpy = sys.modules.get("numpy")
    return numpy.asarray(array) if numpy else array


class Program:
    """A program and its variables: functions are methods, `get` and `set` reach variables."""

    _MOST_OUTPUTS = 16

    def __init__(self, device="auto", threads=0, double_precision=False):
        self._engine = None
        options = _Options(ctypes.sizeof(_Options), device.encode(), double_precision, threads, None)
        self._engine = _library.qc_engine_new(ctypes.byref(options))
        if not self._engine:
            raise Error()
        self._kept = {}  # arrays that variables are views of
        self.on_output(lambda text: sys.stdout.write(text))

    def __del__(self):
        if self._engine:
            _library.qc_engine_free(self._engine)
            self._engine = None

    def load(self, text, name="<text>"):
        """Runs the statements of a text; its functions and variables stay."""
        if _library.qc_load(self._engine, text.encode(), name.encode()):
            raise Error()

    def load_file(self, path):
        if _library.qc_load_file(self._engine, os.fsencode(path)):
            raise Error()

    def call(self, function, *arguments):
        """The output of a function: a number, a text, an array; a tuple of several; None of none."""
        held = [_to_value(x) for x in arguments]
        handles = (ctypes.c_void_p * max(len(held), 1))(*[h.handle for h in held])
        results = (ctypes.c_void_p * self._MOST_OUTPUTS)()
        if _library.qc_call(self._engine, function.encode(), handles, len(held), results, self._MOST_OUTPUTS):
            raise Error()
        outputs = [_from_value(r) for r in results if r]
        return None if not outputs else outputs[0] if len(outputs) == 1 else tuple(outputs)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *arguments: self.call(name, *arguments)

    def get(self, variable):
        return _from_value(_library.qc_get(self._engine, variable.encode()))

    def set(self, variable, value):
        held = _to_value(value)
        if _library.qc_set(self._engine, variable.encode(), held.handle):
            raise Error()
        self._kept[variable] = held

    def on_output(self, f):
        """What print writes goes to f(text)."""
        def sink(_, text, length):
            f(ctypes.string_at(text, length).decode(errors="replace"))
        self._sink = _OUTPUT(sink)
        _library.qc_on_output(self._engine, self._sink, None)

    def interrupt(self):
        """From another thread: ends the call under way with Q0406. False: there is none."""
        return bool(_library.qc_interrupt(self._engine))

    def limit_time(self, seconds):
        _library.qc_limit_time(self._engine, seconds)

    def limit_memory(self, size):
        _library.qc_limit_memory(self._engine, size)

    @property
    def device_name(self):
        return _library.qc_device_name(self._engine).decode()


def compile(text, name="<text>", **options):
    """A Program of a text. Options: device, threads, double_precision."""
    program = Program(**options)
    program.load(text, name)
    return program


def load(path, **options):
    """A Program of a file."""
    program = Program(**options)
    program.load_file(path)
    return program


def version():
    return _library.qc_version().decode()
