import { setTimeout as sleep } from 'node:timers/promises';
import { room } from '@parley/rules/steps/channels.ts';
import {
  archive,
  askHistory,
  heardDuring,
  permit,
  permitIn,
  post,
  remove,
  street,
  UNKNOWN,
  whisper,
} from '@parley/rules/steps/editing.ts';
import { lacking, numberAt, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, setRealm } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const ONE = 'delete-message';
const TOPIC = 'delete-topic';

function deleteTopic(w: World, as: { email: string; key: string }, id: number, form: Item) {
  return w.ask('POST', `/streams/${id}/delete_topic`, { as, form });
}

function gone(stream_id: number, topic: string, ...message_ids: number[]): Item {
  return {
    type: 'delete_message',
    message_ids,
    message_type: 'stream',
    stream_id,
    topic,
  };
}

export const messageDeletionRules: readonly Rule[] = [
  rule('MD-1', ONE, 'A message of one’s own is deleted for good, and not twice.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    plain(await remove(w, as, id));
    refused(await askHistory(w, as, id));
    refused(await remove(w, as, id));
  }),
  rule('MD-2', ONE, 'Behind the time limit only those delete who may delete anything.', async (w) => {
    const as = await w.user();
    const id = await post(w, as, await room(w, as));
    const back = { message_content_delete_limit_seconds: 600 };
    await setRealm(w, { message_content_delete_limit_seconds: 1 }, back);
    await sleep(1_500);
    refused(await remove(w, as, id));
    await setRealm(w, { message_content_delete_limit_seconds: '"unlimited"' }, back);
    plain(await remove(w, as, id));
    await setRealm(w, { message_content_delete_limit_seconds: 1 }, back);
    const other = await post(w, as, await room(w, as));
    await sleep(1_500);
    plain(await remove(w, await w.owner(), other));
  }),
  rule('MD-3', ONE, 'A message of another user is for administrators.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await post(w, as, place);
    for (const role of [300, 400]) refused(await remove(w, await w.user({ role }), id));
    plain(await remove(w, await w.user({ role: 200 }), id));
  }),
  rule('MD-4', ONE, 'The message of a bot is deleted by its owner, and by no other member.', async (w) => {
    const owner = await w.user();
    const bot = await w.bot(owner);
    const place = await room(w, owner);
    const id = await post(w, bot, place);
    refused(await remove(w, await w.user(), id));
    plain(await remove(w, owner, id));
    plain(await remove(w, bot, await post(w, bot, place)));
  }),
  rule(
    'MD-5',
    ONE,
    'A message that the user cannot read does not exist, for administrators too.',
    async (w) => {
      const [a, b, admin] = [await w.user(), await w.user(), await w.user({ role: 200 })];
      refused(await remove(w, a, UNKNOWN));
      refused(await remove(w, admin, await whisper(w, a, [b])));
      refused(await remove(w, admin, await post(w, a, await room(w, a, { invite_only: true }))));
      refused(await remove(w, await w.user({ role: 600 }), await post(w, a, await room(w, a))));
    },
  ),
  rule(
    'MD-6',
    ONE,
    'Readers receive which message is gone, where it was and, of channels, the topic.',
    async (w) => {
      const s = await street(w);
      const first = await post(w, s.actor, s.place, 'Top');
      const second = await post(w, s.actor, s.place, 'Top');
      const event = [gone(s.place.id, 'Top', second)];
      same(
        await heardDuring(w, s, ['delete_message'], () => remove(w, s.actor, second)),
        { actor: event, subscriber: event, guest: event, outsider: [], administrator: [] },
        'the events of everybody',
      );
      const other = [gone(s.place.id, 'Top', first)];
      same(
        await heardDuring(w, s, ['delete_message'], () => remove(w, s.administrator, first)),
        { actor: other, subscriber: other, guest: other, outsider: [], administrator: other },
        'the events of everybody when an administrator deletes',
      );
    },
  ),
  rule('MD-7', ONE, 'A client without bulk deletion receives one event per message.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const id = await post(w, as, place);
    const events = await during(w, as, ['delete_message'], () => remove(w, as, id));
    const { message_ids: _ids, ...rest } = gone(place.id, 't', id);
    same(events, [{ ...rest, message_id: id }], 'the events');
  }),
  rule(
    'MD-8',
    ONE,
    'The deletion of a direct message reaches only its users, without a topic.',
    async (w) => {
      const s = await street(w);
      const id = await whisper(w, s.actor, [s.subscriber]);
      const event = [{ type: 'delete_message', message_ids: [id], message_type: 'private' }];
      same(
        await heardDuring(w, s, ['delete_message'], () => remove(w, s.actor, id)),
        { actor: event, subscriber: event, guest: [], outsider: [], administrator: [] },
        'the events of everybody',
      );
    },
  ),
  rule(
    'MD-9',
    ONE,
    'The deletion of a channel’s first message publishes the new first message to all who see the channel.',
    async (w) => {
      const s = await street(w);
      const [first, second] = [await post(w, s.actor, s.place), await post(w, s.actor, s.place)];
      const { id: stream_id, name } = s.place;
      const told = (value: number | null): Item => ({
        type: 'stream',
        op: 'update',
        stream_id,
        name,
        property: 'first_message_id',
        value,
      });
      const all = (event: Item) => ({
        actor: [event],
        subscriber: [event],
        guest: [event],
        outsider: [event],
        administrator: [event],
      });
      same(
        await heardDuring(w, s, ['stream'], () => remove(w, s.actor, first)),
        all(told(second)),
        'the events',
      );
      same(
        await heardDuring(w, s, ['stream'], () => remove(w, s.actor, second)),
        all(told(null)),
        'the last events',
      );
    },
  ),
  rule(
    'MD-10',
    ONE,
    'The permission for one’s own messages can be taken, and given in a channel.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const id = await post(w, as, place);
      await permit(w, 'can_delete_own_message_group', [], 'everyone');
      refused(await remove(w, as, id));
      await permitIn(w, place, 'can_delete_own_message_group', [as]);
      plain(await remove(w, as, id));
    },
  ),
  rule('MD-11', ONE, 'A user who may delete any message of a channel does so, however late.', async (w) => {
    const [as, keeper] = [await w.user(), await w.user()];
    const [here, there] = [await room(w, as), await room(w, as)];
    const ids = [await post(w, as, here), await post(w, as, there)] as const;
    await permitIn(w, here, 'can_delete_any_message_group', [keeper]);
    await setRealm(
      w,
      { message_content_delete_limit_seconds: 1 },
      { message_content_delete_limit_seconds: 600 },
    );
    await sleep(1_500);
    plain(await remove(w, keeper, ids[0]));
    refused(await remove(w, keeper, ids[1]));
  }),
  rule(
    'MD-12',
    ONE,
    'The permission of the organization to delete anything can be given to others.',
    async (w) => {
      const [as, keeper] = [await w.user(), await w.user()];
      const id = await post(w, as, await room(w, as));
      await permit(w, 'can_delete_any_message_group', [keeper], 'administrators');
      refused(await remove(w, await w.user({ role: 200 }), id));
      plain(await remove(w, keeper, id));
    },
  ),
  rule(
    'MD-13',
    ONE,
    'A message in an archived channel cannot be deleted, not even by administrators.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      const id = await post(w, as, place);
      await archive(w, place);
      refused(await remove(w, as, id));
      refused(await remove(w, await w.owner(), id));
    },
  ),
  rule('MD-14', ONE, 'Guests delete their own messages as everybody does.', async (w) => {
    const guest = await w.user({ role: 600 });
    const place = await room(w, await w.user(), { others: [guest] });
    plain(await remove(w, guest, await post(w, guest, place)));
  }),
  rule(
    'MD-15',
    TOPIC,
    'Only administrators delete topics; others are refused before anything is read.',
    async (w) => {
      const as = await w.user();
      const place = await room(w, as);
      for (const role of [300, 400, 600])
        refused(await deleteTopic(w, await w.user({ role }), place.id, {}), 'UNAUTHORIZED_PRINCIPAL');
      lacking(await deleteTopic(w, await w.owner(), place.id, {}), 'topic_name');
    },
  ),
  rule('MD-16', TOPIC, 'All messages of the topic go, in any letter case, and no others.', async (w) => {
    const s = await street(w);
    const ids = [await post(w, s.actor, s.place, 'Topic'), await post(w, s.guest, s.place, 'tOPIC')];
    const other = await post(w, s.actor, s.place, 'other');
    const event = [gone(s.place.id, 'tOPIC', ...ids)];
    const heard = await heardDuring(w, s, ['delete_message'], async () => {
      const answer = await deleteTopic(w, s.administrator, s.place.id, { topic_name: 'topic' });
      same(success(answer).at('complete'), true, 'complete');
    });
    same(
      heard,
      { actor: event, subscriber: event, guest: event, outsider: [], administrator: event },
      'the events of everybody',
    );
    for (const id of ids) refused(await askHistory(w, s.actor, id));
    success(await askHistory(w, s.actor, other));
  }),
  rule('MD-17', TOPIC, 'A topic that is not there is deleted already.', async (w) => {
    const as = await w.owner();
    const place = await room(w, as);
    const answer = success(await deleteTopic(w, as, place.id, { topic_name: 'nothing' }));
    same(answer.at('complete'), true, 'complete');
    numberAt(
      success(await w.ask('GET', '/get_stream_id', { as, query: { stream: place.name } })),
      'stream_id',
    );
  }),
  rule('MD-18', TOPIC, 'The name of the empty topic means the empty topic.', async (w) => {
    const as = await w.owner();
    const place = await room(w, as);
    const id = await post(w, as, place, '');
    success(await deleteTopic(w, as, place.id, { topic_name: 'general chat' }));
    refused(await askHistory(w, as, id));
  }),
  rule(
    'MD-19',
    TOPIC,
    'Policies of the topic are deleted with it, and their owners receive an event.',
    async (w) => {
      const [as, admin] = [await w.user(), await w.user({ role: 200 })];
      const place = await room(w, as);
      await post(w, as, place, 'muted');
      const form = { stream_id: place.id, topic: 'muted', visibility_policy: 1 };
      plain(await w.ask('POST', '/user_topics', { as, form }));
      const events = await during(w, as, ['user_topic'], () =>
        deleteTopic(w, admin, place.id, { topic_name: 'muted' }),
      );
      same(
        events.map(({ last_updated: _at, ...event }) => event),
        [{ type: 'user_topic', stream_id: place.id, topic_name: 'muted', visibility_policy: 0 }],
        'the events',
      );
    },
  ),
  rule(
    'MD-20',
    TOPIC,
    'A channel that the administrator cannot read, or that is archived, is refused.',
    async (w) => {
      const as = await w.user();
      const admin = await w.user({ role: 200 });
      const hidden = await room(w, as, { invite_only: true });
      await post(w, as, hidden);
      refused(await deleteTopic(w, admin, hidden.id, { topic_name: 't' }));
      refused(await deleteTopic(w, admin, UNKNOWN, { topic_name: 't' }));
      refused(await deleteTopic(w, admin, (await room(w, as)).id, { topic_name: 'a\0b' }));
      const place = await room(w, as);
      await archive(w, place);
      refused(await deleteTopic(w, admin, place.id, { topic_name: 't' }));
    },
  ),
];
