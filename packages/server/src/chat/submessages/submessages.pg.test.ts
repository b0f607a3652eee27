import { roles } from '@parley/contract/rights/roles.ts';
import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getMessage, sendMessage, sendSubmessage } from '@parley/contract/endpoints/messages.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heard as heardOn } from '@parley/test-support/talk.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
let grace: TestUser;
let guest: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
  grace = await server.user();
  guest = await server.user({ role: roles.guest });
  for (const one of [ada, grace]) await one.connection.call(subscribe, { subscriptions: [{ name: 'tea' }] });
});
afterAll(() => server.stop());

function eventsTo(user: TestUser, act: () => Promise<unknown>) {
  return heardOn(user, act, { event_types: ['submessage', 'message'] });
}

function send(content: string, more: object = {}) {
  return ada.connection.call(sendMessage, { type: 'channel', to: 'tea', topic: 't', content, ...more });
}

function act(user: TestUser, message_id: number, content: unknown) {
  return user.connection.call(sendSubmessage, {
    message_id,
    msg_type: 'widget',
    content: typeof content === 'string' ? content : JSON.stringify(content),
  });
}

const refused = { code: 'BAD_REQUEST' };

test.each([{}, { type: 'direct' }])(
  'a poll is a message with a submessage that has its message id: %o',
  async (more) => {
    const to = 'type' in more ? { to: [grace.id] } : {};
    let id = 0;
    const [event] = await eventsTo(grace, async () => {
      ({ id } = await send('/poll Lunch?\n- a\n- b', { ...more, ...to }));
    });
    const part = {
      message_id: id,
      sender_id: ada.id,
      msg_type: 'widget',
      content: '{"widget_type":"poll","extra_data":{"question":"Lunch?","options":["a","b"]}}',
    };
    expect(event).toMatchObject({ message: { id, submessages: [part] } });
    const { message } = await grace.connection.call(getMessage, { message_id: id });
    expect(message?.submessages).toEqual(
      (event as { message: { submessages: unknown } }).message.submessages,
    );
  },
);

test('all readers vote and add options, and only the sender changes the question', async () => {
  const { id } = await send('/poll Lunch?\n- a');
  const vote = { type: 'vote', key: 'canned,0', vote: 1 };
  expect(await eventsTo(ada, () => act(grace, id, vote))).toMatchObject([
    {
      type: 'submessage',
      message_id: id,
      sender_id: grace.id,
      msg_type: 'widget',
      content: JSON.stringify(vote),
    },
  ]);
  await act(grace, id, { type: 'new_option', option: 'c', idx: 1 });
  await act(ada, id, { type: 'question', question: 'Dinner?' });
  const wrong = [
    'not json',
    { ...vote, vote: 2 },
    { ...vote, more: true },
    { type: 'new_option', option: 'c', idx: 1001 },
    { type: 'question', question: 'Dinner?' },
    { type: 'strike', key: '0' },
    [],
  ];
  for (const content of wrong) await expect(act(grace, id, content)).rejects.toMatchObject(refused);
  await expect(act(guest, id, vote)).rejects.toMatchObject(refused);
  const { message } = await ada.connection.call(getMessage, { message_id: id });
  expect(message?.submessages).toHaveLength(4);
});

test('tasks are added to a list and struck', async () => {
  const { id } = await send('/todo Chores');
  await act(grace, id, { type: 'new_task', key: 0, task: 'wash', desc: '', completed: false });
  await act(grace, id, { type: 'strike', key: `0,${grace.id}` });
  const title = { type: 'new_task_list_title', title: 'Fun' };
  await expect(act(grace, id, title)).rejects.toMatchObject(refused);
  await act(ada, id, title);
});

test('the first submessage of a plain message must come from its sender', async () => {
  const { id } = await send('plain');
  await expect(act(grace, id, { any: 1 })).rejects.toMatchObject(refused);
  await act(ada, id, { any: 1 });
  await act(grace, id, { any: 2 });
});

test('buttons are stored unchanged', async () => {
  const widget_content = {
    widget_type: 'zform' as const,
    extra_data: {
      type: 'choices' as const,
      heading: 'Which?',
      choices: [{ short_name: 'A', long_name: 'the first', reply: 'a' }],
    },
  };
  const { id } = await send('choose', { widget_content });
  const { message } = await ada.connection.call(getMessage, { message_id: id });
  expect(JSON.parse(message?.submessages[0]?.content ?? '')).toEqual(widget_content);
});
