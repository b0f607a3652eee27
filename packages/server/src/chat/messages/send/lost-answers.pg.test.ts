import { connect, createServer, type Server } from 'node:net';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { startOwnPostgres, type OwnPostgres } from '@parley/test-support/own-postgres.ts';

type Plan = {
  readonly what: 'answer' | 'statement';
  /** The statement contains this word. */
  readonly word: string;
  /** Its connection has carried this text before: the server's own transactions are left alone. */
  readonly after?: string;
};

/** Between a node and PostgreSQL: loses the next statement that the plan names, or carries it out and loses the answer. */
type Relay = {
  readonly port: number;
  lose(plan: Plan): void;
  readonly lost: number;
  close(): void;
};

async function startRelay(to: number): Promise<Relay> {
  let plan: Plan | undefined;
  let lost = 0;
  const relay: Server = createServer((node) => {
    const postgres = connect(to, '127.0.0.1');
    const cut = (): void => {
      node.destroy();
      postgres.destroy();
    };
    let isDeaf = false;
    /** The text of the plan that this connection has carried. */
    let carried: string | undefined;
    for (const side of [node, postgres]) side.on('error', cut).on('close', cut);
    node.on('data', (bytes) => {
      if (plan?.after !== undefined && bytes.includes(plan.after)) carried = plan.after;
      const isMeant = plan !== undefined && carried === plan.after && bytes.includes(plan.word);
      if (isMeant && plan?.what === 'statement') cut();
      else postgres.write(bytes);
      if (!isMeant) return;
      isDeaf = true;
      lost += 1;
      plan = undefined;
    });
    postgres.on('data', (bytes) => {
      if (isDeaf) cut();
      else node.write(bytes);
    });
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    lose: (next) => {
      plan = next;
    },
    get lost() {
      return lost;
    },
    close: () => relay.close(),
  };
}

let postgres: OwnPostgres;
let relay: Relay;
let server: TestServer;
let ada: TestUser;

beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(async () => {
  await postgres.remove();
});
beforeEach(async () => {
  relay = await startRelay(Number(new URL(postgres.url).port));
  server = await startTestServer((config) => {
    const url = new URL(config.database.url);
    url.port = String(relay.port);
    return { ...config, database: { ...config.database, url: url.href } };
  }, postgres.url);
  ada = await server.user({ fullName: 'Ada' });
});
afterEach(async () => {
  await server.stop();
  relay.close();
});

function say(content: string) {
  return fetch(`${server.url}/api/v1/messages`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
    body: new URLSearchParams({ type: 'direct', to: `[${ada.id}]`, content }),
  });
}

async function idsOf(content: string): Promise<number[]> {
  const rows = await server.server.world.pool.all(
    sql<{ id: number }>`select id from message where content = ${content} order by id`,
  );
  return rows.map(({ id }) => id);
}

test('a send without a key whose response was lost returns its id', async () => {
  await say('first');
  relay.lose({ what: 'answer', word: 'send-messages' });
  const answer = await say('answer lost');
  expect(answer.status).toBe(200);
  expect(await idsOf('answer lost')).toEqual([((await answer.json()) as { id: number }).id]);
  expect(relay.lost).toBe(1);
});

test('a send that did not reach the database fails and stores nothing', async () => {
  await say('first');
  relay.lose({ what: 'statement', word: 'send-messages' });
  expect((await say('statement lost')).status).toBe(503);
  expect(await idsOf('statement lost')).toEqual([]);
  expect(relay.lost).toBe(1);
});

test('a transaction whose commit response was lost is found in the log', async () => {
  await ada.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'warm' });
  const { write } = server.server.world;
  const rename = (name: string) =>
    write(server.realmId, async (tx) => {
      await tx.all(sql`update realm set name = ${name} where id = ${server.realmId}`);
      return tx.emit({ kind: 'everyone' }, { type: 'realm', op: 'update', property: 'name', value: name });
    });
  const nameNow = async () =>
    (
      await server.server.world.pool.first(
        sql<{ name: string }>`select name from realm where id = ${server.realmId}`,
      )
    )?.name;
  relay.lose({ what: 'answer', word: 'commit', after: 'Written' });
  expect(await rename('Written')).toBe(0);
  expect(await nameNow()).toBe('Written');
  relay.lose({ what: 'statement', word: 'commit', after: 'Lost' });
  await expect(rename('Lost')).rejects.toThrow('lost during a commit');
  expect(await nameNow()).toBe('Written');
  expect(relay.lost).toBe(2);
});

test('a client that retries every 5xx without a key sends each message once across a crash of PostgreSQL', async () => {
  const sent = new Map<string, number>();
  let repeats = 0;
  const untilSent = async (content: string): Promise<void> => {
    for (;;) {
      const answer = await say(content);
      if (answer.status < 500) {
        sent.set(content, ((await answer.json()) as { id: number }).id);
        return;
      }
      repeats += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const talk = async (who: number): Promise<void> => {
    for (let n = 0; n < 30; n += 1) await untilSent(`${who}: ${n}`);
  };
  const talks = Array.from({ length: 20 }, (_, who) => talk(who));
  await expect.poll(() => sent.size).toBeGreaterThan(100);
  await postgres.crashAndRestart();
  await Promise.all(talks);
  expect(repeats).toBeGreaterThan(0);
  const there = await Promise.all([...sent.keys()].map(idsOf));
  expect(there).toEqual([...sent.values()].map((id) => [id]));
  expect(sent.size).toBe(20 * 30);
});
