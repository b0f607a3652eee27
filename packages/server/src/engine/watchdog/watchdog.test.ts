import { systemClock } from '../clock.ts';
import { afterEach, expect, test } from 'vitest';
import { noteCaller, underName } from '../work/current-work.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

let watchdog: Watchdog | undefined;
afterEach(() => watchdog?.close());

/** Like a request that computes for too long, after it had waited for something. */
async function computeFor(cpuMs: number): Promise<void> {
  await Promise.resolve();
  noteCaller('acme', { userId: 17, role: 400, credential: { id: 1, createdAt: 0 } });
  const from = process.cpuUsage().user;
  while (process.cpuUsage().user - from < cpuMs * 1_000);
}

/** Blocks the event loop until a line is logged. */
async function blockUntilLogged(block: () => Promise<void>): Promise<Record<string, unknown>> {
  const logged = Promise.withResolvers<Record<string, unknown>>();
  // A busy machine may tell of several blocks at once.
  const counted = new Set<string>();
  const log = { warn: (fields: Record<string, unknown>) => logged.resolve({ ...fields, counted }) };
  watchdog = startWatchdog(systemClock, log as never, { blocked: (operation) => counted.add(operation) });
  let line: Record<string, unknown> | undefined;
  void logged.promise.then((fields) => (line = fields));
  // The thread that looks needs a moment to start.
  while (line === undefined) {
    await block();
    await new Promise(setImmediate);
  }
  return line;
}

test('a block of the event loop is logged with operation, organization and stack, and counted', async () => {
  const line = await blockUntilLogged(() => underName('/messages', () => computeFor(600)));
  expect(line).toMatchObject({
    operation: '/messages',
    organization: 'acme',
    counted: new Set(['/messages']),
  });
  expect(line['milliseconds']).toBeGreaterThanOrEqual(200);
  expect(line['stack']).toContainEqual(
    expect.stringMatching(/^computeFor \(watchdog\/watchdog\.test\.ts:\d+\)$/),
  );
});

test('work outside of requests and jobs has no name', async () => {
  const line = await blockUntilLogged(() => computeFor(600));
  expect(line).toMatchObject({ operation: 'other work', organization: undefined });
});
