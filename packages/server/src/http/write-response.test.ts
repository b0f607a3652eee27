import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { systemClock } from '../engine/clock.ts';
import { writeResponse } from './write-response.ts';

test('a body is closed when its client left before the response', async () => {
  const { response, close } = await responseAfterItsClientLeft();
  const body = Readable.from(['content']);
  writeResponse({ clock: systemClock, isClosing: () => false }, response, {
    status: 200,
    headers: { 'content-length': '7' },
    body,
  });
  expect(body.destroyed).toBe(true);
  close();
});

async function responseAfterItsClientLeft(): Promise<{
  readonly response: ServerResponse;
  readonly close: () => void;
}> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  client.destroy();
  await once(response, 'close');
  return { response, close: () => server.close() };
}
