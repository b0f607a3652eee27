import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { checkMessagesMatchNarrow, getMessages } from '@parley/contract/endpoints/message-search.ts';
import { deleteMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { textOf } from '@parley/server/chat/messages/search/html-text.ts';
import { addBatch } from '@parley/server/chat/messages/search/indexing/add-batch.ts';
import { beginBuild, deleteOldBuilds } from '@parley/server/chat/messages/search/indexing/builds.ts';
import { followChanges } from '@parley/server/chat/messages/search/indexing/follow-changes.ts';
import type { IndexLimits } from '@parley/server/chat/messages/search/indexing/index-limits.ts';
import { mergeSegments } from '@parley/server/chat/messages/search/indexing/merge-segments.ts';
import { indexRealm, INDEXER_LOCK } from '@parley/server/chat/messages/search/indexing/run-index.ts';
import { matches } from '@parley/server/chat/messages/search/matches.ts';
import { unitsOf } from '@parley/server/chat/messages/search/units.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { World } from '@parley/server/http/world.ts';
import * as fc from 'fast-check';
import { found, post, term } from './find-messages.ts';
import { startTestServer, type TestServer, type TestUser } from './harness.ts';

/** Limits by which a few messages make many segments. */
export const SMALL: IndexLimits = {
  minPositions: 1,
  maxMessagesPerBatch: 4,
  segmentsPerMerge: 3,
  maxLevel: 3,
};
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
export const SEARCHES = [
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

/** A server with an organization whose search index a test builds, changes and compares with a scan. */
export type SearchLab = {
  readonly server: TestServer;
  readonly world: World;
  readonly realmId: number;
  readonly ada: TestUser;
  stop(): Promise<void>;
};

/** The server's own job, which has other limits, is kept from the index by its lock. */
export async function startSearchLab(): Promise<SearchLab> {
  const server = await startTestServer();
  const { world } = server.server;
  const indexer = await world.pool.connect();
  await indexer.query('select pg_advisory_lock($1)', [INDEXER_LOCK]);
  const ada = await server.user({ role: 200 });
  await ada.connection.call(subscribe, { subscriptions: [{ name: 'Lab' }, { name: 'Hall' }] });
  const stop = async (): Promise<void> => {
    indexer.release(true);
    await server.stop();
  };
  return { server, world, realmId: server.realmId, ada, stop };
}

type MessageText = { id: number; topic: string; rendered: string; channel: string };

/** The messages of Ada, the only user who sends. */
export function allMessages({ world, realmId, ada }: SearchLab): Promise<MessageText[]> {
  return world.pool.all(
    sql<MessageText>`select m.id, m.topic, m.rendered, c.name as channel from message m
      join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      where m.realm_id = ${realmId} and m.sender_id = ${ada.id} order by m.id`,
  );
}

/**
 * Searches whose answer differs from a scan of all messages: from either end, within a channel, and among given ids.
 */
export async function differences(lab: SearchLab): Promise<string[]> {
  const { ada } = lab;
  const all = await allMessages(lab);
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
export async function catchUp({ world, realmId }: SearchLab): Promise<void> {
  await indexRealm(world, realmId, SMALL);
  while (await addBatch(world, realmId, SMALL));
  while (await followChanges(world, realmId, SMALL));
}

/** A world whose transactions fail after they have written everything. */
export function crashing(world: World): World {
  const write: World['write'] = (realmId, work) =>
    world.write(realmId, async (tx) => {
      await work(tx);
      throw new Error('crash');
    });
  return { ...world, write };
}

export async function afterCrash(work: Promise<unknown>): Promise<void> {
  const outcome = await work.catch((error: unknown) => error);
  if (!(outcome instanceof Error) || outcome.message !== 'crash')
    throw new Error('No crash', { cause: outcome });
}

/** The ids of all messages that contain a search, by a scan. */
export async function expectedIds(lab: SearchLab, search: string): Promise<number[]> {
  const units = unitsOf(search, ['en']);
  const all = await allMessages(lab);
  return all.filter(({ topic, rendered }) => matches(units, [topic, textOf(rendered)])).map(({ id }) => id);
}

type Step =
  | { readonly kind: 'send' | 'edit' | 'move'; readonly at: number; readonly words: readonly string[] }
  | { readonly kind: 'delete'; readonly at: number }
  | { readonly kind: 'add' | 'merge' | 'follow' | 'rebuild' | 'crash' };

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 });
export const step: fc.Arbitrary<Step> = fc.oneof(
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

export async function run(lab: SearchLab, one: Step): Promise<void> {
  const { world, realmId, ada } = lab;
  switch (one.kind) {
    case 'send':
      await post(ada, one.at % 2 === 0 ? 'Lab' : 'Hall', 'topic', one.words.join(' '));
      return;
    case 'edit':
    case 'move':
    case 'delete':
      await change(lab, one);
      return;
    case 'add':
      await indexRealm(world, realmId, SMALL);
      return;
    case 'merge':
      await mergeSegments(world, realmId, SMALL);
      return;
    case 'follow':
      await followChanges(world, realmId, SMALL);
      return;
    case 'rebuild':
      await beginBuild(world.pool, realmId, world.tokenizers[0]);
      await deleteOldBuilds(world.pool, realmId, world.tokenizers[0]);
      return;
    case 'crash':
      await afterCrash(addBatch(crashing(world), realmId, SMALL));
      await afterCrash(followChanges(crashing(world), realmId, SMALL));
  }
}

async function change(lab: SearchLab, one: Extract<Step, { at: number }>): Promise<void> {
  const { ada } = lab;
  const all = await allMessages(lab);
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
