import { archive, heardDuring, only, street, UNKNOWN } from '@parley/rules/steps/editing.ts';
import { room } from '@parley/rules/steps/channels.ts';
import { lacking, plain, refused, same, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { Credentials } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';
import { seen, send, sent } from '@parley/rules/steps/sending.ts';

const SEND = 'send-message';
const OF = 'send-submessage';

function act(w: World, as: Credentials, message_id: number, content: unknown, form: Item = {}) {
  return w.ask('POST', '/submessage', {
    as,
    form: {
      message_id,
      msg_type: 'widget',
      content: typeof content === 'string' ? content : JSON.stringify(content),
      ...form,
    },
  });
}

async function partsOf(w: World, as: Credentials, id: number): Promise<readonly Item[]> {
  return (await seen(w, as, id))['submessages'] as readonly Item[];
}

/** The part with which a text starts. */
async function started(w: World, content: string): Promise<unknown> {
  const as = await w.user();
  const [part] = await partsOf(w, as, await sent(w, as, { type: 'direct', to: [as.id], content }));
  return part === undefined ? undefined : (JSON.parse(String(part['content'])) as unknown);
}

const VOTE = { type: 'vote', key: 'canned,0', vote: 1 };

export const submessageRules: readonly Rule[] = [
  rule('SM-1', SEND, 'A poll is a message with one part: its question and its options.', async (w) => {
    const all = await street(w);
    let id = 0;
    const [event] = await during(w, all.subscriber, ['message'], async () => {
      id = await sent(w, all.actor, { to: all.place.id, content: '/poll Lunch?\n- a\n* b\n\nc' });
    });
    const parts = await partsOf(w, all.actor, id);
    same(
      only(parts, 'message_id', 'sender_id', 'msg_type'),
      [{ message_id: id, sender_id: all.actor.id, msg_type: 'widget' }],
      'the part',
    );
    same(
      JSON.parse(String(parts[0]?.['content'])),
      { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['a', 'b', 'c'] } },
      'its content',
    );
    same((event?.['message'] as Item | undefined)?.['submessages'], parts, 'the part in the event');
  }),
  rule('SM-2', SEND, 'A list of tasks has a title, and tasks with descriptions.', async (w) => {
    same(
      await started(w, '/todo Chores\nwash: the cups\ndry'),
      {
        widget_type: 'todo',
        extra_data: {
          task_list_title: 'Chores',
          tasks: [
            { task: 'wash', desc: 'the cups' },
            { task: 'dry', desc: '' },
          ],
        },
      },
      'the part',
    );
  }),
  rule('SM-3', SEND, 'Other words with a slash are text.', async (w) => {
    for (const content of ['/ping', '/polls x', ' /poll x', 'a /poll'])
      same(await started(w, content), undefined, 'a part');
  }),
  rule('SM-4', SEND, 'Buttons are of one shape and not too long; others are refused.', async (w) => {
    const as = await w.user();
    const choice = { short_name: 'A', long_name: 'first', reply: 'a' };
    const form = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'h', choices: [choice] } };
    const me = { type: 'direct', to: [as.id] };
    const [part] = await partsOf(w, as, await sent(w, as, { ...me, widget_content: form }));
    same(JSON.parse(String(part?.['content'])), form, 'the part');
    for (const widget_content of [{ ...form, widget_type: 'poll' }, { widget_type: 'zform' }, 'x'])
      refused(await send(w, as, { ...me, widget_content }));
    const long = { ...form, extra_data: { ...form.extra_data, heading: 'h'.repeat(100_000) } };
    refused(await send(w, as, { ...me, widget_content: long }));
  }),
  rule(
    'SM-5',
    OF,
    'Subscribers receive an event about a vote, whatever their role; others do not.',
    async (w) => {
      const all = await street(w);
      const id = await sent(w, all.actor, { to: all.place.id, content: '/poll x\na' });
      const heard = await heardDuring(w, all, ['submessage'], async () =>
        plain(await act(w, all.subscriber, id, VOTE)),
      );
      const counts = Object.entries(heard).map(([who, events]) => [who, events.length]);
      const expected = { actor: 1, subscriber: 1, guest: 1, outsider: 0, administrator: 0 };
      same(Object.fromEntries(counts), expected, 'who hears');
      same(
        only(heard.guest, 'message_id', 'sender_id', 'msg_type', 'content'),
        [{ message_id: id, sender_id: all.subscriber.id, msg_type: 'widget', content: JSON.stringify(VOTE) }],
        'the event',
      );
      same((await partsOf(w, all.guest, id)).length, 2, 'parts of the message');
    },
  ),
  rule(
    'SM-6',
    OF,
    'An action that a poll does not know is refused; only its author changes the question.',
    async (w) => {
      const all = await street(w);
      const id = await sent(w, all.actor, { to: all.place.id, content: '/poll x\na' });
      const question = { type: 'question', question: 'y' };
      const wrong = [
        'no json',
        [],
        { ...VOTE, vote: 2 },
        { ...VOTE, x: 1 },
        { type: 'new_option', option: 'b', idx: 1001 },
        question,
        { type: 'strike', key: '1' },
      ];
      for (const content of wrong) refused(await act(w, all.subscriber, id, content));
      plain(await act(w, all.subscriber, id, { type: 'new_option', option: 'b', idx: 0 }));
      plain(await act(w, all.actor, id, question));
    },
  ),
  rule(
    'SM-7',
    OF,
    'An action that a task list does not know is refused; only its author changes the title.',
    async (w) => {
      const all = await street(w);
      const id = await sent(w, all.actor, { to: all.place.id, content: '/todo x' });
      const title = { type: 'new_task_list_title', title: 'y' };
      const task = { type: 'new_task', key: 0, task: 'a', desc: '', completed: false };
      for (const content of [VOTE, title, { ...task, key: -1 }, { ...task, completed: 'no' }])
        refused(await act(w, all.subscriber, id, content));
      for (const content of [task, { type: 'strike', key: '0,1' }])
        plain(await act(w, all.subscriber, id, content));
      plain(await act(w, all.actor, id, title));
    },
  ),
  rule('SM-8', OF, 'In a message without parts its sender begins.', async (w) => {
    const all = await street(w);
    const id = await sent(w, all.actor, { to: all.place.id });
    refused(await act(w, all.subscriber, id, {}));
    plain(await act(w, all.actor, id, {}));
    plain(await act(w, all.subscriber, id, {}));
  }),
  rule('SM-9', OF, 'Messages that cannot be read or changed are unknown.', async (w) => {
    const as = await w.user();
    const place = await room(w, as, { invite_only: true });
    const id = await sent(w, as, { to: place.id, content: '/poll x' });
    refused(await act(w, await w.user(), id, VOTE));
    refused(await act(w, as, UNKNOWN, VOTE));
    refused(await act(w, as, id, VOTE, { msg_type: 'other' }));
    lacking(
      await w.ask('POST', '/submessage', { as, form: { message_id: id, msg_type: 'widget' } }),
      'content',
    );
    await archive(w, place);
    refused(await act(w, as, id, VOTE));
  }),
];
