import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { checkMessagesMatchNarrow, getMessages } from '@parley/contract/endpoints/message-search.ts';
import { deleteMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { found, post, term } from '@parley/test-support/find-messages.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { textOf } from './html-text.ts';
import { addBatch } from './indexing/add-batch.ts';
import { beginBuild, deleteOldBuilds } from './indexing/builds.ts';
import { followChanges } from './indexing/follow-changes.ts';
import type { IndexLimits } from './indexing/index-limits.ts';
import { mergeSegments } from './indexing/merge-segments.ts';
import { indexRealm } from './indexing/run-index.ts';
import { matches } from './matches.ts';
import { unitsOf } from './units.ts';

const SMALL: IndexLimits = { minPositions: 1, maxMessagesPerBatch: 4, segmentsPerMerge: 3, maxLevel: 3 };
const WORDS = [
  'deploy',
  'deployed',
  'server',
  'café',
  '天気です',
  'PROJ-77',
  'getUserName',
  'the',
  'наш дом',
];
const SEARCHES = [
  'deploy',
  'dep',
  'user',
  'proj-77 server',
  '"deploy server"',
  '天',
  'cafe',
  'the',
  'дома',
  'absent',
];

/** Each step is a request, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 240_000 });

let server: TestServer;
let world: World;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ({ world } = server.server);
  ada = await server.user({ role: 200 });
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }, { name: 'Hall' }] });
});
afterAll(() => server.stop());

type MessageText = { id: number; topic: string; rendered: string; channel: string };

function allMessages(): Promise<MessageText[]> {
  return world.pool.all(
    sql<MessageText>`select m.id, m.topic, m.rendered, c.name as channel from message m
      join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      where m.realm_id = ${server.realmId} and m.sender_id = ${ada.id} order by m.id`,
  );
}

/**
 * Searches whose answer differs from a scan of all messages: from either end, within a channel, and among given ids.
 */
async function differences(): Promise<string[]> {
  const all = await allMessages();
  const asked = all.slice(-20).map(({ id }) => id);
  const wrong: string[] = [];
  for (const search of SEARCHES) {
    const units = unitsOf(search, ['en']);
    const expected = all.filter(({ topic, rendered }) => matches(units, [topic, textOf(rendered)]));
    const ids = expected.map(({ id }) => id);
    const narrow = [term('search', search)];
    const oldest = await ada.connection.call(getMessages, { narrow, anchor: 'oldest', num_after: 3 });
    const among = await ada.connection.call(checkMessagesMatchNarrow, { msg_ids: asked, narrow });
    const inHall = expected.filter(({ channel }) => channel === 'Hall').map(({ id }) => id);
    const answers = [
      [await found(ada, ...narrow), ids.slice(-100)],
      [oldest.messages.map(({ id }) => id), ids.slice(0, 3)],
      [await found(ada, ...narrow, term('channel', 'Hall')), inHall.slice(-100)],
      [Object.keys(among.messages).map(Number), asked.filter((id) => ids.includes(id))],
    ];
    for (const [actual, wanted] of answers)
      if (String(actual) !== String(wanted))
        wrong.push(`${search}: ${String(actual)}, not ${String(wanted)}`);
  }
  return wrong;
}

/** Indexes everything and takes up all changes. */
async function catchUp(): Promise<void> {
  await indexRealm(world, server.realmId, SMALL);
  while (await addBatch(world, server.realmId, SMALL));
  while (await followChanges(world, server.realmId, SMALL));
}

/** A world whose transactions fail after they have written everything. */
function crashing(): World {
  const write: World['write'] = (realmId, work) =>
    world.write(realmId, async (tx) => {
      await work(tx);
      throw new Error('crash');
    });
  return { ...world, write };
}

async function afterCrash(work: Promise<unknown>): Promise<void> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof Error) || outcome.message !== 'crash')
    throw new Error('No crash', { cause: outcome });
}

type Step =
  | { readonly kind: 'send' | 'edit' | 'move'; readonly at: number; readonly words: readonly string[] }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'add' | 'merge' | 'follow' | 'rebuild' | 'crash' };

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('send' as const), at: fc.nat(), words }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('edit' as const, 'move' as const), at: fc.nat(), words }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), at: fc.nat() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'add' as const,
        'add' as const,
        'merge' as const,
        'follow' as const,
        'rebuild' as const,
        'crash' as const,
      ),
    }),
  },
);

async function run(one: Step): Promise<void> {
  switch (one.kind) {
    case 'send':
      await post(ada, one.at % 2 === 0 ? 'Lab' : 'Hall', 'topic', one.words.join(' '));
      return;
    case 'edit':
    case 'move':
    case 'delete':
      await change(one);
      return;
    case 'add':
      await indexRealm(world, server.realmId, SMALL);
      return;
    case 'merge':
      await mergeSegments(world, server.realmId, SMALL);
      return;
    case 'follow':
      await followChanges(world, server.realmId, SMALL);
      return;
    case 'rebuild':
      await beginBuild(world.pool, server.realmId);
      await deleteOldBuilds(world.pool, server.realmId);
      return;
    case 'crash':
      await afterCrash(addBatch(crashing(), server.realmId, SMALL));
      await afterCrash(followChanges(crashing(), server.realmId, SMALL));
  }
}

async function change(one: Extract<Step, { at: number }>): Promise<void> {
  const all = await allMessages();
  const message = all[one.at % Math.max(all.length, 1)];
  if (message === undefined) return;
  if (one.kind === 'delete') await ada.connection.call(deleteMessage, { message_id: message.id });
  else if (one.kind === 'edit')
    await ada.connection.call(updateMessage, {
      message_id: message.id,
      content: `${one.words.join(', ')} ${one.at}`,
    });
  else
    await ada.connection.call(updateMessage, {
      message_id: message.id,
      topic: `${one.words.join(' ')} ${one.at}`,
      propagate_mode: 'change_one',
      send_notification_to_new_thread: false,
      send_notification_to_old_thread: false,
    });
}

test('[SE20] [SE22] [SE23] searches answer as a scan does, whatever was sent, changed and indexed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await indexRealm(world, server.realmId, SMALL);
      for (const one of steps) await run(one);
      expect(await differences()).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('[SE26] searches answer as a scan does while the index is built', async () => {
  const indexing = (async () => {
    for (let n = 0; n < 6; n += 1) {
      await beginBuild(world.pool, server.realmId);
      await indexRealm(world, server.realmId, SMALL);
      await followChanges(world, server.realmId, SMALL);
      await deleteOldBuilds(world.pool, server.realmId);
    }
  })();
  for (let n = 0; n < 12; n += 1) {
    await run({ kind: 'send', at: n, words: ['server', 'deploy'] });
    await run({ kind: 'edit', at: n * 7, words: ['café', 'server'] });
    await run({ kind: 'delete', at: n * 3 });
  }
  expect(await differences()).toEqual([]);
  await indexing;
  expect(await differences()).toEqual([]);
});

test('[SE24] the words of a deleted message leave the pages', async () => {
  const id = await post(ada, 'Lab', 'topic', 'quetzalcoatl');
  const pagesWithWord = async (): Promise<number> => {
    const rows = await world.pool.all(
      sql`select 1 from search_page where realm_id = ${server.realmId} and position('quetzal'::bytea in data) > 0`,
    );
    return rows.length;
  };
  await catchUp();
  expect(await pagesWithWord()).toBeGreaterThan(0);
  await ada.connection.call(deleteMessage, { message_id: id });
  await catchUp();
  expect(await pagesWithWord()).toBe(0);
});

test('[SE25] a damaged page makes a search slower and not wrong', async () => {
  await catchUp();
  await world.pool.all(sql`update search_page set data = set_byte(data, 5, 255 - get_byte(data, 5))
    where realm_id = ${server.realmId} and number % 2 = 1`);
  expect(await differences()).toEqual([]);
});
