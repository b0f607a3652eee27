import { room, type Room } from '@parley/rules/steps/channels.ts';
import { post, remove, UNKNOWN } from '@parley/rules/steps/editing.ts';
import { items, missing, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'get-stream-topics';

function ask(w: World, as: User, { id }: Pick<Room, 'id'>, query: Item = {}) {
  return w.ask('GET', `/users/me/${id}/topics`, { as, query });
}

async function topics(w: World, as: User, place: Room, query: Item = {}): Promise<unknown[][]> {
  return items(success(await ask(w, as, place, query)), 'topics').map(({ name, max_id }) => [name, max_id]);
}

async function alone(w: World) {
  const as = await w.user();
  return { as, place: await room(w, as) };
}

export const topicListRules: readonly Rule[] = [
  rule('TC-1', OF, 'Topics come with their newest message, the newest first.', async (w) => {
    const { as, place } = await alone(w);
    const [a, b] = [await post(w, as, place, 'A'), await post(w, as, place, 'B')];
    same(
      (await topics(w, as, place)).slice(0, 2),
      [
        ['B', b],
        ['A', a],
      ],
      'the topics',
    );
    const again = await post(w, as, place, 'A');
    same(
      (await topics(w, as, place)).slice(0, 2),
      [
        ['A', again],
        ['B', b],
      ],
      'the topics after another message',
    );
  }),
  rule('TC-2', OF, 'Spellings of one topic are one, under the newest.', async (w) => {
    const { as, place } = await alone(w);
    await post(w, as, place, 'foo');
    const id = await post(w, as, place, 'Foo');
    same(
      (await topics(w, as, place)).filter(([name]) => /foo/i.test(String(name))),
      [['Foo', id]],
      'the topics',
    );
  }),
  rule('TC-3', OF, 'The empty topic has its name, or none when asked for.', async (w) => {
    const { as, place } = await alone(w);
    const id = await post(w, as, place, '');
    same((await topics(w, as, place))[0], ['general chat', id], 'with its name');
    same((await topics(w, as, place, { allow_empty_topic_name: true }))[0], ['', id], 'as it is');
    refused(await ask(w, as, place, { allow_empty_topic_name: 'yes' }));
  }),
  rule(
    'TC-4',
    OF,
    'A channel that is unknown or cannot be read is refused, to administrators too.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as, { invite_only: true });
      for (const who of [await w.user(), await w.user({ role: 200 })]) refused(await ask(w, who, place));
      refused(await ask(w, as, { id: UNKNOWN }));
      missing(await w.ask('GET', '/users/me/abc/topics', { as }));
    },
  ),
  rule('TC-5', OF, 'A guest reads topics where subscribed, not of other public channels.', async (w) => {
    const [as, guest] = [await w.user(), await w.user({ role: 600 })];
    refused(await ask(w, guest, await room(w, as)));
    success(await ask(w, guest, await room(w, as, { others: [guest] })));
  }),
  rule('TC-6', OF, 'Where history is protected, topics of earlier messages are not shown.', async (w) => {
    const [as, late] = [await w.user(), await w.user()];
    const place = await room(w, as, { invite_only: true, history_public_to_subscribers: false });
    await post(w, as, place, 'before');
    const form = { subscriptions: [{ name: place.name }], principals: [late.id] };
    success(await w.ask('POST', '/users/me/subscriptions', { as, form }));
    const id = await post(w, as, place, 'after');
    same(await topics(w, late, place), [['after', id]], 'the topics');
  }),
  rule('TC-7', OF, 'An archived channel still has its topics.', async (w) => {
    const owner = await w.owner();
    const { as, place } = await alone(w);
    const id = await post(w, as, place, 'kept');
    success(await w.ask('DELETE', `/streams/${place.id}`, { as: owner }));
    same(
      (await topics(w, as, place)).find(([name]) => name === 'kept'),
      ['kept', id],
      'the topic',
    );
  }),
  rule('TC-8', OF, 'A topic is gone with its last message.', async (w) => {
    const { as, place } = await alone(w);
    const [first, second] = [await post(w, as, place, 'short'), await post(w, as, place, 'short')];
    success(await remove(w, as, second));
    same(
      (await topics(w, as, place)).find(([name]) => name === 'short'),
      ['short', first],
      'the topic',
    );
    success(await remove(w, as, first));
    same(
      (await topics(w, as, place)).find(([name]) => name === 'short'),
      undefined,
      'the topic',
    );
  }),
];
