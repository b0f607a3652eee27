import { createServer, type ServerResponse } from 'node:http';

/** The bare engine: holds every GET, answers all of them with the same bytes on POST. */
const waiting = new Set<ServerResponse>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    waiting.add(response);
    return;
  }
  request.resume();
  const body = '{"result":"success","msg":"","events":[{"type":"realm","id":1}],"queue_id":"x"}\n';
  for (const held of waiting)
    held.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
  const answered = waiting.size;
  waiting.clear();
  response.end(String(answered));
});
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2]), '127.0.0.1');
