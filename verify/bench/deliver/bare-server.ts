import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

/**
 * Bare server: keeps every GET open and answers all of them with the same bytes on POST; sends the same frame to
 * every WebSocket. The bytes were recorded from the real server: head and body in one file, the frame in another.
 */
const [port, answerFile, frameFile] = process.argv.slice(2);
const [head = '', body = ''] = readFileSync(answerFile ?? '', 'utf8').split('\r\n\r\n');
const frame = Buffer.from(readFileSync(frameFile ?? '', 'utf8'));
const headers = Object.fromEntries(
  head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(': ', 2) as [string, string])
    .filter(([name]) => !['date', 'connection', 'keep-alive', 'content-length'].includes(name.toLowerCase())),
);
const bytes = Buffer.from(body);

const waiting = new Set<ServerResponse>();
const sockets = new Set<WebSocket>();
const server = createServer((request, response) => {
  if (request.method === 'GET') {
    waiting.add(response);
    return;
  }
  request.resume();
  for (const held of waiting) held.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
  waiting.clear();
  for (const socket of sockets) socket.send(frame, { binary: false });
  response.end();
});
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  sockets.add(socket);
});
server.keepAliveTimeout = 120_000;
server.listen(Number(port), '127.0.0.1');
