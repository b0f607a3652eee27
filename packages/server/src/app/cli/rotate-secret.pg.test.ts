import { createConnection } from '@parley/client/connection.ts';
import { getBots } from '@parley/contract/endpoints/bots.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { runCommand, startCommand } from '@parley/test-support/command.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround, type Ground } from '@parley/test-support/process/ground.ts';
import { startServerProcess, type ServerProcess } from '@parley/test-support/process/server-process.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { placeOf } from '../../engine/secrets/places.ts';
import { createRealm } from '../../organization/realm/create-realm.ts';
import { createUser, createUserWithKey } from '../../organization/users/create-user.ts';
import { hashPassword } from '../../organization/users/passwords.ts';

/** Nodes and commands are processes, which start slowly on a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const NEW_SECRET = 'the next secret for proofs and figures';
const PASSWORD = 'mittens over the harbour';
const LOGIN = { username: 'ada@example.com', password: PASSWORD };
const USERS = 600;

let ground: Ground;
let ports: readonly number[];
let botKey: string;
const nodes: ServerProcess[] = [];

function secretsOf(secret: string | undefined, previous?: string): Record<string, string> {
  return {
    ...ground.environment,
    ...(secret === undefined ? {} : { PARLEY_SECRET: secret }),
    ...(previous === undefined ? {} : { PARLEY_SECRET_PREVIOUS: previous }),
  };
}

beforeAll(async () => {
  ground = await layGround();
  const { world } = ground;
  const realmId = await createRealm(world.pool, { subdomain: '', name: 'Root' });
  const passwordHash = await hashPassword(PASSWORD);
  await world.write(realmId, async (tx) => {
    const ada = { email: LOGIN.username, fullName: 'Ada', role: 100, passwordHash } as const;
    const user = await createUser(tx, world, ada);
    const bot = { email: 'helper@example.com', fullName: 'Helper', role: 400 } as const;
    ({ apiKey: botKey } = await createUserWithKey(tx, world, { ...bot, bot: { type: 1, ownerId: user.id } }));
  });
  await addUsers(realmId);
  ports = [await freePort(), await freePort()];
  for (const port of ports) nodes.push(await startServerProcess(ground.environment, port));
});
/** Users that only have to be sealed again. */
async function addUsers(realmId: number): Promise<void> {
  const ids = Array.from({ length: USERS }, (_, index) => 1_000_000 + index);
  const sealed = ids.map((id) =>
    ground.world.sealer.seal(placeOf('realm_user', { realm_id: realmId, id }), `key of ${id}`),
  );
  await ground.world.pool.all(
    sql`insert into realm_user (realm_id, id, delivery_email, full_name, role, key_hash, key_sealed)
      select ${realmId}, id, id || '@example.com', 'User', 400, sha256(id::text::bytea), sealed
      from unnest(${ids}::bigint[], ${sealed}::bytea[]) as given (id, sealed)`,
  );
}

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await ground.clear();
});

/** Logs in and reads the key of the own bot, which the node has to open. */
async function logIn(node: ServerProcess): Promise<void> {
  const at = { url: node.url, fetch: fetchAt('parley.test') };
  const { api_key: apiKey } = await createConnection(at).call(fetchApiKey, LOGIN);
  const connection = createConnection({ ...at, credentials: { email: LOGIN.username, apiKey } });
  const { bots } = await connection.call(getBots);
  if (bots[0]?.api_key !== botKey) throw new Error(`The node opened another key: ${JSON.stringify(bots)}`);
}

/** Replaces the nodes one after another. */
async function restartNodes(environment: Readonly<Record<string, string>>): Promise<void> {
  for (const [index, port] of ports.entries()) {
    await nodes[index]?.terminate();
    nodes[index] = await startServerProcess(environment, port);
  }
}

/** Logs in on the running nodes until stopped, and counts the failures that are not due to a restart. */
function keepLoggingIn() {
  const tried = { succeeded: 0, errors: [] as string[] };
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      for (const node of nodes) {
        await logIn(node).then(
          () => (tried.succeeded += 1),
          (error: unknown) => tried.errors.push(String(error)),
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      await running;
      return tried;
    },
  };
}

test('the secret is rotated while nodes run, and log-in works before, during and after', async () => {
  const old = ground.environment['PARLEY_SECRET'] ?? '';
  const both = secretsOf(NEW_SECRET, old);

  const early = await runCommand(['secret', 'rotate'], both);
  expect(early).toMatchObject({ code: 1, err: expect.stringContaining('A running node does not have') });
  for (const node of nodes) await logIn(node);

  await restartNodes(both);
  const logins = keepLoggingIn();
  const killed = startCommand(['secret', 'rotate'], both);
  await killed.line(/realm_user: 200 sealed again …/);
  killed.child.kill('SIGKILL');
  await killed.ended;
  const unfinished = await runCommand(['doctor'], both);
  expect(unfinished.out).toMatch(/sealing key .*\(retiring\)/);
  const rotated = await runCommand(['secret', 'rotate'], both);
  expect(rotated).toMatchObject({ code: 0, out: expect.stringContaining('Only PARLEY_SECRET is in use') });
  const { succeeded, errors } = await logins.stop();
  expect(errors).toEqual([]);
  expect(succeeded).toBeGreaterThan(10);

  await restartNodes(secretsOf(NEW_SECRET));
  for (const node of nodes) await logIn(node);
  expect(await ground.world.pool.all(sql`select state from sealing_key`)).toEqual([{ state: 'current' }]);
});

test('a node with another secret refuses to start, and the doctor reports it', async () => {
  const other = secretsOf('a secret that this database never had', undefined);
  const refused = await runCommand(['serve'], { ...other, PARLEY_PORT: '0' });
  expect(refused.code).toBe(1);
  expect(refused.err).toContain('Set PARLEY_SECRET to the value in use before');
  const checked = await runCommand(['doctor'], other);
  expect(checked.out).toMatch(/✗ sealing key +The database is sealed with the secret of fingerprint/);
});
