import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { endWithResponse } from './final-error.ts';

/** A connection with two ends, and what is to happen later on the side of the server. */
async function pair() {
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const theirs = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  theirs.on('error', () => {});
  const [ours] = (await once(server, 'connection')) as [Socket];
  server.close();
  const later: (() => void)[] = [];
  const clock = {
    after: (_milliseconds: number, callback: () => void) => {
      later.push(callback);
      return () => {
        later.length = 0;
      };
    },
  };
  return { ours, theirs, clock, later };
}

test('who hangs up when it has heard the last word is gone at once, whatever else it sent', async () => {
  const { ours, theirs, clock, later } = await pair();
  theirs.write('something that nobody reads');
  endWithResponse(ours, 'bye', clock);
  const closed = once(ours, 'close');
  const [word] = (await once(theirs, 'data')) as [Buffer];
  expect(word.toString()).toBe('bye');
  theirs.end();
  await closed;
  expect(later).toEqual([]);
});

test('who does not hang up is not waited for', async () => {
  const { ours, theirs, clock, later } = await pair();
  endWithResponse(ours, 'bye', clock);
  await once(theirs.resume(), 'end');
  expect(ours.destroyed).toBe(false);
  later[0]?.();
  expect(ours.destroyed).toBe(true);
  theirs.destroy();
});
