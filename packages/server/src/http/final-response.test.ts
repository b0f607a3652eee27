import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { endWithResponse } from './final-response.ts';

/** Both ends of a connection, and the timers of the server's end. */
async function pair() {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const clientEnd = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clientEnd.on('error', () => {});
  const [serverEnd] = (await once(server, 'connection')) as [Socket];
  server.close();
  const timers: (() => void)[] = [];
  const clock = {
    after: (_milliseconds: number, callback: () => void) => {
      timers.push(callback);
      return () => {
        timers.length = 0;
      };
    },
  };
  return { serverEnd, clientEnd, clock, timers };
}

test('a client that closes after the response is gone at once, whatever else it sent', async () => {
  const { serverEnd, clientEnd, clock, timers } = await pair();
  clientEnd.write('something that nobody reads');
  endWithResponse(serverEnd, 'bye', clock);
  const closed = once(serverEnd, 'close');
  const [response] = (await once(clientEnd, 'data')) as [Buffer];
  expect(response.toString()).toBe('bye');
  clientEnd.end();
  await closed;
  expect(timers).toEqual([]);
});

test('a client that does not close is disconnected', async () => {
  const { serverEnd, clientEnd, clock, timers } = await pair();
  endWithResponse(serverEnd, 'bye', clock);
  await once(clientEnd.resume(), 'end');
  expect(serverEnd.destroyed).toBe(false);
  timers[0]?.();
  expect(serverEnd.destroyed).toBe(true);
  clientEnd.destroy();
});
