"""A Jupyter kernel for qc: hands cells to `qc jupyter serve` and shows what comes back. Written by `qc jupyter install`."""
import base64
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel


class Tool:
    """The process that runs the cells. Messages are JSON behind a header with their length, as of language servers."""

    def __init__(self):
        self.figures = tempfile.mkdtemp(prefix="qc-figures-")
        # A session of its own: Ctrl-C reaches it through this kernel alone, which sees it first.
        self.process = subprocess.Popen(
            [os.environ.get("QC_TOOL", "qc"), "jupyter", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            env={**os.environ, "QC_OUTPUT": self.figures}, start_new_session=True)

    def send(self, **message):
        text = json.dumps(message).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        self.process.stdin.flush()

    def receive(self):
        length = 0
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise EOFError
            if line == b"\r\n":
                return json.loads(self.process.stdout.read(length))
            length = int(line.split(b":")[1])

    def ask(self, **message):
        self.send(**message)
        return self.receive()

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
        shutil.rmtree(self.figures, ignore_errors=True)


TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}


class QcKernel(Kernel):
    implementation = "qc"
    implementation_version = language_version = "@QC_VERSION@"
    banner = "qc: an array and loop language that finds parallel loops and reductions"
    language_info = {"name": "qc", "version": language_version, "mimetype": "text/x-qc", "file_extension": ".q",
                     "pygments_lexer": "octave", "codemirror_mode": "octave"}
    help_links = []

    def __init__(self, **how):
        super().__init__(**how)
        self.tool = Tool()

    def say(self, name, text):
        self.send_response(self.iopub_socket, "stream", {"name": name, "text": text})

    def show(self, path):
        """A picture or figure that the cell wrote."""
        kind = TYPES.get(os.path.splitext(path)[1].lower())
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            return
        if kind:
            content = data.decode() if kind == "image/svg+xml" else base64.b64encode(data).decode()
            name = os.path.basename(path) if path.startswith(self.tool.figures) else path
            self.send_response(self.iopub_socket, "display_data",
                               {"data": {kind: content, "text/plain": name}, "metadata": {}})

    def do_execute(self, code, silent, store_history=True, user_expressions=None, allow_stdin=False):
        try:
            answer = self.run(code, silent)
        except (EOFError, BrokenPipeError):
            self.tool.end()
            self.tool = Tool()
            answer = {"worked": False, "code": "Q0000", "message": "qc ended; its variables are gone", "text": ""}
        if answer["worked"]:
            reply = {"status": "ok", "payload": [], "user_expressions": {}}
            if answer.get("ended"):
                reply["payload"] = [{"source": "ask_exit", "keepkernel": False}]
        else:
            error = {"ename": answer["code"], "evalue": answer["message"],
                     "traceback": answer["text"].rstrip("\n").split("\n")}
            if not silent:
                self.send_response(self.iopub_socket, "error", error)
            reply = {"status": "error", **error}
        return {**reply, "execution_count": self.execution_count}

    def run(self, code, silent):
        wrote = {}
        before = signal.signal(signal.SIGINT, lambda *_: self.tool.interrupt())
        try:
            self.tool.send(do="run", text=code)
            while "worked" not in (answer := self.tool.receive()):
                if "file" in answer:
                    wrote[answer["file"]] = True  # once, as it is at the end
                elif not silent:
                    self.say("stderr" if "err" in answer else "stdout", answer.get("err") or answer.get("out"))
        finally:
            signal.signal(signal.SIGINT, before)
        if not silent:
            for path in wrote:
                self.show(path)
        return answer

    def do_complete(self, code, cursor_pos):
        before = code[:cursor_pos]
        names = self.tool.ask(do="complete", text=before)["names"]
        typed = 0
        for n in range(1, min([len(name) for name in names] or [0]) + 1):
            if all(name[:n] == names[0][:n] for name in names) and before.endswith(names[0][:n]):
                typed = n
        return {"status": "ok", "matches": names, "cursor_start": cursor_pos - typed, "cursor_end": cursor_pos,
                "metadata": {}}

    def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        start = re.search(r"[:\w]*$", code[:cursor_pos]).start()
        name = re.match(r"[:\w]*", code[start:]).group()
        text = self.tool.ask(do="inspect", text=name)["text"] if name else ""
        return {"status": "ok", "found": bool(text), "data": {"text/plain": text} if text else {}, "metadata": {}}

    def do_is_complete(self, code):
        incomplete = self.tool.ask(do="is_complete", text=code)["incomplete"]
        return {"status": "incomplete", "indent": "  "} if incomplete else {"status": "complete"}

    def do_shutdown(self, restart):
        self.tool.end()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=QcKernel)
