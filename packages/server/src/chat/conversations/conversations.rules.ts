import { room, type Room } from '@parley/rules/steps/channels.ts';
import { post, remove, UNKNOWN, whisper } from '@parley/rules/steps/editing.ts';
import { items, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { sent } from '@parley/rules/steps/sending.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-conversations';

function ask(w: World, as: User, query: Item = {}) {
  return w.ask('GET', '/conversations', { as, query });
}

/** Conversations of a room, or direct ones, as topic or users with the newest message. */
async function listed(w: World, as: User, place: Room | undefined, query: Item = {}): Promise<unknown[][]> {
  return items(success(await ask(w, as, query)), 'conversations')
    .filter(({ stream_id }) => stream_id === place?.id)
    .map(({ topic, user_ids, max_id }) => [topic ?? user_ids, max_id]);
}

async function alone(w: World) {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

export const conversationRules: readonly Rule[] = [
  rule('CNV-1', OF, 'Conversations come with their newest message, the newest first.', async (w) => {
    const { as, place } = await alone(w);
    const other = await w.user();
    const [a, b] = [await post(w, as, place, 'A'), await post(w, as, place, 'B')];
    const direct = await whisper(w, as, [other]);
    same(
      (await listed(w, as, place)).slice(0, 2),
      [
        ['B', b],
        ['A', a],
      ],
      'the topics',
    );
    same((await listed(w, as, undefined))[0], [[other.id], direct], 'the direct conversation');
    const again = await post(w, as, place, 'A');
    same(
      (await listed(w, as, place)).slice(0, 2),
      [
        ['A', again],
        ['B', b],
      ],
      'the topics after another message',
    );
  }),
  rule(
    'CNV-2',
    OF,
    'Each has sender, time, first line and last senders of its newest messages.',
    async (w) => {
      const { as, place } = await alone(w);
      const other = await w.user();
      await post(w, as, place, 'A');
      const id = await sent(w, other, { to: place.id, topic: 'a', content: '**Yes** @**all**\nmore' });
      const [first] = items(success(await ask(w, as, { limit: 1 })), 'conversations');
      same(
        [first?.['max_id'], first?.['sender_id'], first?.['sender_ids'], first?.['preview']],
        [id, other.id, [other.id, as.id], 'Yes @all'],
        'the newest messages',
      );
      same(typeof first?.['timestamp'], 'number', 'the time');
    },
  ),
  rule('CNV-3', OF, 'Pages continue before a message until `found_oldest`.', async (w) => {
    const { as, place } = await alone(w);
    for (const topic of ['A', 'B', 'C']) await post(w, as, place, topic);
    const page = success(await ask(w, as, { limit: 2 }));
    same(page.at('found_oldest'), false, 'found_oldest');
    const before = items(page, 'conversations')[1]?.['max_id'];
    same(
      (await listed(w, as, place, { limit: 1, before })).map(([name]) => name),
      ['A'],
      'the next page',
    );
    same(success(await ask(w, as, { before: 1 })).at('found_oldest'), true, 'found_oldest at the end');
  }),
  rule(
    'CNV-4',
    OF,
    'Named conversations are found where the user may read; others are left out.',
    async (w) => {
      const [as, other] = [await w.user(), await w.user()];
      const [open, closed] = [await room(w, as), await room(w, as, { invite_only: true })];
      const id = await post(w, as, open, 'A');
      await post(w, as, closed, 'A');
      const empty = await post(w, as, open, '');
      const conversations = [
        ...[open.id, closed.id, UNKNOWN].map((stream_id) => ({ stream_id, topic: 'a' })),
        { stream_id: open.id, topic: '' },
      ];
      const found = items(success(await ask(w, other, { conversations })), 'conversations');
      same(
        found.map(({ max_id }) => max_id),
        [empty, id],
        'the newest messages',
      );
      same(await listed(w, other, open), [], 'topics of a channel without a subscription');
    },
  ),
  rule('CNV-9', OF, 'Named direct conversations are found by their users, in any order.', async (w) => {
    const [as, one, two, stranger] = [await w.user(), await w.user(), await w.user(), await w.user()];
    const id = await whisper(w, as, [one, two]);
    const found = async (reader: User, ...user_ids: readonly number[]) =>
      items(success(await ask(w, reader, { conversations: [{ user_ids }] })), 'conversations').map(
        ({ max_id }) => max_id,
      );
    same(await found(one, two.id, as.id), [id], 'named by the others');
    same(await found(one, two.id, one.id, as.id), [id], 'named by all');
    same(await found(one, as.id), [], 'a conversation without messages');
    same(await found(stranger, as.id, one.id, two.id), [], 'the conversation of others');
  }),
  rule('CNV-5', OF, 'Where history is protected, earlier messages do not count.', async (w) => {
    const [as, late] = [await w.user(), await w.user()];
    const place = await room(w, as, { invite_only: true, history_public_to_subscribers: false });
    await post(w, as, place, 'before');
    const form = { subscriptions: [{ name: place.name }], principals: [late.id] };
    success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
    const id = await post(w, as, place, 'after');
    same(await listed(w, late, place), [['after', id]], 'the topics');
  }),
  rule('CNV-6', OF, 'A deleted message is not the newest any more.', async (w) => {
    const { as, place } = await alone(w);
    const [first, second] = [await post(w, as, place, 'short'), await post(w, as, place, 'short')];
    success(await remove(w, as, second));
    same((await listed(w, as, place))[0], ['short', first], 'the topic');
  }),
  rule('CNV-7', OF, 'Wrong limits, more than 200 names, and names with `before` are refused.', async (w) => {
    const as = await w.user();
    for (const limit of [0, 201, 'all']) refused(await ask(w, as, { limit }));
    refused(await ask(w, as, { before: 5, conversations: [] }));
    refused(await ask(w, as, { conversations: [{ stream_id: 1 }] }));
    refused(await ask(w, as, { conversations: Array.from({ length: 201 }, () => ({ user_ids: [] })) }));
  }),
  rule('CNV-8', OF, 'A long list of names travels in the body of a POST with `method=GET`.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, 'A');
    const conversations = Array.from({ length: 200 }, (_, n) => ({
      stream_id: place.id,
      topic: n === 0 ? 'A' : `${'ж'.repeat(50)} ${n}`,
    }));
    const form = { method: 'GET', conversations };
    const found = items(success(await w.ask('POST', '/conversations', { as, form })), 'conversations');
    same(
      found.map(({ max_id }) => max_id),
      [id],
      'the newest messages',
    );
  }),
];
