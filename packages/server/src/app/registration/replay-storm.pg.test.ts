import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { createCast, watchersOf } from '@parley/test-support/replay/cast.ts';
import { anyChange } from '@parley/test-support/replay/storm.ts';
import { startReplay, type Replay } from '@parley/test-support/replay/replay.ts';
import { seeded } from '@parley/test-support/seeded.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const WRITERS = 6;
const CHANGES_PER_WRITER = 25;
const REGISTRATIONS = 12;

test.each([1, 2, 3])(
  '[Q-6] registrations concurrent with changes neither miss nor repeat an event (seed %d)',
  async (seed) => {
    const cast = await createCast(server);
    const bystander = await server.user({ fullName: `Bystander ${seed}` });
    const watchers = watchersOf(cast);
    const replays: Replay[] = [];
    const writer = async (n: number): Promise<void> => {
      const random = seeded(seed * 1000 + n);
      for (let count = 0; count < CHANGES_PER_WRITER; count += 1) await anyChange(cast, bystander, random);
    };
    const registrar = async (): Promise<void> => {
      const random = seeded(seed);
      for (let count = 0; count < REGISTRATIONS; count += 1)
        replays.push(await startReplay([random.pick(watchers)]));
    };
    await Promise.all([registrar(), ...Array.from({ length: WRITERS }, (_, n) => writer(n))]);
    const differences = await Promise.all(replays.map((replay) => replay.run(async () => {})));
    expect(differences.flat()).toEqual([]);
  },
);
