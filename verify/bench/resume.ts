import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { Wire } from '@parley/test-support/process/wire.ts';
import { bareEngine } from './morning/bare.ts';
import { costMeter } from './support/costs.ts';
import { median, quantile, table } from './support/figures.ts';
import { withBenchEnvironment } from './support/bench-environment.ts';
import { makeOrganization, type Organization } from './support/organization.ts';

/** Events that a client has missed. */
const EVENTS = 200;
const BARE_SECONDS = 4;

const COMMAND = {
  name: 'npm run bench -- resume',
  summary: `Measures how clients that missed ${EVENTS} events resume on a node that does not know their queues.`,
  options: {
    clients: { type: 'string', value: 'number', default: '200', help: 'clients; half of them are measured' },
    short: { type: 'boolean', default: false, help: 'a quick run, to see that the benchmark works' },
  },
  example: 'npm run bench -- resume --clients 400',
} as const;

export async function benchResume(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const members = values.short ? 4 : Number(values.clients);
  await withBenchEnvironment(async ({ environment, world, postgres }) => {
    const port = await freePort();
    const first = await startServerProcess(environment, port);
    let polls: string[];
    try {
      polls = await missEvents(
        await makeOrganization(world, first.url, { subdomain: '', members, channels: 1 }),
      );
    } finally {
      await first.terminate();
    }
    const second = await startServerProcess(environment, port);
    try {
      const wire = new Wire('127.0.0.1', port);
      const half = polls.length / 2;
      // Until V8 has compiled what is hot.
      for (const poll of polls.slice(0, half)) await wire.ask(poll);
      const meter = costMeter({ server: second.pid, postgres: postgres.pid(), load: process.pid });
      const start = await meter();
      const times: number[] = [];
      let answer = '';
      for (const poll of polls.slice(half)) {
        const began = performance.now();
        const { status, body } = await wire.ask(poll);
        times.push(performance.now() - began);
        if (status !== 200) throw new Error(body);
        answer = body;
      }
      const costs = start.until(await meter(), times.length);
      wire.close();
      const bare = await bareEngine(answer, polls.slice(0, 1), {
        connections: 1,
        seconds: values.short ? 1 : BARE_SECONDS,
      });
      table(
        ['events', 'kB', 'p50 ms', 'p99 ms', 'node ms', 'PostgreSQL ms', 'bare ms', 'node : bare'],
        [
          [
            String(EVENTS),
            (answer.length / 1_000).toFixed(0),
            median(times).toFixed(1),
            quantile(times, 0.99).toFixed(1),
            (costs.server / 1_000).toFixed(2),
            (costs.postgres / 1_000).toFixed(2),
            bare.milliseconds.toFixed(2),
            (costs.server / 1_000 / bare.milliseconds).toFixed(1),
          ],
        ],
      );
    } finally {
      await second.terminate();
    }
  });
}

/** Registers a queue for each member and sends messages that nobody fetches. Returns the polls for them. */
async function missEvents({ members, channels }: Organization): Promise<string[]> {
  const polls: string[] = [];
  for (const { connection, headers } of members) {
    const queue = await connection.call(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const query = `queue_id=${queue.queue_id ?? ''}&last_event_id=${queue.last_event_id ?? -1}`;
    polls.push(`GET /api/v1/events?${query} HTTP/1.1\r\n${headers}\r\n`);
  }
  for (let n = 0; n < EVENTS; n += 1)
    await members[0]?.connection.call(sendMessage, {
      type: 'channel',
      to: channels[0]?.id ?? 0,
      topic: `topic ${n % 5}`,
      content: `Message ${n} of the night, with **some** words to read in the morning.`,
    });
  return polls;
}
