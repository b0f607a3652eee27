import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The bare engine: reads a form and answers with bytes that are there already. */
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
