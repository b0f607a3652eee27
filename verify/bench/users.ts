import { type Query, sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { Wire } from '@parley/test-support/process/wire.ts';
import { addPresentUsers } from './presence/add-users.ts';
import { withBenchEnvironment, type BenchEnvironment } from './support/bench-environment.ts';
import { costMeter } from './support/costs.ts';
import { median, table } from './support/figures.ts';
import { makeOrganization, type Member } from './support/organization.ts';

const COMMAND = {
  name: 'npm run bench -- users',
  summary: 'Measures registrations after changes of users, with the whole list of users and without.',
  options: {
    sizes: { type: 'string', value: 'numbers', default: '10000,100000', help: 'users of the organization' },
    times: { type: 'string', value: 'number', default: '10', help: 'registrations of each kind' },
  },
  example: 'npm run bench -- users --sizes 1000 --times 3',
} as const;

export async function benchUsers(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const rows: string[][] = [];
  await withBenchEnvironment(async (ground) => {
    for (const size of values.sizes.split(',').map(Number))
      rows.push(...(await ofSize(ground, size, Number(values.times))));
  });
  table(['users, registration', 'kB', 'ms', 'node ms', 'PostgreSQL ms'], rows);
}

async function ofSize(
  { environment, world, postgres }: BenchEnvironment,
  size: number,
  times: number,
): Promise<string[][]> {
  const port = await freePort();
  const server = await startServerProcess(environment, port);
  try {
    const wanted = { subdomain: `of-${size}`, members: 2, channels: 1 };
    const { realmId, members } = await makeOrganization(world, server.url, wanted);
    await addPresentUsers(world, realmId, size - members.length);
    const meter = costMeter({ server: server.pid, postgres: postgres.pid(), load: process.pid });
    const client = new MeasuredClient(new Wire('127.0.0.1', port), members[0] as Member, meter);
    const renaming = userChanges(world, realmId, sql`full_name = full_name || ' II'`);
    const deactivating = userChanges(world, realmId, sql`is_active = false`);
    const rows = [
      await client.measure('the first of a node', 1),
      await client.measure('the next', times),
      await client.measure('after a user was renamed', times, { change: renaming }),
      await client.measure('after a user was deactivated', times, { change: deactivating }),
      await client.measure('the first part of the users', times, { knows: 'nobody' }),
      ...(await client.measureParts()),
      await client.measure('the users who changed, one renamed', times, { change: renaming, knows: 'all' }),
    ];
    client.close();
    return rows.map(([name = '', ...figures]) => [`${size}, ${name}`, ...figures]);
  } finally {
    await server.terminate();
  }
}

/** Changes another user with each call. */
function userChanges(world: World, realmId: number, change: Query<unknown>): () => Promise<unknown> {
  let count = 0;
  return () => {
    count += 1;
    const address = `crowd${count}@example.com`;
    return world.pool.all(
      sql`update realm_user set ${change} where realm_id = ${realmId} and delivery_email = ${address}`,
    );
  };
}

type Cost = { readonly ms: number; readonly node: number; readonly postgres: number; readonly bytes: number };

/** A client that registers again and again. */
class MeasuredClient {
  readonly #wire: Wire;
  readonly #member: Member;
  readonly #meter: ReturnType<typeof costMeter>;
  /** The version of the users that it has. */
  #version = '';

  constructor(wire: Wire, member: Member, meter: ReturnType<typeof costMeter>) {
    this.#wire = wire;
    this.#member = member;
    this.#meter = meter;
  }

  /** Registers after each change, which is not measured itself. */
  async measure(
    name: string,
    times: number,
    { change, knows }: { change?: () => Promise<unknown>; knows?: 'nobody' | 'all' } = {},
  ): Promise<string[]> {
    const costs: Cost[] = [];
    for (let n = 0; n < times; n += 1) {
      await change?.();
      costs.push(await this.#register(knows === 'all' ? this.#version : knows && ''));
    }
    const mean = (pick: (cost: Cost) => number): string =>
      (costs.reduce((sum, cost) => sum + pick(cost), 0) / times).toFixed(0);
    return [
      name,
      mean(({ bytes }) => bytes / 1_000),
      median(costs.map(({ ms }) => ms)).toFixed(0),
      mean(({ node }) => node),
      mean(({ postgres }) => postgres),
    ];
  }

  /** Fetches the parts behind the first. */
  async measureParts(): Promise<string[][]> {
    const costs: Cost[] = [];
    for (let isComplete = false; !isComplete;) {
      const query = new URLSearchParams({ users_since: this.#version, client_gravatar: 'false' });
      const path = `/api/v1/users/parts?${query.toString()}`;
      const { cost, body } = await this.#ask(`GET ${path} HTTP/1.1\r\n${this.#member.headers}\r\n`);
      costs.push(cost);
      isComplete = body.includes('"users_complete":true');
    }
    const largest = Math.max(...costs.map(({ bytes }) => bytes));
    const ms = median(costs.map((cost) => cost.ms));
    return [[`${costs.length} more parts, each`, (largest / 1_000).toFixed(0), ms.toFixed(0), '', '']];
  }

  close(): void {
    this.#wire.close();
  }

  async #register(since: string | undefined): Promise<Cost> {
    const form = new URLSearchParams({ slim_presence: 'true', client_gravatar: 'false' });
    if (since !== undefined) form.set('users_since', since);
    const body = form.toString();
    const { headers } = this.#member;
    const { cost } = await this.#ask(
      `POST /api/v1/register HTTP/1.1\r\n${headers}content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    return cost;
  }

  async #ask(request: string): Promise<{ readonly cost: Cost; readonly body: string }> {
    const start = await this.#meter();
    const began = performance.now();
    const { status, body } = await this.#wire.ask(request);
    const ms = performance.now() - began;
    if (status !== 200) throw new Error(body.slice(0, 1_000));
    const { server, postgres } = start.until(await this.#meter(), 1_000);
    this.#version = /"users_version":"([^"]+)"/.exec(body)?.[1] ?? this.#version;
    return { cost: { ms, node: server, postgres, bytes: body.length }, body };
  }
}
