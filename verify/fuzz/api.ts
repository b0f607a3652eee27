import { Agent, request as httpRequest } from 'node:http';
import { answerSchema, type Endpoint } from '@parley/contract/endpoint.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { errorAnswerSchema, errors, type ErrorCode } from '@parley/contract/errors.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import type { Known } from './values.ts';
import { populate } from './population.ts';
import { declaredRequest, strayRequest, type RawRequest } from './requests.ts';

/** A longer response time counts as a hang, if it is as long again when the request is repeated. */
const LIMIT_MS = 5_000;
/** A poll without events may wait; it is given up after this time, so that the run goes on. */
const POLL_LIMIT_MS = 3_000;

type Outcome = { status: number; text: string; milliseconds: number };

const COMMAND = {
  name: 'npm run fuzz -- api',
  summary:
    'Sends valid, boundary and hostile requests made from the contract: no 5xx, hang, crash or undeclared response.',
  options: {
    calls: { type: 'string', value: 'number', default: '20000', help: 'requests to send' },
    seed: { type: 'string', value: 'number', help: 'seed that repeats a run (default: random)' },
    show: { type: 'boolean', default: false, help: 'print every request' },
    only: { type: 'string', default: '', help: 'only operations whose id contains the text' },
  },
  example: 'npm run fuzz -- api --calls 1000 --only message',
} as const;

export async function fuzzApi(args: readonly string[]): Promise<void> {
  const { values } = readCommandLine(COMMAND, args);
  const calls = Number(values.calls);
  const seed = Number(values.seed ?? Math.floor(performance.timeOrigin) % 1_000_000);
  process.stdout.write(`fuzz: seed ${seed}, ${calls} calls (repeat with --seed ${seed} --calls ${calls})\n`);
  const random = seeded(seed);
  const asked = endpoints.filter(({ id }) => id !== 'deactivate-realm' && id.includes(values.only));
  const { environment, world, clear } = await layGround();
  const { actors, repair, known } = await populate(world);
  const server = await startServerProcess(environment, await freePort());
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const seen = new Map<string, Map<number, number>>();
  const failures: string[] = [];
  /** Printed at once: a long run need not end to be read. */
  const report = (failure: string): void => {
    failures.push(failure);
    process.stdout.write(`\n✗ ${failure}\n`);
  };
  const fail = (index: number, request: RawRequest, why: string, outcome?: Outcome): void => {
    const body = request.body?.toString('utf8').slice(0, 500) ?? '';
    report(
      `call ${index}: ${why}\n    ${request.method} ${request.path.slice(0, 300)}\n    ${JSON.stringify(request.headers)}\n    ${body}\n    → ${outcome?.status ?? '-'} ${outcome?.text.slice(0, 500) ?? ''}`,
    );
  };

  for (let index = 0; index < calls && failures.length < 20; index += 1) {
    if (index % 100 === 0) await repair();
    const stray = random.chance(0.03);
    const endpoint = random.pick(asked);
    const actor = random.chance(0.03) ? undefined : random.chance(0.3) ? actors[0] : random.pick(actors);
    const request = stray
      ? strayRequest(random, known)
      : declaredRequest(random, endpoint, actor, { ...known, wild: random.chance(0.5) });
    const name = stray ? '(no operation)' : endpoint.id;
    try {
      const outcome = await ask(server.url, agent, request);
      if (values.show)
        process.stdout.write(`${index} ${request.method} ${request.path.slice(0, 80)} ${outcome.status}\n`);
      const counts = seen.get(name) ?? new Map<number, number>();
      seen.set(name, counts.set(outcome.status, (counts.get(outcome.status) ?? 0) + 1));
      learn(known, outcome);
      const problem = stray ? undefined : problemOf(endpoint, request, outcome);
      if (outcome.status >= 500) fail(index, request, 'the server failed', outcome);
      else if (problem !== undefined) fail(index, request, problem, outcome);
      if (outcome.milliseconds > LIMIT_MS && (await isSlowAgain(server.url, agent, request)))
        fail(index, request, `took ${Math.round(outcome.milliseconds)} ms, and as long again`, outcome);
    } catch (error) {
      const isPoll = endpoint.id === 'get-events' && error instanceof Hanging;
      if (!isPoll) fail(index, request, `no answer: ${error instanceof Error ? error.message : 'unknown'}`);
    }
    if (server.exitCode() !== undefined) {
      fail(index, request, `the server ended:\n${server.output().slice(-2000)}`);
      break;
    }
    if ((index + 1) % 2000 === 0) process.stdout.write(`  ${index + 1} calls, ${failures.length} failures\n`);
  }

  const holes = await world.pool.all(sql<{ realm_id: number }>`
    select h.realm_id from realm_head h left join log_entry e on e.realm_id = h.realm_id
    group by h.realm_id, h.head having count(e.position) <> h.head or coalesce(max(e.position), 0) <> h.head`);
  if (holes.length > 0)
    report(`the log of organizations ${holes.map((row) => row.realm_id).join()} has holes`);
  const ended = server.exitCode() === undefined ? await server.terminate() : { code: 1, milliseconds: 0 };
  if (ended.code !== 0) report(`the server ended with code ${ended.code}\n${server.output().slice(-2000)}`);
  agent.destroy();
  await clear();

  printCounts(seen);
  process.stdout.write(`fuzz: seed ${seed}: ${calls} calls, ${failures.length} failures\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** A machine that pauses delays any request; a text that takes long does so each time. */
async function isSlowAgain(url: string, agent: Agent, request: RawRequest): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt += 1)
    if ((await ask(url, agent, request)).milliseconds <= LIMIT_MS) return false;
  return true;
}

/** Collects the ids of created objects for later calls. */
function learn(known: Known, { status, text }: Outcome): void {
  if (status !== 200) return;
  for (const [, queueId] of text.matchAll(/"queue_id":"([0-9a-f-]{36})"/g))
    remember(known.texts, queueId ?? '');
  for (const [, id] of text.slice(0, 2_000).matchAll(/"(?:id|user_id)":(\d+)/g))
    remember(known.ids, Number(id));
}

const MAX_REMEMBERED = 200;

function remember<T>(list: T[], item: T): void {
  if (!list.includes(item)) list.push(item);
  if (list.length > MAX_REMEMBERED) list.splice(20, 1);
}

class Hanging extends Error {}

function ask(url: string, agent: Agent, { method, path, headers, body, type }: RawRequest): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const asked = performance.now();
    const { hostname, port } = new URL(url);
    const outgoing = httpRequest(
      {
        hostname,
        port,
        agent,
        method,
        path: path.replaceAll(/[^\x21-\x7e]/g, (c) => encodeURIComponent(c)),
        headers: {
          host: 'parley.test',
          ...headers,
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(body === undefined ? {} : { 'content-length': String(body.length) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString('utf8'),
            milliseconds: performance.now() - asked,
          });
        });
      },
    );
    const limit = path.startsWith('/api/v1/events') ? POLL_LIMIT_MS : 6 * LIMIT_MS;
    outgoing.setTimeout(limit, () => {
      reject(new Hanging(`nothing within ${limit} ms`));
      outgoing.destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** The reason why the contract does not declare a response, or undefined. */
function problemOf(
  endpoint: Endpoint,
  { method, overridden }: RawRequest,
  { status, text }: Outcome,
): string | undefined {
  if (method === 'HEAD' || status === 204 || status === 302 || status === 405 || status === 404)
    return undefined;
  let body: { code?: string };
  try {
    body = JSON.parse(text) as { code?: string };
  } catch {
    return 'the answer is not JSON';
  }
  if (status === 200) {
    // A request with an overridden method reaches another operation of the same path.
    if (overridden || method !== endpoint.method) return undefined;
    const checked = answerSchema(endpoint).safeParse(body);
    return checked.success ? undefined : `outside the contract: ${checked.error.message.slice(0, 400)}`;
  }
  if (body.code === undefined || !(body.code in errors)) return `unknown code ${body.code}`;
  const checked = errorAnswerSchema(body.code as ErrorCode).safeParse(body);
  return checked.success ? undefined : `outside the contract: ${checked.error.message.slice(0, 400)}`;
}

function printCounts(seen: ReadonlyMap<string, ReadonlyMap<number, number>>): void {
  const statuses = [...new Set([...seen.values()].flatMap((counts) => [...counts.keys()]))].toSorted(
    (a, b) => a - b,
  );
  const width = Math.max(...[...seen.keys()].map((name) => name.length));
  process.stdout.write(
    `\n${'operation'.padEnd(width)} ${statuses.map((s) => String(s).padStart(6)).join('')}\n`,
  );
  for (const [name, counts] of [...seen].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    process.stdout.write(
      `${name.padEnd(width)} ${statuses.map((s) => String(counts.get(s) ?? '·').padStart(6)).join('')}\n`,
    );
}
