import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { costOf, type Cost } from './fanout/cost.ts';
import { textAt } from './send/texts.ts';
import { say, table } from './support/figures.ts';
import { addUsers, connectTo, fillChannel } from './support/fill.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization } from './support/organization.ts';
import { plot, type Line } from './support/plot.ts';

const PICTURE = path.join(import.meta.dirname, '../../docs/images/fanout.svg');
/** Max cost of a message to the largest channel, as a multiple of the smallest. */
const GOAL = 1.25;

type Measured = { readonly subscribers: number; readonly ours: Cost; readonly classic: Cost };

const COMMAND = {
  name: 'npm run bench -- fanout',
  summary: 'Measures the cost of one message by the number of subscribers, beside one row per recipient.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    sizes: {
      type: 'string',
      value: 'numbers',
      default: '10,1000,10000,100000',
      help: 'subscribers of each channel',
    },
    sends: { type: 'string', value: 'number', default: '300', help: 'messages to each channel' },
    picture: { type: 'boolean', default: false, help: 'draw the chart of docs/performance.md' },
  },
  example: 'npm run bench -- fanout --sizes 10,10000',
} as const;

export async function benchFanout(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const sizes = (values.short ? '10,1000' : values.sizes).split(',').map(Number);
  const sends = values.short ? 30 : Number(values.sends);
  const measured: Measured[] = [];
  await withBenchEnvironment(async ({ environment, world, postgres }) => {
    const server = await startServerProcess(environment, await freePort());
    const client = await connectTo(environment['PARLEY_DATABASE_URL'] ?? '');
    try {
      await client.query(await readFile(path.join(import.meta.dirname, 'fanout/classic.sql'), 'utf8'));
      const organization = await makeOrganization(world, server.url, {
        subdomain: '',
        members: 1,
        channels: sizes.length,
      });
      await addUsers(client, organization, Math.max(...sizes));
      for (const [place, size] of sizes.entries())
        await fillChannel(client, organization, organization.channels[place]?.id ?? 0, size);
      await client.query('vacuum analyze');
      const watched = { client, server: server.pid, postgres: postgres.pid() };
      const [sender] = organization.members;
      const sendTo = (channelId: number): (() => Promise<unknown>) => {
        let n = 0;
        return async () =>
          sender?.connection.call(sendMessage, {
            type: 'channel',
            to: channelId,
            topic: 'plans',
            content: textAt(n++),
          });
      };
      // Warm-up; also creates the topics.
      for (const { id } of organization.channels)
        for (let n = 0; n < Math.max(30, sends / 4); n += 1) await sendTo(id)();
      for (const [place, subscribers] of sizes.entries()) {
        const channelId = organization.channels[place]?.id ?? 0;
        const ours = await costOf({ ...watched, table: 'public.message' }, sends, sendTo(channelId));
        const classic = await costOf(
          { ...watched, table: 'classic.message' },
          classicSends(sends, subscribers),
          () =>
            client.query('select classic.send($1, $2, $3, $4, $5)', [
              organization.realmId,
              sender?.id,
              channelId,
              'plans',
              textAt(0),
            ]),
        );
        measured.push({ subscribers, ours, classic });
        say(`${subscribers} subscribers: ${ours.rows} rows, a row each: ${classic.rows}`);
      }
    } finally {
      await client.end();
      await server.terminate();
    }
  });
  report(measured);
  if (values.picture) await writeFile(PICTURE, pictureOf(measured));
}

function classicSends(sends: number, subscribers: number): number {
  return Math.max(3, Math.min(sends, Math.round(200_000 / subscribers)));
}

function report(measured: readonly Measured[]): void {
  table(
    [
      'subscribers',
      'ms',
      'server µs',
      'PostgreSQL µs',
      'rows',
      'WAL bytes',
      'classic: ms',
      'PostgreSQL µs',
      'rows',
      'WAL bytes',
    ],
    measured.map(({ subscribers, ours, classic }) => [
      String(subscribers),
      ours.milliseconds.toFixed(2),
      ours.serverMicroseconds.toFixed(0),
      ours.postgresMicroseconds.toFixed(0),
      ours.rows.toFixed(1),
      ours.bytes.toFixed(0),
      classic.milliseconds.toFixed(2),
      classic.postgresMicroseconds.toFixed(0),
      classic.rows.toFixed(0),
      classic.bytes.toFixed(0),
    ]),
  );
  const [first, last] = [measured[0]?.ours, measured.at(-1)?.ours];
  if (first === undefined || last === undefined) return;
  const ratio = (of: (cost: Cost) => number): number => of(last) / of(first);
  const [rows, bytes] = [ratio((cost) => cost.rows), ratio((cost) => cost.bytes)];
  say(
    `\nlargest : smallest, goal at most ${GOAL}: time ${ratio((cost) => cost.milliseconds).toFixed(2)}, PostgreSQL ${ratio((cost) => cost.postgresMicroseconds).toFixed(2)}, rows ${rows.toFixed(2)}, bytes ${bytes.toFixed(2)}`,
  );
  // Times vary between runs of one machine, written bytes do not.
  if (rows > GOAL || bytes > GOAL) process.exitCode = 1;
}

function pictureOf(measured: readonly Measured[]): string {
  const lines = (of: (cost: Cost) => number): Line[] => [
    {
      name: 'Parley',
      color: '#1d6fb8',
      points: measured.map((one) => [one.subscribers, of(one.ours)] as const),
    },
    {
      name: 'a row for each recipient',
      color: '#c4532d',
      points: measured.map((one) => [one.subscribers, of(one.classic)] as const),
    },
  ];
  return plot('What one message costs', 'subscribers', [
    { title: 'milliseconds', lines: lines((cost) => cost.milliseconds) },
    { title: 'rows written', lines: lines((cost) => cost.rows) },
    { title: 'bytes of write-ahead log', lines: lines((cost) => cost.bytes) },
  ]);
}
