import { leave, room } from '@parley/rules/steps/channels.ts';
import { lacking, refused, same, success } from '@parley/rules/expect.ts';
import {
  flag,
  flagEvents,
  flagged,
  flagsOf,
  post,
  talk,
  UNKNOWN,
  write,
} from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

const OPERATION = 'update-message-flags';

export const messageFlagRules: readonly Rule[] = [
  rule(
    'FLG-1',
    OPERATION,
    'The flag, the messages and the direction are asked for in this order.',
    async (w) => {
      const as = await w.user();
      const form = { flag: 'read', messages: [], op: 'add' };
      for (const name of ['flag', 'messages', 'op'] as const) {
        const { [name]: _, ...rest } = form;
        lacking(await w.ask('POST', '/messages/flags', { as, form: rest }), name);
      }
      lacking(await w.ask('POST', '/messages/flags', { as }), 'flag');
    },
  ),
  rule('FLG-2', OPERATION, 'A message is marked as read, and the answer repeats the request.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    same(await flagsOf(w, reader, id), [], 'the flags before');
    const answer = success(await flag(w, reader, 'add', 'read', [id, UNKNOWN, id]));
    same(answer.at('messages'), [id, UNKNOWN, id], 'the messages of the answer');
    same(answer.at('ignored_because_not_subscribed_channels'), [], 'the ignored channels');
    same(await flagsOf(w, reader, id), ['read'], 'the flags');
  }),
  rule(
    'FLG-3',
    OPERATION,
    'The user’s own clients receive exactly the changed messages, ascending.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const [first, second] = [await post(w, writer, place), await post(w, writer, place)];
      success(await flag(w, reader, 'add', 'read', [first]));
      const direct = await write(w, writer, [reader]);
      const events = await flagEvents(w, reader, () =>
        flag(w, reader, 'add', 'read', [direct, second, first]),
      );
      same(events, [flagged('add', 'read', [second, direct])], 'the events');
    },
  ),
  rule('FLG-4', OPERATION, 'An event comes also when nothing changed.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    success(await flag(w, reader, 'add', 'starred', [id]));
    const again = () => flag(w, reader, 'add', 'starred', [id]);
    same(await flagEvents(w, reader, again), [flagged('add', 'starred', [])], 'the events');
    same(
      await flagEvents(w, reader, () => flag(w, reader, 'add', 'read', [])),
      [flagged('add', 'read', [])],
      'the events of an empty list',
    );
  }),
  rule('FLG-5', OPERATION, 'Other users neither receive nor have the flags.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    same(await flagEvents(w, writer, () => flag(w, reader, 'add', 'starred', [id])), [], 'the events');
    same(await flagsOf(w, writer, id), [], 'the flags of the sender');
  }),
  rule(
    'FLG-6',
    OPERATION,
    'A message that becomes unread is published with its channel and topic.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const id = await post(w, writer, place, 'Topic');
      success(await flag(w, reader, 'add', 'read', [id]));
      same(
        await flagEvents(w, reader, () => flag(w, reader, 'remove', 'read', [id])),
        [
          {
            ...flagged('remove', 'read', [id]),
            message_details: {
              [id]: { type: 'stream', stream_id: place.id, topic: 'Topic', unmuted_stream_msg: true },
            },
          },
        ],
        'the events',
      );
      same(await flagsOf(w, reader, id), [], 'the flags');
    },
  ),
  rule('FLG-7', OPERATION, 'The unread details of a direct message list the other users.', async (w) => {
    const [reader, writer, third] = [await w.user(), await w.user(), await w.user()];
    const id = await write(w, writer, [reader, third]);
    const own = await write(w, reader, [reader]);
    success(await flag(w, reader, 'add', 'read', [id, own]));
    const [event] = await flagEvents(w, reader, () => flag(w, reader, 'remove', 'read', [id, own]));
    same(
      event?.['message_details'],
      {
        [id]: { type: 'private', user_ids: [writer.id, third.id].toSorted((a, b) => a - b) },
        [own]: { type: 'private', user_ids: [] },
      },
      'the details',
    );
  }),
  rule(
    'FLG-8',
    OPERATION,
    'A mentioned user receives the mention again when the message becomes unread.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const id = await post(w, writer, place, 'Topic', `@**|${reader.id}**`);
      success(await flag(w, reader, 'add', 'read', [id]));
      const [event] = await flagEvents(w, reader, () => flag(w, reader, 'remove', 'read', [id]));
      const details = event?.['message_details'] as Record<string, { mentioned?: boolean }>;
      same(details[id]?.mentioned, true, 'whether it is a mention');
    },
  ),
  rule('FLG-9', OPERATION, 'In a muted topic the event says that the message does not count.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place, 'Topic');
    const form = { stream_id: place.id, topic: 'topic', visibility_policy: 1 };
    success(await w.ask('POST', '/user_topics', { as: reader, form }));
    success(await flag(w, reader, 'add', 'read', [id]));
    const [event] = await flagEvents(w, reader, () => flag(w, reader, 'remove', 'read', [id]));
    const details = event?.['message_details'] as Record<string, { unmuted_stream_msg?: boolean }>;
    same(details[id]?.unmuted_stream_msg, false, 'whether it counts');
  }),
  rule(
    'FLG-10',
    OPERATION,
    'Nothing becomes unread where one is not subscribed; the channel is named.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const open = await room(w, writer);
      const [left, never] = [await post(w, writer, place), await post(w, writer, open)];
      success(await flag(w, reader, 'add', 'read', [left]));
      success(await leave(w, reader, place));
      const answer = success(await flag(w, reader, 'remove', 'read', [left, never]));
      same(
        answer.at('ignored_because_not_subscribed_channels'),
        [place.id, open.id].toSorted((a, b) => a - b),
        'the ignored channels',
      );
      same(await flagsOf(w, reader, left), ['read'], 'the flags');
    },
  ),
  rule('FLG-11', OPERATION, 'A star on what was never received makes it history.', async (w) => {
    const { reader, writer } = await talk(w);
    const id = await post(w, writer, await room(w, writer));
    success(await flag(w, reader, 'add', 'starred', [id]));
    same(await flagsOf(w, reader, id), ['read', 'starred', 'historical'], 'the flags');
    success(await flag(w, reader, 'remove', 'starred', [id]));
    same(await flagsOf(w, reader, id), ['read', 'historical'], 'the flags without the star');
  }),
  rule(
    'FLG-12',
    OPERATION,
    'A message from before the subscription can become unread after it.',
    async (w) => {
      const { reader, writer } = await talk(w);
      const place = await room(w, writer);
      const id = await post(w, writer, place);
      const form = { subscriptions: [{ name: place.name }] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: reader, form }));
      success(await flag(w, reader, 'remove', 'read', [id]));
      same(await flagsOf(w, reader, id), ['historical'], 'the flags');
    },
  ),
  rule('FLG-13', OPERATION, 'With one message out of reach, nothing changes.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const hidden = await post(w, writer, await room(w, writer, { invite_only: true }));
    const id = await post(w, writer, place);
    for (const other of [hidden, UNKNOWN]) {
      refused(await flag(w, reader, 'add', 'starred', [id, other]));
      refused(await flag(w, reader, 'add', 'collapsed', [id, other]));
      refused(await flag(w, reader, 'remove', 'read', [id, other]));
    }
    same(await flagsOf(w, reader, id), [], 'the flags');
  }),
  rule(
    'FLG-14',
    OPERATION,
    'Reading, and taking a flag away, pass over what one does not have.',
    async (w) => {
      const { reader, writer, place } = await talk(w);
      const hidden = await post(w, writer, await room(w, writer, { invite_only: true }));
      const id = await post(w, writer, place);
      for (const other of [hidden, UNKNOWN]) {
        success(await flag(w, reader, 'add', 'read', [id, other]));
        success(await flag(w, reader, 'remove', 'starred', [id, other]));
      }
      same(await flagsOf(w, reader, id), ['read'], 'the flags');
    },
  ),
  rule('FLG-15', OPERATION, 'Messages are collapsed and shown again.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    success(await flag(w, reader, 'add', 'collapsed', [id]));
    same(await flagsOf(w, reader, id), ['collapsed'], 'the flags');
    success(await flag(w, reader, 'remove', 'collapsed', [id]));
    same(await flagsOf(w, reader, id), [], 'the flags afterwards');
  }),
  rule('FLG-16', OPERATION, 'Flags that the server sets, and unknown ones, are refused.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    const fixed = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'group_mentioned'];
    const more = ['has_alert_word', 'historical', 'force_expand', 'force_collapse'];
    const unknown = ['wildcard_mentioned', 'is_private', 'active_mobile_push_notification', 'nope'];
    for (const name of [...fixed, ...more, ...unknown]) refused(await flag(w, reader, 'add', name, [id]));
  }),
  rule('FLG-17', OPERATION, 'A flag is set or cleared, nothing else.', async (w) => {
    refused(await flag(w, await w.user(), 'toggle', 'read', []));
  }),
  rule('FLG-18', OPERATION, 'An edited text is not unread again.', async (w) => {
    const { reader, writer, place } = await talk(w);
    const id = await post(w, writer, place);
    success(await flag(w, reader, 'add', 'read', [id]));
    success(await w.ask('PATCH', `/messages/${id}`, { as: writer, form: { content: 'something else' } }));
    same(await flagsOf(w, reader, id), ['read'], 'the flags');
  }),
];
