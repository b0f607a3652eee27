import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { hashRows, measureDisk, measurePresence, type Disk } from './bytes/measure.ts';
import { addPresentUsers } from './presence/add-users.ts';
import { textAt } from './send/texts.ts';
import { say, table } from './support/figures.ts';
import { connectTo } from './support/fill.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization, type Organization } from './support/organization.ts';

const COMMAND = {
  name: 'npm run bench -- bytes',
  summary:
    'Measures bytes of write-ahead log and of tables for each message and presence report, and the hash of rows in a move.',
  options: {
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
    messages: { type: 'string', value: 'number', default: '3000', help: 'messages of each case' },
  },
  example: 'npm run bench -- bytes --short',
} as const;

/** Presence reports that a node writes in one statement. */
const PRESENCE_BATCHES = [1, 30, 1_000];
/** The search index is written by a job; its bytes belong to the messages. */
const SEARCH_JOB_MS = 8_000;

export async function benchBytes(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const messages = values.short ? 200 : Number(values.messages);
  const cases = [
    { name: 'one organization, one at a time', organizations: 1, concurrent: 1 },
    { name: 'one organization, 32 at a time', organizations: 1, concurrent: 32 },
    { name: '20 organizations, 32 at a time', organizations: 20, concurrent: 32 },
  ];
  await withBenchEnvironment(async ({ environment, superuserUrl, world, postgres }) => {
    const server = await startServerProcess(environment, await freePort());
    const client = await connectTo(superuserUrl);
    try {
      const rows: string[][] = [];
      let realmId = 0;
      for (const [place, { name, organizations, concurrent }] of cases.entries()) {
        const all: Organization[] = [];
        for (let n = 0; n < organizations; n += 1)
          all.push(
            await makeOrganization(world, server.url, {
              subdomain: `of-${place}-${n}`,
              members: organizations === 1 ? 8 : 2,
              channels: 5,
            }),
          );
        realmId = place === 1 ? (all[0]?.realmId ?? 0) : realmId;
        // The first messages create topics and make caches warm.
        await sendAll(all, 100, concurrent);
        const disk = await measureDisk(client, messages, async () => {
          await sendAll(all, messages, concurrent);
          await new Promise((resolve) => setTimeout(resolve, values.short ? 0 : SEARCH_JOB_MS));
        });
        rows.push(rowOf(name, disk));
      }
      table(['bytes a message', 'WAL', 'messages and search', 'event log', 'other tables'], rows);
      await addPresentUsers(world, realmId, Math.max(...PRESENCE_BATCHES));
      for (const users of PRESENCE_BATCHES) {
        const bytes = await measurePresence(client, world, realmId, users);
        say(`presence, ${users} users in a batch: ${bytes.toFixed(0)} bytes of WAL a report`);
      }
      const hash = await hashRows(client, postgres.pid(), realmId);
      say(
        `hash of ${hash.rows} messages and log entries: ${hash.microseconds.toFixed(1)} processor µs for each`,
      );
    } finally {
      await client.end();
      await server.terminate();
    }
  });
}

async function sendAll(all: readonly Organization[], count: number, concurrent: number): Promise<void> {
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < count) {
      const n = next;
      next += 1;
      const { members, channels } = all[n % all.length] ?? { members: [], channels: [] };
      const turn = Math.floor(n / all.length);
      await members[turn % members.length]?.connection.call(sendMessage, {
        type: 'channel',
        to: channels[turn % channels.length]?.id ?? 0,
        topic: `plans ${turn % 7}`,
        content: textAt(n),
      });
    }
  };
  await Promise.all(Array.from({ length: concurrent }, sender));
}

function rowOf(name: string, { wal, messages, log, rest }: Disk): string[] {
  return [name, ...[wal, messages, log, rest].map((bytes) => bytes.toFixed(0))];
}
