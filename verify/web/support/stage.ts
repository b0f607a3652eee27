import { buildWorld, type DisposableWorld } from '@parley/server/app/build-world.ts';
import { startServer } from '@parley/server/app/start.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import { freePort } from '@parley/test-support/own-postgres.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { castOf, type Cast } from '../../../tools/demo/cast.ts';
import { copySample } from './copy.ts';
import { environmentOf, frozenClock, NOW, type Sample } from './sample.ts';

/** A server with a copy of the sample organization. */
export type Stage = {
  /** The address for browsers. */
  readonly url: string;
  /** The sample users, as other clients. */
  readonly cast: Cast;
  readonly close: () => Promise<void>;
};

/** A stage whose server is a process of its own, so that it can be killed. */
export type KillableStage = Stage & {
  readonly world: DisposableWorld;
  /** Ends the server as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with other settings if given. */
  readonly start: (changes?: Readonly<Record<string, string>>) => Promise<void>;
};

/** A server in this process whose clock stands still at the moment of the scenes. */
export async function openFrozenStage(sample: Sample): Promise<Stage> {
  const copy = await copySample(sample);
  const port = await freePort();
  const server = await startServer(readConfig(environmentOf(copy.databaseUrl, copy.files, port)), {
    clock: frozenClock,
  });
  return {
    url: `http://localhost:${port}`,
    cast: await castOf(server),
    close: async () => {
      await server.stop();
      await copy.drop();
    },
  };
}

export async function openKillableStage(sample: Sample): Promise<KillableStage> {
  const copy = await copySample(sample);
  const port = await freePort();
  const environment = environmentOf(copy.databaseUrl, copy.files, port);
  const world = buildWorld(readConfig(environment));
  await moveToPresent(world);
  let server: ServerProcess = await startServerProcess(environment, port);
  return {
    url: `http://localhost:${port}`,
    cast: await castOf({ world, url: server.url }),
    world,
    kill: () => server.kill(),
    start: async (changes = {}) => {
      server = await startServerProcess({ ...environment, ...changes }, port);
    },
    close: async () => {
      await server.kill();
      await world.dispose();
      await copy.drop();
    },
  };
}

/** Moves the history to the real time, because the server's clock runs in journeys. */
async function moveToPresent({ pool }: DisposableWorld): Promise<void> {
  const seconds = (NOW - Date.now()) / 1000;
  await pool.all(sql`
    update message set sent_at = sent_at - make_interval(secs => ${seconds}),
      edited_at = edited_at - make_interval(secs => ${seconds}),
      moved_at = moved_at - make_interval(secs => ${seconds})`);
}
