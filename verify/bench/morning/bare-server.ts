import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** Bare server: reads a form and responds with prepared bytes. */
const [port, file = ''] = process.argv.slice(2);
const bytes = readFileSync(file);
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      .end(bytes);
  });
});
server.keepAliveTimeout = 120_000;
server.listen(Number(port), '127.0.0.1');
