/* A C program that hands its own memory to a program of the language. */
#include <stdio.h>

#include "qc/qc_c.h"

enum { HEIGHT = 48, WIDTH = 64 };

static const char* const kProgram =
    "function s = total(im : mat)\n"
    "  s = 0.0\n"
    "  for m = 0..size(im,0)-1\n"
    "    for n = 0..size(im,1)-1\n"
    "      s += im[m,n]\n"
    "    end\n"
    "  end\n"
    "end\n"
    "function y = beyond(im : mat)\n"
    "  y = im[size(im,0), 0]\n"
    "end\n";

static int failed(void) {
  fputs(qc_error_text(), stderr);
  return 1;
}

static float image[HEIGHT * WIDTH];

int main(void) {
  for (int k = 0; k < HEIGHT * WIDTH; ++k) image[k] = 0.5f;
  qc_engine* engine = qc_engine_new(NULL);
  if (qc_load(engine, kProgram, "program.q")) return failed();
  const int64_t extents[] = {HEIGHT, WIDTH};
  qc_value* view = qc_view(image, QC_FLOAT, 2, extents, NULL); /* no copy */
  const qc_value* arguments[] = {view};
  qc_value* total = NULL;
  if (!view || qc_call(engine, "total", arguments, 1, &total, 1)) return failed();
  printf("total %g\n", qc_number(total));

  /* An error of the program is a status; the engine goes on. */
  if (qc_call(engine, "beyond", arguments, 1, NULL, 0)) {
    const qc_message* message = qc_error_message(0);
    printf("error %s in line %u: %s\n", message->code, (unsigned)message->line, message->text);
  }
  qc_value_free(total);
  qc_value_free(view);
  qc_engine_free(engine);
  return 0;
}
