import { archive, post, street, UNKNOWN, whisper, type Street } from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { lacking, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { withoutId } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { Queue, World } from '@parley/rules/world.ts';

const OF = 'set-typing-status';
const EDIT = 'set-typing-status-for-message-edit';

function type(w: World, as: Credentials, form: Item) {
  return w.ask('POST', '/typing', { as, form: { op: 'start', ...form } });
}

function edit(w: World, as: Credentials, id: number, op = 'start') {
  return w.ask('POST', `/messages/${id}/typing`, { as, form: { op } });
}

function inside({ id }: { id: number }, topic = 't'): Item {
  return { type: 'channel', stream_id: id, topic };
}

const ABLE = { client_capabilities: { notification_settings_null: true, stream_typing_notifications: true } };

/** Counts the events that each user of a channel receives during an action. */
async function heardBy(
  w: World,
  { place: _place, ...users }: Street,
  act: () => Promise<unknown>,
  parameters: Item = ABLE,
): Promise<Readonly<Record<string, readonly Item[]>>> {
  const queues: [string, Queue][] = [];
  for (const [who, user] of Object.entries(users))
    queues.push([
      who,
      await w.listen(user, {
        ...parameters,
        event_types: ['typing', 'typing_edit_message'],
        fetch_event_types: [],
      }),
    ]);
  await act();
  const lists: [string, readonly Item[]][] = [];
  for (const [who, queue] of queues) lists.push([who, (await queue.events()).map(withoutId)]);
  return Object.fromEntries(lists);
}

function counts(heard: Readonly<Record<string, readonly Item[]>>): unknown {
  return Object.fromEntries(Object.entries(heard).map(([who, events]) => [who, events.length]));
}

async function setting(w: World, as: Credentials, form: Item) {
  return success(await w.ask('PATCH', '/settings', { as, form }));
}

export const typingRules: readonly Rule[] = [
  rule(
    'TY-1',
    OF,
    'Both users of a direct conversation receive typing notifications, and no other user.',
    async (w) => {
      const all = await street(w);
      const heard = await heardBy(w, all, async () =>
        plain(await type(w, all.actor, { to: [all.subscriber.id] })),
      );
      same(counts(heard), { actor: 1, subscriber: 1, guest: 0, outsider: 0, administrator: 0 }, 'who hears');
      const [{ recipients, sender, ...rest } = {}] = heard['subscriber'] ?? [];
      same(rest, { type: 'typing', op: 'start', message_type: 'direct' }, 'the event');
      same((sender as Item)['user_id'], all.actor.id, 'the sender');
      same(
        (recipients as readonly Item[]).map(({ user_id }) => user_id),
        [all.actor.id, all.subscriber.id],
        'the recipients',
      );
    },
  ),
  rule(
    'TY-2',
    OF,
    'Subscribers of a channel whose clients support it receive typing notifications.',
    async (w) => {
      const all = await street(w);
      const act = async () => plain(await type(w, all.actor, { ...inside(all.place), op: 'stop' }));
      const heard = await heardBy(w, all, act);
      same(counts(heard), { actor: 1, subscriber: 1, guest: 1, outsider: 0, administrator: 0 }, 'who hears');
      const [{ sender: _sender, ...event } = {}] = heard['guest'] ?? [];
      const expected = {
        type: 'typing',
        op: 'stop',
        message_type: 'stream',
        stream_id: all.place.id,
        topic: 't',
      };
      same(event, expected, 'the event');
      const unable = await heardBy(w, all, act, {});
      same(
        counts(unable),
        { actor: 0, subscriber: 0, guest: 0, outsider: 0, administrator: 0 },
        'who is unable',
      );
    },
  ),
  rule('TY-3', OF, 'Operation and type have the words that they have.', async (w) => {
    const as = await w.user();
    lacking(await w.ask('POST', '/typing', { as, form: { to: [as.id] } }), 'op');
    refused(await type(w, as, { to: [as.id], op: 'pause' }));
    refused(await type(w, as, { to: [as.id], type: 'private' }));
  }),
  rule('TY-4', OF, 'Recipients are needed and must exist, all of them.', async (w) => {
    const as = await w.user();
    for (const to of [undefined, null, [], [UNKNOWN], [as.id, UNKNOWN]]) refused(await type(w, as, { to }));
  }),
  rule('TY-5', OF, 'Channel and topic are needed, and the right to write there.', async (w) => {
    const [as, other] = [await w.user(), await w.user()];
    const place = await room(w, as, { invite_only: true });
    refused(await type(w, as, { type: 'channel', topic: 't' }));
    refused(await type(w, as, { type: 'stream', stream_id: place.id }));
    refused(await type(w, as, inside({ id: UNKNOWN })));
    refused(await type(w, other, inside(place)));
    plain(await type(w, as, inside(place)));
    await archive(w, place);
    refused(await type(w, as, inside(place)));
  }),
  rule('TY-6', OF, 'A user who hides typing cannot send typing notifications.', async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    await setting(w, as, { send_private_typing_notifications: false });
    refused(await type(w, as, { to: [as.id] }));
    plain(await type(w, as, inside(place)));
    await setting(w, as, { send_stream_typing_notifications: false });
    refused(await type(w, as, inside(place)));
  }),
  rule('TY-7', OF, 'A user who turned typing notifications off does not receive them.', async (w) => {
    const all = await street(w);
    await setting(w, all.subscriber, { receives_typing_notifications: false });
    const heard = await heardBy(w, all, async () => {
      plain(await type(w, all.actor, inside(all.place)));
      plain(await type(w, all.actor, { to: [all.subscriber.id] }));
    });
    same(counts(heard), { actor: 2, subscriber: 0, guest: 1, outsider: 0, administrator: 0 }, 'who hears');
  }),
  rule('TY-8', EDIT, 'The receivers of the message receive typing notifications of its edit.', async (w) => {
    const all = await street(w);
    const id = await post(w, all.actor, all.place);
    const heard = await heardBy(w, all, async () => plain(await edit(w, all.actor, id)));
    same(counts(heard), { actor: 1, subscriber: 1, guest: 1, outsider: 0, administrator: 0 }, 'who hears');
    const event = {
      type: 'typing_edit_message',
      op: 'start',
      sender_id: all.actor.id,
      message_id: id,
      recipient: { type: 'channel', channel_id: all.place.id, topic: 't' },
    };
    same(heard['guest'], [event], 'the event');
    const direct = await whisper(w, all.actor, [all.subscriber]);
    const both = await heardBy(w, all, async () => plain(await edit(w, all.actor, direct, 'stop')));
    same(counts(both), { actor: 1, subscriber: 1, guest: 0, outsider: 0, administrator: 0 }, 'who hears');
  }),
  rule('TY-9', EDIT, 'Only who may edit a message says so.', async (w) => {
    const all = await street(w);
    const id = await post(w, all.actor, all.place);
    for (const who of [all.subscriber, all.administrator, await w.owner()]) refused(await edit(w, who, id));
    refused(await edit(w, all.actor, UNKNOWN));
    refused(await edit(w, all.actor, id, 'pause'));
  }),
];
