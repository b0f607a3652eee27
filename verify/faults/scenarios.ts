import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Expectation } from './judge.ts';
import { damage, type Node, type Stage } from './stage.ts';

/** A fault on real parts. */
export type Scenario = {
  readonly name: string;
  /** Part of short runs. */
  readonly isShort?: boolean;
  /** The node that meets the fault; the usual one unless told otherwise. */
  readonly on?: 'misled';
  readonly expected: Expectation;
  /** False if this machine cannot make the fault. */
  isPossible?(stage: Stage): boolean;
  /** Begins the fault; returns a function that ends it. */
  begin(stage: Stage): Promise<() => Promise<void>>;
  /** The user's request that meets the fault. */
  readonly act: (node: Node) => Promise<number>;
  /** A line of the log after the end of the fault. */
  readonly after?: RegExp;
};

const send = (node: Node): Promise<number> => {
  // Random text is not compressed, so that every message needs pages of its own.
  const content = randomBytes(3_500).toString('hex');
  const to = `[${node.userId}]`;
  return node.request('POST', '/api/v1/messages', new URLSearchParams({ type: 'direct', to, content }));
};

const upload = (node: Node): Promise<number> => {
  const form = new FormData();
  form.set('file', new Blob([randomBytes(300_000)]), 'noise.bin');
  return node.request('POST', '/api/v1/user_uploads', form);
};

const read = (node: Node): Promise<number> =>
  node.request('GET', '/api/v1/messages?anchor=newest&num_before=50&num_after=0');

const invite = (node: Node): Promise<number> =>
  node.request(
    'POST',
    '/api/v1/invites',
    new URLSearchParams({
      invitee_emails: `${randomBytes(4).toString('hex')}@harbour.example`,
      stream_ids: '[]',
    }),
  );

const ownUser = (node: Node): Promise<number> => node.request('GET', '/api/v1/users/me');

const fault = (source: string, kind: string): RegExp =>
  new RegExp(`parley_faults_total\\{source="${source}",kind="${kind}"\\} [1-9]\\d*`);

/** Open sessions follow the setting; new ones may write again by a setting of their own. */
async function makeReadOnly({ query }: Stage): Promise<() => Promise<void>> {
  await query('alter system set default_transaction_read_only = on');
  await query('select pg_reload_conf()');
  return async () => {
    await query('alter system reset default_transaction_read_only');
    await query('select pg_reload_conf()');
  };
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'disk of PostgreSQL full',
    isShort: true,
    expected: {
      user: 503,
      log: /"level":60.*"source":"database","kind":"disk_full"/,
      health: 503,
      metric: fault('database', 'disk_full'),
      // New connections may fail already.
      doctor:
        /✗ (writes|PostgreSQL) +[^\n]*(No space left|could not extend|check failed\s+→[^\n]*could not write)/,
    },
    isPossible: ({ disk }) => disk !== undefined,
    begin: async ({ disk, query }) => {
      // The rest of a new segment of the write-ahead log outlasts the fault.
      await query('select pg_switch_wal()');
      await query('checkpoint');
      const free = disk?.fill();
      return async () => free?.();
    },
    act: send,
  },
  {
    name: 'PostgreSQL read-only',
    isShort: true,
    expected: {
      user: 503,
      log: /"level":60.*"source":"database","kind":"read_only"/,
      health: 503,
      metric: fault('database', 'read_only'),
      doctor: /✗ writes +transactions are read-only/,
    },
    begin: makeReadOnly,
    act: send,
  },
  {
    name: 'no connection left',
    expected: {
      user: 503,
      log: /"level":50.*"source":"database","kind":"connections"/,
      health: 503,
      metric: fault('database', 'connections'),
      doctor: /✗ PostgreSQL +check failed\s+→ PostgreSQL has no connection left/,
    },
    begin: async (stage) => {
      const taken = await takeConnections(stage);
      return async () => {
        await Promise.all(taken.map((client) => client.end()));
      };
    },
    act: send,
  },
  {
    name: 'PostgreSQL stopped',
    isShort: true,
    expected: {
      user: 503,
      log: /"level":50.*"PostgreSQL is away"/,
      health: 503,
      metric: /parley_database_up 0/,
      doctor: /✗ PostgreSQL +check failed\s+→ PostgreSQL cannot be reached/,
    },
    begin: async ({ postgres }) => {
      await postgres.crash();
      return () => postgres.start();
    },
    act: send,
    after: /"level":30.*"PostgreSQL is back after \d+ s"/,
  },
  {
    name: 'disk of files full',
    isShort: true,
    expected: {
      user: 503,
      log: /"level":60.*"source":"files","kind":"disk_full"/,
      health: 200,
      metric: fault('files', 'disk_full'),
      doctor: /✗ faults +.*files disk_full/,
    },
    isPossible: ({ filesDisk }) => filesDisk !== undefined,
    begin: async ({ filesDisk }) => {
      const free = filesDisk?.fill();
      return async () => free?.();
    },
    act: upload,
  },
  {
    name: 'NATS gone',
    isShort: true,
    expected: {
      user: undefined,
      log: /"level":40.*the connection to the bus is lost/,
      health: 200,
      metric: /parley_bus_up 0/,
      doctor: /✗ bus +/,
    },
    begin: async ({ nats }) => {
      await nats.kill();
      return () => nats.start();
    },
    act: send,
    after: /"level":30.*the connection to the bus is restored|connected to the bus/,
  },
  {
    name: 'bucket gone',
    on: 'misled',
    expected: {
      user: 503,
      log: /"level":60.*"source":"files","kind":"missing"/,
      health: 200,
      metric: fault('files', 'missing'),
      doctor: /✗ faults +.*files missing/,
    },
    begin: async () => async () => {},
    act: upload,
  },
  {
    name: 'certificate of the mail server expired',
    on: 'misled',
    expected: {
      user: undefined,
      log: /"level":40.*certificate has expired.*"e-mail failed, will retry"/,
      health: 200,
      metric: /parley_mails_total\{outcome="failed"\} [1-9]\d*/,
      doctor: /✗ mail +.*certificate has expired/,
    },
    begin: async () => async () => {},
    act: invite,
  },
  {
    name: 'clock two hours ahead',
    on: 'misled',
    expected: {
      user: undefined,
      log: /"level":40.*7\d\d\d s apart.*clocks of this node and of PostgreSQL differ/,
      health: 200,
      metric: /parley_clock_difference_seconds 7\d\d\d/,
      doctor: /✗ clocks +7\d+ ms apart/,
    },
    begin: async ({ setClock }) => {
      setClock(7_200);
      return async () => setClock(0);
    },
    act: ownUser,
  },
  {
    name: 'page of a table damaged',
    expected: {
      user: 503,
      log: /"level":60.*"source":"database","kind":"corruption"/,
      health: 200,
      metric: fault('database', 'corruption'),
      doctor: /✗ damaged pages +\d+ reads/,
    },
    begin: async ({ postgres, query, node }) => {
      await send(node);
      await query('checkpoint');
      const [row] = await query<{ file: string }>(
        `select current_setting('data_directory') || '/' || pg_relation_filepath('message') as file`,
      );
      await postgres.stop();
      damage(row?.file ?? '');
      await postgres.start();
      return async () => {};
    },
    act: read,
  },
];

/** Takes every connection that the node does not hold, then those of the node. */
async function takeConnections({ postgres, query }: Stage): Promise<Client[]> {
  const taken: Client[] = [];
  const take = async (): Promise<boolean> => {
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => {});
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    );
    if (isOpen) taken.push(client);
    return isOpen;
  };
  await query('select 1');
  while (await take());
  const [first] = taken;
  for (let round = 0; round < 50; round += 1) {
    const { rowCount } = (await first?.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'parley node %'`,
    )) ?? { rowCount: 0 };
    while (await take());
    if (rowCount === 0) break;
    await pause(20);
  }
  return taken;
}
