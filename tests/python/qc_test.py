"""Tests of python/qc.py: python3 qc_test.py. Those of NumPy are left out, visibly, where it is missing."""
import array
import gc
import threading
import time
import unittest

import qc

try:
    import numpy
except ImportError:
    numpy = None

PROGRAM = """
function s = total(x)
  s = 0.0
  for k = 0..numel(x)-1
    s += x[k]
  end
end
function [] = twice(x)
  for k = 0..numel(x)-1
    x[k] = 2*x[k]
  end
end
function s = total2(x : mat)
  s = 0.0
  for m = 0..size(x,0)-1
    for n = 0..size(x,1)-1
      s += x[m,n]
    end
  end
end
function y = same(x)
  y = x
end
function [a, b] = two()
  a = 1.5
  b = "two"
end
function [] = none()
end
function [] = forever()
  repeat
  until false
end
function y = table(m : int, n : int)
  y = zeros(m, n)
  for i = 0..m-1
    for j = 0..n-1
      y[i,j] = 10*i + j
    end
  end
end
"""


def program(**options):
    return qc.compile(PROGRAM, "program.q", device="cpu", threads=2, **options)


class Values(unittest.TestCase):
    def test_numbers_and_texts(self):
        p = program()
        for x in (7, -2**63, 2.5, True, False, "text", ""):
            y = p.same(x)
            self.assertEqual((type(y), y), (type(x), x))
        self.assertEqual(p.two(), (1.5, "two"))
        self.assertIsNone(p.none())
        p.load("z = complex(3, 4)\ncount = 7")
        self.assertEqual(p.get("z"), 3 + 4j)
        p.set("count", 8)
        p.load("count = count + 1")
        self.assertEqual(p.get("count"), 9)
        with self.assertRaises(OverflowError):
            p.same(2**63)
        with self.assertRaises(TypeError):
            p.same(object())

    def test_buffers_are_read_and_written_in_place(self):
        p = program()
        for letter in "bhilqBHILQfd":
            x = array.array(letter, [1, 2, 3])
            self.assertEqual(p.total(x), 6)
            p.twice(x)
            self.assertEqual(x.tolist(), [2, 4, 6])
            x.append(1)  # no call still holds the buffer
        self.assertEqual(p.total(b"\1\2\3"), 6)
        with self.assertRaises(qc.Error):
            p.twice(b"\1\2\3")

    def test_matrices_and_strides(self):
        p = program()
        whole = memoryview(array.array("d", range(12))).cast("B").cast("d", (3, 4))
        self.assertEqual(p.total2(whole), 66)
        every_second = memoryview(array.array("d", range(12)))[::2]
        with self.assertRaises(qc.Error) as caught:
            p.total(every_second)
        self.assertIn("a view must be dense", str(caught.exception))

    def test_results_are_arrays(self):
        t = program().table(2, 3)
        gc.collect()  # the program is gone, its array is not
        if numpy is None:
            self.assertEqual(t.shape, (2, 3))
            self.assertEqual(t.tolist(), [[0, 1, 2], [10, 11, 12]])
            self.assertEqual(memoryview(t.buffer)[1, 2], 12)
        else:
            self.assertEqual(t.tolist(), [[0, 1, 2], [10, 11, 12]])

    def test_variables_keep_what_they_view(self):
        p = program()
        p.set("x", array.array("f", [1] * 1000))
        gc.collect()
        p.load("s = sum(x)")
        self.assertEqual(p.get("s"), 1000)


class Programs(unittest.TestCase):
    def test_errors_have_a_code_and_a_place(self):
        with self.assertRaises(qc.Error) as caught:
            qc.compile("x = (1 + ", "bad.q", device="cpu")
        self.assertEqual((caught.exception.code, caught.exception.file, caught.exception.line), ("Q0101", "bad.q", 1))
        with self.assertRaises(qc.Error) as caught:
            program().absent(1)
        self.assertEqual(caught.exception.code, "Q0201")
        with self.assertRaises(qc.Error) as caught:
            qc.load("no/such/file.q")
        self.assertEqual(caught.exception.code, "Q0002")
        with self.assertRaises(qc.Error):
            qc.compile("", device="toaster")

    def test_output(self):
        p = program()
        said = []
        p.on_output(said.append)
        p.load("print 1, \" \", 2")
        self.assertEqual("".join(said), "1 2\n")
        self.assertEqual(p.device_name, "cpu (2 threads)")
        self.assertIn(".", qc.version())

    def test_limit_and_interrupt(self):
        p = program()
        p.limit_time(0.1)
        with self.assertRaises(qc.Error) as caught:
            p.forever()
        self.assertEqual(caught.exception.code, "Q0406")
        p.limit_time(0)
        self.assertFalse(p.interrupt())

        def other():
            while not p.interrupt():
                time.sleep(0.001)
        thread = threading.Thread(target=other)
        thread.start()
        with self.assertRaises(qc.Error):
            p.forever()
        thread.join()
        self.assertEqual(p.same(1), 1)


@unittest.skipIf(numpy is None, "python3-numpy is missing")
class NumPy(unittest.TestCase):
    def test_every_element_type(self):
        p = program()
        for name in ("int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64").split():
            x = numpy.arange(12).astype(name).reshape(3, 4)
            self.assertEqual(p.total2(x), 66, name)
            y = p.same(x)
            self.assertEqual((y.dtype, y.shape), (x.dtype, x.shape))
            self.assertTrue(numpy.shares_memory(x, y))
        self.assertEqual(p.total(numpy.array([True, False, True])), 2)
        self.assertEqual(p.same(numpy.float32(2.5)), 2.5)

    def test_strides_read_only_and_empty(self):
        p = program()
        x = numpy.ones((8, 8), "float32")
        for part in (x.T[1:], x[:, ::2], x[:, :4]):
            with self.assertRaises(qc.Error):
                p.total2(part)
        self.assertEqual(p.total2(x[2:5]), 24)
        self.assertEqual(p.total2(numpy.zeros((0, 4), "float32")), 0)
        x.flags.writeable = False
        with self.assertRaises(qc.Error):
            p.twice(x[0])
        self.assertEqual(x.sum(), 64)

    def test_results_outlive_their_program(self):
        y = program().table(300, 400)
        gc.collect()
        self.assertEqual(y.dtype, numpy.float32)
        self.assertEqual(y[299, 399], 3389)
        p = program()
        p.load("z = complex([1.0, 2.0], [3.0, 5.0])")
        self.assertEqual(p.get("z").tolist(), [1 + 3j, 2 + 5j])


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=0).result
    if result.skipped:
        print(f"[skipped] {len(result.skipped)} test cases: {result.skipped[0][1]}")
    raise SystemExit(not result.wasSuccessful())
