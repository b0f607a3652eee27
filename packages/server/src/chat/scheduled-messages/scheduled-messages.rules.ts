import { setTimeout as sleep } from 'node:timers/promises';
import {
  holds,
  items,
  lacking,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-scheduled-messages';
const CREATE = 'create-scheduled-message';
const EDIT = 'update-scheduled-message';
const DELETE = 'delete-scheduled-message';

function soon(seconds = 86_400): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

function create(w: World, as: User, form: Item) {
  return w.ask('POST', '/scheduled_messages', { as, form });
}

function edit(w: World, as: User, id: number, form: Item) {
  return w.ask('PATCH', `/scheduled_messages/${id}`, { as, form });
}

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', '/scheduled_messages', { as })), 'scheduled_messages');
}

async function first(w: World, as: User): Promise<Item> {
  return (await list(w, as))[0] ?? {};
}

function note(as: User, changes: Item = {}): Item {
  return {
    type: 'direct',
    to: [as.id],
    content: 'later',
    scheduled_delivery_timestamp: soon(),
    ...changes,
  };
}

/** A fresh user with a scheduled note to themselves. */
async function withNote(w: World) {
  const as = await w.user();
  const id = numberAt(success(await create(w, as, note(as))), 'scheduled_message_id');
  return { as, id };
}

const EVENTS = ['scheduled_messages'];

export const scheduledMessageRules: readonly Rule[] = [
  rule('SCH-1', LIST, 'A new user has no scheduled messages; unknown parameters are reported.', async (w) => {
    const answer = success(
      await w.ask('GET', '/scheduled_messages', { as: await w.user(), query: { zeta: 1 } }),
    );
    same(
      answer.body,
      { result: 'success', msg: '', scheduled_messages: [], ignored_parameters_unsupported: ['zeta'] },
      'the body',
    );
  }),
  rule('SCH-2', LIST, 'They come in the order of their times.', async (w) => {
    const as = await w.user();
    const times = [soon(3000), soon(1000), soon(2000)];
    for (const time of times) success(await create(w, as, note(as, { scheduled_delivery_timestamp: time })));
    same(
      (await list(w, as)).map((one) => one['scheduled_delivery_timestamp']),
      times.toSorted((a, b) => a - b),
      'the times',
    );
  }),
  rule('SCH-17', LIST, 'The scheduled messages of another user are not visible.', async (w) => {
    await withNote(w);
    same(await list(w, await w.user({ role: 100 })), [], 'the scheduled messages');
  }),
  rule('SCH-3', CREATE, 'A direct message is kept with its HTML and without a topic.', async (w) => {
    const as = await w.user();
    const time = soon();
    const form = note(as, { content: '**x**', topic: 'none', scheduled_delivery_timestamp: time });
    const id = numberAt(success(await create(w, as, form)), 'scheduled_message_id');
    const expected = {
      scheduled_message_id: id,
      type: 'private',
      to: [as.id],
      content: '**x**',
      rendered_content: '<p><strong>x</strong></p>',
      scheduled_delivery_timestamp: time,
      failed: false,
    };
    same(await first(w, as), expected, 'the message');
  }),
  rule('SCH-4', CREATE, 'A time that is not later than now is refused, before the recipients.', async (w) => {
    const as = await w.user();
    for (const time of [0, -5, soon(-10)])
      refused(await create(w, as, note(as, { scheduled_delivery_timestamp: time, to: [999_999_999] })));
  }),
  rule('SCH-5', CREATE, 'A channel is one number and users are a list; names are refused.', async (w) => {
    const as = await w.user();
    const form = { topic: 't', content: 'x', scheduled_delivery_timestamp: soon() };
    refused(await create(w, as, { ...form, type: 'channel', to: [5] }));
    refused(await create(w, as, { ...form, type: 'direct', to: as.id }));
    refused(await create(w, as, { ...form, type: 'channel', to: 'general' }));
    refused(await create(w, as, { ...form, type: 'direct', to: [as.email] }));
    refused(await create(w, as, { ...form, type: 'neither', to: as.id }));
  }),
  rule('SCH-6', CREATE, 'Everything but the topic and whether it is read is required.', async (w) => {
    const as = await w.user();
    for (const name of ['content', 'to', 'type', 'scheduled_delivery_timestamp'])
      lacking(await create(w, as, note(as, { [name]: undefined })), name);
  }),
  rule('SCH-7', CREATE, 'A channel that does not exist is refused with its id.', async (w) => {
    const as = await w.user();
    const form = note(as, { type: 'channel', to: 999_999_999, topic: 't' });
    refused(await create(w, as, form), 'STREAM_DOES_NOT_EXIST', { stream_id: 999_999_999 });
  }),
  rule('SCH-8', CREATE, 'The event has the message and goes to the user alone.', async (w) => {
    const as = await w.user();
    const others = await w.listen(await w.owner(), { event_types: EVENTS, fetch_event_types: [] });
    const events = await during(w, as, EVENTS, async () => success(await create(w, as, note(as))));
    same(
      events,
      [{ type: 'scheduled_messages', op: 'add', scheduled_messages: await list(w, as) }],
      'the events',
    );
    same(await others.events(), [], 'the events of somebody else');
  }),
  rule('SCH-9', CREATE, 'A registration shows them.', async (w) => {
    const { as } = await withNote(w);
    const state = await stateOf(w, as, 'scheduled_messages');
    same(state.at('scheduled_messages'), await list(w, as), 'the messages');
  }),
  rule('SCH-10', EDIT, 'Passed fields change, and the event has the whole message.', async (w) => {
    const { as, id } = await withNote(w);
    const time = soon(1234);
    const events = await during(w, as, EVENTS, async () =>
      plain(await edit(w, as, id, { content: 'sooner', scheduled_delivery_timestamp: time })),
    );
    const message = await first(w, as);
    same(
      [message['content'], message['rendered_content'], message['scheduled_delivery_timestamp']],
      ['sooner', '<p>sooner</p>', time],
      'the message',
    );
    same(events, [{ type: 'scheduled_messages', op: 'update', scheduled_message: message }], 'the events');
  }),
  rule('SCH-11', EDIT, 'An edit of nothing is refused; so is a type without recipients.', async (w) => {
    const { as, id } = await withNote(w);
    refused(await edit(w, as, id, {}));
    refused(await edit(w, as, id, { type: 'direct' }));
  }),
  rule(
    'SCH-12',
    EDIT,
    'A time that has passed is refused, and a topic is needed for a channel.',
    async (w) => {
      const { as, id } = await withNote(w);
      refused(await edit(w, as, id, { scheduled_delivery_timestamp: soon(-10) }));
      refused(await edit(w, as, id, { type: 'channel', to: 1 }));
    },
  ),
  rule('SCH-13', EDIT, 'A topic alone changes nothing of a direct message.', async (w) => {
    const { as, id } = await withNote(w);
    const before = await first(w, as);
    plain(await edit(w, as, id, { topic: 'x' }));
    same(await first(w, as), before, 'the message');
  }),
  rule(
    'SCH-14',
    EDIT,
    'The message of another user is not found, nor is one that is not there.',
    async (w) => {
      const { id } = await withNote(w);
      missing(await edit(w, await w.owner(), id, { content: 'x' }));
      missing(await edit(w, await w.owner(), 999_999_999, { content: 'x' }));
    },
  ),
  rule('SCH-15', DELETE, 'It goes away with an event, and is not found the second time.', async (w) => {
    const { as, id } = await withNote(w);
    missing(await w.ask('DELETE', `/scheduled_messages/${id}`, { as: await w.owner() }));
    const events = await during(w, as, EVENTS, async () =>
      plain(await w.ask('DELETE', `/scheduled_messages/${id}`, { as })),
    );
    same(events, [{ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id }], 'the events');
    missing(await w.ask('DELETE', `/scheduled_messages/${id}`, { as }));
  }),
  rule(
    'SCH-16',
    CREATE,
    'At its time it is sent, once, as a message like any other, is no longer listed, and is not edited any more.',
    async (w) => {
      const as = await w.user();
      const queue = await w.listen(as, { event_types: ['message', ...EVENTS], fetch_event_types: [] });
      success(await create(w, as, note(as, { scheduled_delivery_timestamp: soon(2) })));
      const heard: Item[] = [];
      for (let n = 0; n < 240 && !heard.some(({ op }) => op === 'remove'); n += 1) {
        heard.push(...(await queue.events()));
        await sleep(500);
      }
      heard.push(...(await queue.events()));
      same(
        heard.map(({ type, op }) => JSON.stringify([type, op])).toSorted(),
        ['["message",null]', '["scheduled_messages","add"]', '["scheduled_messages","remove"]'],
        'the events',
      );
      const message = heard.find(({ type }) => type === 'message')?.['message'] as Item | undefined;
      holds(message?.['sender_id'] === as.id, 'a message of the user', message);
      same(await list(w, as), [], 'what is left');
      const id = Number(heard.find(({ op }) => op === 'remove')?.['scheduled_message_id']);
      refused(await edit(w, as, id, { content: 'too late' }));
    },
    { slow: true },
  ),
];
