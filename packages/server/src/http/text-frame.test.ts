import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { textFrame } from './text-frame.ts';

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  'a client reads a message of %i bytes',
  async (length) => {
    const server = createServer();
    const sockets = new WebSocketServer({ noServer: true });
    const text = 'é'.repeat(Math.floor(length / 2)) + 'x'.repeat(length % 2);
    server.on('upgrade', (request, connection: Duplex, head) => {
      sockets.handleUpgrade(request, connection, head, (socket) => {
        connection.write(textFrame(Buffer.from(text)));
        // Messages of the library follow in order.
        socket.send('next');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const received: string[] = [];
    const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await new Promise<void>((resolve) => {
      client.on('message', (data) => {
        received.push((data as Buffer).toString('utf8'));
        if (received.length === 2) resolve();
      });
    });
    expect(received).toEqual([text, 'next']);
    client.terminate();
    server.closeAllConnections();
    server.close();
  },
);
