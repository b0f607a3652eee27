import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildWorld } from '@parley/server/app/build-world.ts';
import { startServer } from '@parley/server/app/start.ts';
import type { Clock } from '@parley/server/engine/clock.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readConfig } from '@parley/server/engine/config.ts';
import type { World } from '@parley/server/http/world.ts';
import { createTestDatabase } from '@parley/test-support/database.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { castOf, type Cast } from '../../../tools/demo/cast.ts';
import { copySample, type SampleCopy } from './copy.ts';
import { eventually } from './eventually.ts';
import { environmentOf, frozenClock, NOW, type Sample } from './sample.ts';

/** Servers that are killed start several times, mostly by compiling the same modules. */
const COMPILED =
  process.env['NODE_COMPILE_CACHE'] ?? path.resolve('node_modules/.cache/web-journeys-compiled');

/** A server with a copy of the sample organization. */
export type Stage = {
  /** The address for browsers. */
  readonly url: string;
  /** The sample users, as other clients. */
  readonly cast: Cast;
  /** Lets the log-ins of all users be an hour old. */
  readonly ageLogIns: () => Promise<void>;
  /** Lets the days be over in which users set up a second step. */
  readonly endGrace: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A stage whose server is a process of its own, so that it can be killed. */
export type KillableStage = Stage & {
  /** Ends the server as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with other settings if given. */
  readonly start: (changes?: Readonly<Record<string, string>>) => Promise<void>;
  /** Backs up the database under the running server; the result restores it. */
  readonly backUp: SampleCopy['backUp'];
};

/** A stage whose server sends and receives e-mails. */
export type MailingStage = Stage & { readonly mailbox: Mailbox };

/** A server without an organization, in a process of its own. */
export type EmptyStage = {
  readonly url: string;
  /** The code of the set-up, as the server prints it. */
  readonly printedCode: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** A server in this process whose clock stands still at the moment of the scenes. */
export function openFrozenStage(sample: Sample): Promise<Stage> {
  return openStageWith(sample, { clock: frozenClock });
}

/** A server in this process with the real time. */
export function openStage(sample: Sample): Promise<Stage> {
  return openStageWith(sample, {});
}

async function openStageWith(
  sample: Sample,
  held: { readonly clock?: Clock },
  settings: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const copy = await copySample(sample);
  const port = await freePort();
  const environment = { ...environmentOf(copy.databaseUrl, copy.files, port), ...settings };
  const server = await startServer(readConfig(environment), held);
  if (held.clock === undefined) await moveToPresent(server.world);
  return {
    url: `http://localhost:${port}`,
    cast: await castOf(server),
    ageLogIns: () => ageLogIns(server.world),
    endGrace: () => endGrace(server.world),
    close: async () => {
      await server.stop();
      await copy.drop();
    },
  };
}

export async function openMailingStage(sample: Sample): Promise<MailingStage> {
  const mailbox = await startMailbox();
  const stage = await openStageWith(
    sample,
    {},
    {
      PARLEY_SMTP_URL: mailbox.url,
      PARLEY_MAIL_FROM: 'chat@observatory.example',
      PARLEY_MAIL_GATEWAY: '%s@mail.observatory.example',
      PARLEY_MAIL_GATEWAY_PORT: String(await freePort()),
    },
  );
  return {
    ...stage,
    mailbox,
    close: async () => {
      await stage.close();
      await mailbox.stop();
    },
  };
}

export async function openEmptyStage(): Promise<EmptyStage> {
  const database = await createTestDatabase();
  const files = mkdtempSync(path.join(tmpdir(), 'parley-web-'));
  const port = await freePort();
  const { PARLEY_SAMPLE_LOGIN: _, ...environment } = environmentOf(database.url, files, port);
  const server = await startServerProcess(
    { ...environment, PARLEY_LOG_LEVEL: 'info', NODE_COMPILE_CACHE: COMPILED },
    port,
  );
  return {
    url: `http://localhost:${port}`,
    printedCode: () =>
      eventually(async () => {
        const code = /enter this code: ([\w-]+)/.exec(server.output())?.[1];
        if (code === undefined) throw new Error('The server printed no code.');
        return code;
      }),
    close: async () => {
      await server.kill();
      await database.drop();
      rmSync(files, { recursive: true, force: true });
    },
  };
}

export async function openKillableStage(sample: Sample): Promise<KillableStage> {
  const copy = await copySample(sample);
  const port = await freePort();
  const environment = { ...environmentOf(copy.databaseUrl, copy.files, port), NODE_COMPILE_CACHE: COMPILED };
  const world = buildWorld(readConfig(environment));
  await moveToPresent(world);
  let server: ServerProcess = await startServerProcess(environment, port);
  return {
    url: `http://localhost:${port}`,
    cast: await castOf({ world, url: server.url }),
    ageLogIns: () => ageLogIns(world),
    endGrace: () => endGrace(world),
    kill: () => server.kill(),
    start: async (changes = {}) => {
      server = await startServerProcess({ ...environment, ...changes }, port);
    },
    backUp: copy.backUp,
    close: async () => {
      await server.kill();
      await world.dispose();
      await copy.drop();
    },
  };
}

/** The second statement raises the versions of the cached accounts. */
async function ageLogIns({ pool }: Pick<World, 'pool'>): Promise<void> {
  await pool.all(sql`update credential set created_at = created_at - interval '1 hour'`);
  await pool.all(sql`update realm_user set timezone = timezone`);
}

async function endGrace({ pool }: Pick<World, 'pool'>): Promise<void> {
  const begun = JSON.stringify({ second_steps_required_since: 1 });
  await pool.all(sql`update realm set settings = settings || ${begun}::jsonb`);
  await pool.all(sql`update realm_user set date_joined = '2020-01-01'`);
}

/** Moves the history to the real time, because the server's clock runs in journeys. */
async function moveToPresent({ pool }: Pick<World, 'pool'>): Promise<void> {
  // A busy machine may need longer for a connection than a node waits.
  await eventually(() => Promise.all(Array.from({ length: 8 }, () => pool.all(sql`select pg_sleep(0.05)`))));
  const seconds = (NOW - Date.now()) / 1000;
  await pool.all(sql`
    update message set sent_at = sent_at - make_interval(secs => ${seconds}),
      edited_at = edited_at - make_interval(secs => ${seconds}),
      moved_at = moved_at - make_interval(secs => ${seconds})`);
}
