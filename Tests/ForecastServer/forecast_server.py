"""A weather service of recorded answers and faults on loopback, for the tests: prints its port, and ends with the
process that started it, or after five minutes. The first part of a request's path names what happens:
/good/v1/forecast gives a good answer. A file as argument takes the requests down."""
import gzip
import os
import socketserver
import sys
import threading
import time

GOOD = b'{"latitude":41.5,"longitude":-81.7,"current_units":{"time":"iso8601"},' \
       b'"current":{"time":"2026-01-01T09:30","interval":900,"weather_code":61,"is_day":1}}'
CITIES = b'{"results":[{"name":"Springfield","admin1":"Illinois","country":"United States","country_code":"US",' \
         b'"latitude":39.80172,"longitude":-89.64371},{"name":"Berlin","admin1":"Berlin","country":"Germany",' \
         b'"country_code":"DE","latitude":52.52437,"longitude":13.41053}],"generationtime_ms":0.5}'
PAGE = b"<!DOCTYPE html><html><body>Sign in to the guest network</body></html>"
QUOTA = b'{"error":true,"reason":"Daily API request limit exceeded. Please try again tomorrow."}'


def current(code, day):
    return b'{"current":{"weather_code":%s,"is_day":%s}}' % (code, day)


# name: (status, headers, body)
ANSWERS = {
    "good": (200, [], GOOD),
    "night": (200, [], current(b"0", b"0")),
    "clear": (200, [], current(b"0", b"1")),
    "storm": (200, [], current(b"95", b"1")),
    "unix-time": (200, [], b'{"current":{"time":1767260000,"weather_code":3,"is_day":1}}'),
    "html200": (200, [], PAGE),
    "html404": (404, [], PAGE),
    "html502": (502, [], PAGE),
    "null": (200, [], current(b"null", b"1")),
    "null-day": (200, [], current(b"1", b"null")),
    "missing": (200, [], b'{"current":{"is_day":1}}'),
    "no-current": (200, [], b'{"hourly":{}}'),
    "nan": (200, [], current(b"NaN", b"1")),
    "huge": (200, [], current(b"1e300", b"1")),
    "infinite": (200, [], current(b"1e999", b"1")),
    "string": (200, [], current(b'"61"', b"1")),
    "array": (200, [], b"[1,2]"),
    "cut": (200, [], GOOD[:60]),
    "reason400": (400, [], b'{"error":true,"reason":"Cannot initialize WeatherVariable from invalid String value"}'),
    "busy": (429, [], b""),
    "busy-seconds": (429, [("Retry-After", "120")], b""),
    "busy-date": (429, [("Retry-After", time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + 600)))], b""),
    "busy-daily": (429, [], QUOTA),
    "down500": (500, [], b"Internal Server Error"),
    "down503": (503, [("retry-after", "90")], b""),
    "empty": (200, [], b""),
    "gzip": (200, [("Content-Encoding", "gzip")], gzip.compress(GOOD)),
    "gzip-bomb": (200, [("Content-Encoding", "gzip")], gzip.compress(b" " * (16 << 20))),
    "gzip-bad": (200, [("Content-Encoding", "gzip")], b"no gzip at all"),
    "large": (200, [], b" " * (2 << 20)),
    "redirect": (302, [("Location", "/good/v1/forecast")], b"moved"),
    "loop": (302, [("Location", "/loop/v1/forecast")], b"moved"),
    "file": (302, [("Location", "file:///etc/passwd")], b"moved"),
    "gopher": (302, [("Location", "gopher://127.0.0.1/")], b"moved"),
    "cities": (200, [], CITIES),
    "no-cities": (200, [], b'{"generationtime_ms":0.2}'),
}


class Handler(socketserver.StreamRequestHandler):
    def send(self, text):
        self.wfile.write(text)
        self.wfile.flush()

    def head(self, status, headers, length):
        lines = ["HTTP/1.1 %d Status" % status] + ["%s: %s" % pair for pair in headers]
        lines += ["Connection: close"] + (["Content-Length: %d" % length] if length is not None else [])
        self.send(("\r\n".join(lines) + "\r\n\r\n").encode())

    def handle(self):
        if self.rfile.peek(1)[:1] == b"\x16":
            # The start of a secure connection, which this is not.
            return self.send(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        request = self.rfile.readline().decode("latin-1").split(" ")
        headers = []
        while True:
            line = self.rfile.readline().decode("latin-1").strip()
            if not line:
                break
            headers.append(line)
        if log:
            with open(log, "a") as file:
                file.write(request[1] + "\n" + "".join("  %s\n" % line for line in headers))
        name = request[1].split("/")[1]
        try:
            self.answer(name)
        except OSError:
            pass

    def answer(self, name):
        if name in ANSWERS:
            status, headers, body = ANSWERS[name]
            self.head(status, headers, len(body))
            self.send(body)
        elif name == "drip":
            self.head(200, [], len(GOOD) + 1000)
            for byte in b" " * 1000 + GOOD:
                self.send(bytes([byte]))
                time.sleep(0.2)
        elif name == "drip-head":
            for byte in b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000:
                self.send(bytes([byte]))
                time.sleep(0.2)
        elif name == "silent":
            time.sleep(30)
        elif name == "early-close":
            pass
        elif name == "short":
            self.head(200, [], len(GOOD) + 50)
            self.send(GOOD)
        elif name == "long":
            self.head(200, [], len(GOOD))
            self.send(GOOD + b"}}}}")
        elif name == "no-length":
            self.head(200, [], None)
            self.send(GOOD)
        elif name == "chunked":
            self.head(200, [("Transfer-Encoding", "chunked")], None)
            for part in (GOOD[:30], GOOD[30:]):
                self.send(b"%x\r\n%s\r\n" % (len(part), part))
            self.send(b"0\r\nX-Trailer: 1\r\n\r\n")
        elif name == "chunked-bad":
            self.head(200, [("Transfer-Encoding", "chunked")], None)
            self.send(b"zz\r\n" + GOOD)
        elif name == "endless":
            self.head(200, [], None)
            while True:
                self.send(b" " * 65536)
        elif name == "many-headers":
            self.send(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.send(b"X-Header: " + b"x" * 1000 + b"\r\n")
        elif name == "no-http":
            self.send(b"SSH-2.0-OpenSSH_9.2\r\n")
        elif name == "continue":
            self.send(b"HTTP/1.1 100 Continue\r\n\r\n")
            self.head(200, [], len(GOOD))
            self.send(GOOD)
        else:
            self.head(404, [], 0)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True


log = sys.argv[1] if len(sys.argv) > 1 else None
server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
parent = os.getppid()
for _ in range(3000):
    time.sleep(0.1)
    if os.getppid() != parent:
        break
