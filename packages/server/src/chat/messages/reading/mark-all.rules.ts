import { room } from '@parley/rules/steps/channels.ts';
import { items, lacking, plain, refused, same, success } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { flagEvents, flagged, flagsOf, post, talk, UNKNOWN, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const ALL = 'mark-all-as-read';
const CHANNEL = 'mark-stream-as-read';
const TOPIC = 'mark-topic-as-read';

function everything(w: World, as: User) {
  return w.ask('POST', '/mark_all_as_read', { as });
}

function channel(w: World, as: User, stream_id: number) {
  return w.ask('POST', '/mark_stream_as_read', { as, form: { stream_id } });
}

function topic(w: World, as: User, stream_id: number, topic_name: string) {
  return w.ask('POST', '/mark_topic_as_read', { as, form: { stream_id, topic_name } });
}

async function unread(w: World, as: User): Promise<readonly unknown[]> {
  const narrow = [{ operator: 'is', operand: 'unread' }];
  const query = { anchor: 'newest', num_before: 100, num_after: 0, narrow };
  return items(success(await w.ask('GET', '/messages', { as, query })), 'messages').map(({ id }) => id);
}

export const markReadRules: readonly Rule[] = [
  rule('MAR-1', ALL, 'Everything becomes read, direct messages and left channels included.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const ids = [await post(w, writer, place), await write(w, writer, [reader])];
    const left = await room(w, writer, { others: [reader] });
    const old = await post(w, writer, left);
    const form = { subscriptions: [left.name] };
    success(await w.ask('DELETE', '/users/me/subscriptions', { as: reader, form }));
    same(success(await everything(w, reader)).at('complete'), true, 'complete');
    same(await unread(w, reader), [], 'the unread messages');
    for (const id of [...ids, old]) same(await flagsOf(w, reader, id), ['read'], 'the flags');
  }),
  rule('MAR-2', ALL, 'A single event reports that all messages are read.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    same(
      await flagEvents(w, reader, () => everything(w, reader)),
      [flagged('add', 'read', [], true)],
      'the events',
    );
  }),
  rule('MAR-3', ALL, 'Repeating it succeeds, with the event again.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    success(await everything(w, reader));
    const events = await flagEvents(w, reader, async () =>
      same(success(await everything(w, reader)).at('complete'), true, 'complete'),
    );
    same(events, [flagged('add', 'read', [], true)], 'the events');
  }),
  rule('MAR-4', ALL, 'An unknown parameter is reported.', async (w) => {
    const answer = await w.ask('POST', '/mark_all_as_read', { as: await w.user(), form: { zeta: 1 } });
    same(success(answer).at('ignored_parameters_unsupported'), ['zeta'], 'the ignored parameters');
  }),
  rule('MAR-5', ALL, 'Others keep what they have.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const other = await w.user();
    const form = { subscriptions: [{ name: place.name }] };
    success(await w.ask('POST', '/users/me/subscriptions', { as: other, form }));
    const id = await post(w, writer, place);
    success(await everything(w, reader));
    same(await flagsOf(w, other, id), [], 'the flags of somebody else');
  }),
  rule('MAR-6', ALL, 'Later messages are unread.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    success(await everything(w, reader));
    const id = await post(w, writer, place);
    same(await unread(w, reader), [id], 'the unread messages');
  }),
  rule('MAR-7', CHANNEL, 'A channel becomes read, and the event names what changed.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const ids = [await post(w, writer, place, 'a'), await post(w, writer, place, 'b')];
    const direct = await write(w, writer, [reader]);
    const events = await flagEvents(w, reader, async () => plain(await channel(w, reader, place.id)));
    same(events, [flagged('add', 'read', ids)], 'the events');
    same(await unread(w, reader), [direct], 'the unread messages');
  }),
  rule('MAR-8', CHANNEL, 'There is no event when nothing changed.', async (w) => {
    const { reader, place } = await talk(w);
    same(await flagEvents(w, reader, () => channel(w, reader, place.id)), [], 'the events');
  }),
  rule('MAR-9', CHANNEL, 'A hidden or unknown channel is refused.', async (w) => {
    const { reader, writer } = await talk(w);
    const hidden = await room(w, writer, { invite_only: true });
    for (const id of [hidden.id, UNKNOWN]) refused(await channel(w, reader, id));
    lacking(await w.ask('POST', '/mark_stream_as_read', { as: reader }), 'stream_id');
  }),
  rule('MAR-10', TOPIC, 'A topic becomes read, in any letter case.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const [one, two, other] = [
      await post(w, writer, place, 'Topic'),
      await post(w, writer, place, 'topic'),
      await post(w, writer, place, 'other'),
    ];
    const events = await flagEvents(w, reader, async () => plain(await topic(w, reader, place.id, 'TOPIC')));
    same(events, [flagged('add', 'read', [one, two])], 'the events');
    same(await unread(w, reader), [other], 'the unread messages');
    same(
      await flagEvents(w, reader, () => topic(w, reader, place.id, 'topic')),
      [],
      'the events of a repeat',
    );
  }),
  rule('MAR-11', TOPIC, 'A topic of which one has nothing is refused.', async (w) => {
    const { reader, writer, place } = await talk(w);
    await post(w, writer, place);
    refused(await topic(w, reader, place.id, 'never'));
    const foreign = await room(w, writer);
    await post(w, writer, foreign, 'topic');
    refused(await topic(w, reader, foreign.id, 'topic'));
  }),
  rule(
    'MAR-12',
    TOPIC,
    'The name of the empty topic means that; an empty name means the channel.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const [empty, other] = [await post(w, writer, place, ''), await post(w, writer, place, 'other')];
      const named = await flagEvents(w, reader, () => topic(w, reader, place.id, 'general chat'));
      same(named, [flagged('add', 'read', [empty])], 'the events');
      const whole = await flagEvents(w, reader, () => topic(w, reader, place.id, ''));
      same(whole, [flagged('add', 'read', [other])], 'the events of the whole channel');
    },
  ),
];
