import type { Receiver, ReceivedCall, ReceiverAnswer } from '@parley/test-support/receiver.ts';
import { room, type Room } from '@parley/rules/steps/channels.ts';
import { eventually } from '@parley/rules/eventually.ts';
import { holds, items, numberAt, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';
import { saidBy, sent } from '@parley/rules/steps/sending.ts';

const OF = 'send-message';
const TOPIC = 'a call';

type OutgoingStage = {
  readonly user: User;
  readonly room: Room;
  readonly bot: { readonly id: number; readonly mention: string; readonly silent: string };
  readonly receiver: Receiver;
};

/** An outgoing webhook bot of the organization's owner, its service, and a user with a channel of the owner and the user. */
async function stage(
  w: World,
  { type = 1, url }: { type?: 1 | 2; url?: string } = {},
): Promise<OutgoingStage> {
  const receiver = await w.own().receiver();
  const [owner, user] = [await w.owner(), await w.user()];
  const name = w.unique('Hook ');
  const form = {
    short_name: w.unique('hook'),
    full_name: name,
    bot_type: 3,
    payload_url: JSON.stringify(url ?? receiver.url),
    interface_type: type,
  };
  const id = numberAt(success(await w.ask('POST', '/bots', { as: owner, form })), 'user_id');
  const bot = { id, mention: `@**${name}**`, silent: `@_**${name}**` };
  return { user, bot, receiver, room: await room(w, user, { others: [owner] }) };
}

function inRoom(
  w: World,
  { user, room: { id } }: OutgoingStage,
  content: string,
  topic = TOPIC,
): Promise<number> {
  return sent(w, user, { type: 'channel', to: id, topic, content });
}

function directly(w: World, { user, bot }: OutgoingStage, content = 'hello', others: readonly number[] = []) {
  return sent(w, user, { type: 'direct', to: [bot.id, ...others], content });
}

function calledTimes(receiver: Receiver, count: number): Promise<readonly ReceivedCall[]> {
  return eventually(`${count} calls`, () => (receiver.calls.length >= count ? receiver.calls : undefined));
}

/** A direct message is a call for certain, so earlier messages without one caused none. */
async function onlyCalls(w: World, at: OutgoingStage, expected: number): Promise<void> {
  await directly(w, at, 'the last one');
  const calls = await calledTimes(at.receiver, expected + 1);
  same(calls.length, expected + 1, 'calls with the last one');
  holds(calls.at(-1)?.body.includes('the last one') === true, 'the last message last', calls.at(-1)?.body);
}

function bodyOf(call: ReceivedCall | undefined): Item {
  return JSON.parse(call?.body ?? '{}') as Item;
}

function saidInRoom(w: World, { user, bot, room: { id } }: OutgoingStage, topic = TOPIC) {
  return saidBy(w, user, bot.id, [
    { operator: 'channel', operand: id },
    { operator: 'topic', operand: topic },
  ]);
}

async function saidToOwner(w: World, { bot }: OutgoingStage): Promise<readonly string[]> {
  return saidBy(w, await w.owner(), bot.id, [{ operator: 'dm', operand: [bot.id] }]);
}

/** The texts of the bot in the topic and to its owner, after one call with this response. */
async function after(w: World, at: OutgoingStage, answer: ReceiverAnswer) {
  at.receiver.respondWith((call) => (call.body.includes('the last one') ? {} : answer));
  await inRoom(w, at, at.bot.mention);
  await onlyCalls(w, at, 1);
  return { inPlace: await saidInRoom(w, at), toOwner: await saidToOwner(w, at) };
}

/** Waits for the notice in the topic and the message to the owner. */
async function failure(w: World, at: OutgoingStage): Promise<readonly [string, string]> {
  return eventually('a notice in the topic and a message to the owner', async () => {
    const [[inPlace], [toOwner]] = [await saidInRoom(w, at), await saidToOwner(w, at)];
    return inPlace === undefined || toOwner === undefined ? undefined : ([inPlace, toOwner] as const);
  });
}

export const outgoingWebhookRules: readonly Rule[] = [
  rule('OUT-1', OF, 'A mention calls an outgoing webhook bot that is not subscribed, once.', async (w) => {
    const at = await stage(w);
    await inRoom(w, at, `${at.bot.mention} hello`);
    await onlyCalls(w, at, 1);
    same(bodyOf(at.receiver.calls[0])['trigger'], 'mention', 'the trigger');
  }),
  rule('OUT-2', OF, 'A silent mention calls no outgoing webhook bot.', async (w) => {
    const at = await stage(w);
    await inRoom(w, at, at.bot.silent);
    await onlyCalls(w, at, 0);
  }),
  rule('OUT-3', OF, 'A wildcard mention calls no outgoing webhook bot, not even a subscriber.', async (w) => {
    const at = await stage(w);
    const form = { subscriptions: [{ name: at.room.name }], principals: [at.bot.id] };
    success(await w.ask('POST', '/users/me/subscriptions', { as: at.user, form }));
    await inRoom(w, at, '@**all** hello');
    await onlyCalls(w, at, 0);
  }),
  rule(
    'OUT-4',
    OF,
    'A mention by a bot, and a direct message of one, call no outgoing webhook bot.',
    async (w) => {
      const at = await stage(w);
      const other = await w.bot(at.user);
      await sent(w, other, { type: 'channel', to: at.room.id, topic: TOPIC, content: at.bot.mention });
      await sent(w, other, { type: 'direct', to: [at.bot.id], content: 'hello' });
      await onlyCalls(w, at, 0);
    },
  ),
  rule(
    'OUT-5',
    OF,
    'A mention of its group calls the bot only in channels to which it is subscribed.',
    async (w) => {
      const at = await stage(w);
      const name = w.unique('hooks');
      const group = { name, description: '', members: [at.bot.id] };
      success(await w.ask('POST', '/user_groups/create', { as: await w.owner(), form: group }));
      await inRoom(w, at, `@*${name}* first`);
      await onlyCalls(w, at, 0);
      const form = { subscriptions: [{ name: at.room.name }], principals: [at.bot.id] };
      success(await w.ask('POST', '/users/me/subscriptions', { as: at.user, form }));
      await inRoom(w, at, `@*${name}* second`);
      const calls = await calledTimes(at.receiver, 2);
      same(bodyOf(calls[1])['data'], `@*${name}* second`, 'the text');
    },
  ),
  rule('OUT-6', OF, 'Direct messages to the bot, alone or in a group, call it.', async (w) => {
    const at = await stage(w);
    await directly(w, at, 'one');
    await directly(w, at, 'two', [(await w.owner()).id]);
    const calls = await calledTimes(at.receiver, 2);
    same(
      calls.map((call) => [bodyOf(call)['data'], bodyOf(call)['trigger']]),
      [
        ['one', 'direct_message'],
        ['two', 'direct_message'],
      ],
      'texts and triggers',
    );
  }),
  rule(
    'OUT-7',
    OF,
    'The call of a bot has six fields; its message has the source and the HTML.',
    async (w) => {
      const at = await stage(w);
      const id = await inRoom(w, at, `${at.bot.mention} *hello*`, '');
      const [call] = await calledTimes(at.receiver, 1);
      const body = bodyOf(call);
      const names = ['bot_email', 'bot_full_name', 'data', 'message', 'token', 'trigger'];
      same(Object.keys(body).toSorted(), names, 'the fields');
      const message = body['message'] as Item;
      const { content, subject, rendered_content } = message;
      same([message['id'], content, subject], [id, `${at.bot.mention} *hello*`, ''], 'id, content and topic');
      holds(
        String(rendered_content).includes('<em>hello</em>'),
        'HTML in rendered_content',
        rendered_content,
      );
      holds(typeof message['avatar_url'] === 'string', 'an avatar_url', message['avatar_url']);
    },
  ),
  rule('OUT-8', OF, 'The token of a call is the one that only the managers of the bot see.', async (w) => {
    const at = await stage(w);
    await directly(w, at);
    const [call] = await calledTimes(at.receiver, 1);
    const form = { fetch_event_types: ['realm_bot'] };
    const state = success(await w.ask('POST', '/register', { as: await w.owner(), form }));
    const bot = items(state, 'realm_bots').find(({ user_id }) => user_id === at.bot.id);
    const [service] = (bot?.['services'] ?? []) as readonly Item[];
    same(bodyOf(call)['token'], service?.['token'], 'the token');
  }),
  rule(
    'OUT-9',
    OF,
    'The field `content` of a response is posted in the same topic by the bot.',
    async (w) => {
      const at = await stage(w);
      const { inPlace, toOwner } = await after(w, at, { body: '{"content":"hi"}' });
      same([inPlace, toOwner], [['hi'], []], 'texts in place and to the owner');
    },
  ),
  rule('OUT-10', OF, 'The field `response_string` of a response wins over `content`.', async (w) => {
    const at = await stage(w);
    const { inPlace } = await after(w, at, { body: '{"response_string":"old","content":"new"}' });
    same(inPlace, ['old'], 'texts in place');
  }),
  rule('OUT-11', OF, 'A reply to a direct message is posted there.', async (w) => {
    const at = await stage(w);
    at.receiver.respondWith(() => ({ body: '{"content":"hi"}' }));
    await directly(w, at);
    const narrow = [{ operator: 'dm', operand: [at.bot.id] }];
    const said = await eventually('a reply', async () => (await saidBy(w, at.user, at.bot.id, narrow))[0]);
    same(said, 'hi', 'the reply');
  }),
  rule('OUT-12', OF, 'With `response_not_required` nothing of the response is posted.', async (w) => {
    const at = await stage(w);
    const { inPlace } = await after(w, at, { body: '{"response_not_required":true,"content":"x"}' });
    same(inPlace, [], 'texts in place');
  }),
  rule('OUT-13', OF, 'An empty object and a blank text as response of a bot post nothing.', async (w) => {
    const at = await stage(w);
    at.receiver.respondWith((_call, n) => ({ body: n === 1 ? '{}' : '{"content":"  "}' }));
    await inRoom(w, at, at.bot.mention);
    await inRoom(w, at, at.bot.mention);
    await onlyCalls(w, at, 2);
    same([await saidInRoom(w, at), await saidToOwner(w, at)], [[], []], 'texts');
  }),
  rule('OUT-14', OF, 'An empty JSON string as response of a bot posts nothing.', async (w) => {
    const at = await stage(w);
    const { inPlace, toOwner } = await after(w, at, { body: '""' });
    same([inPlace, toOwner], [[], []], 'texts');
  }),
  rule(
    'OUT-15',
    OF,
    'A JSON list as response of a bot is a failure: a notice and a message to the owner.',
    async (w) => {
      const at = await stage(w);
      at.receiver.respondWith(() => ({ body: '[1]' }));
      await inRoom(w, at, at.bot.mention);
      const [, toOwner] = await failure(w, at);
      holds(toOwner.includes('[1]'), 'the response quoted', toOwner);
    },
  ),
  rule('OUT-16', OF, 'A response of a bot that is not JSON is a failure.', async (w) => {
    const at = await stage(w);
    at.receiver.respondWith(() => ({ body: 'fine, thanks' }));
    await inRoom(w, at, at.bot.mention);
    await failure(w, at);
  }),
  rule('OUT-17', OF, 'Status 500 of a bot’s service is reported at once and not tried again.', async (w) => {
    const at = await stage(w);
    at.receiver.respondWith(() => ({ status: 500, body: 'it broke' }));
    await inRoom(w, at, at.bot.mention);
    const [inPlace, toOwner] = await failure(w, at);
    holds(inPlace.includes('500') && toOwner.includes('500'), 'the status in both texts', [inPlace, toOwner]);
    holds(toOwner.includes('it broke'), 'the body quoted', toOwner);
    same(at.receiver.calls.length, 1, 'calls');
  }),
  rule(
    'OUT-18',
    OF,
    'A service of a bot that breaks connections is called four times, then reported.',
    async (w) => {
      const at = await stage(w);
      at.receiver.respondWith(() => ({ broken: 'cut' }));
      await inRoom(w, at, at.bot.mention);
      await failure(w, at);
      same(at.receiver.calls.length, 4, 'calls');
    },
    { slow: true },
  ),
  rule('OUT-19', OF, 'Private addresses are not called for a bot, and its owner is told.', async (w) => {
    for (const url of ['http://10.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/']) {
      const at = await stage(w, { url });
      await inRoom(w, at, at.bot.mention);
      await failure(w, at);
    }
  }),
  rule('OUT-20', OF, 'A redirect of a bot’s service is not followed.', async (w) => {
    const at = await stage(w);
    at.receiver.respondWith(() => ({ status: 302 }));
    await inRoom(w, at, at.bot.mention);
    await failure(w, at);
    same(at.receiver.calls.length, 1, 'calls');
  }),
  rule(
    'OUT-21',
    OF,
    'The Slack-compatible interface of a bot sends a form with twelve fields.',
    async (w) => {
      const at = await stage(w, { type: 2 });
      at.receiver.respondWith(() => ({ body: '{"text":"hi"}' }));
      await inRoom(w, at, `${at.bot.mention} hello`);
      const [call] = await calledTimes(at.receiver, 1);
      const form = new URLSearchParams(call?.body);
      same([...form.keys()].length, 12, 'the number of fields');
      same(
        ['channel_id', 'user_id', 'text', 'trigger_word', 'service_id'].map((name) => form.get(name)),
        [`C${at.room.id}`, `U${at.user.id}`, `${at.bot.mention} hello`, 'mention', String(at.bot.id)],
        'some fields',
      );
      const said = await eventually('a reply', async () => (await saidInRoom(w, at))[0]);
      same(said, 'hi', 'the reply');
    },
  ),
  rule(
    'OUT-22',
    OF,
    'A direct message to a bot with the Slack-compatible interface gets a notice.',
    async (w) => {
      const at = await stage(w, { type: 2 });
      await directly(w, at);
      const narrow = [{ operator: 'dm', operand: [at.bot.id] }];
      await eventually('a notice', async () => (await saidBy(w, at.user, at.bot.id, narrow))[0]);
      same(at.receiver.calls.length, 0, 'calls');
    },
  ),
  rule('OUT-23', OF, 'An edit that adds a mention calls no outgoing webhook bot.', async (w) => {
    const at = await stage(w);
    const id = await inRoom(w, at, 'hello');
    success(await w.ask('PATCH', `/messages/${id}`, { as: at.user, form: { content: at.bot.mention } }));
    await onlyCalls(w, at, 0);
  }),
  rule('OUT-24', OF, 'The replies of an outgoing webhook bot call no other one.', async (w) => {
    const [at, other] = [await stage(w), await stage(w)];
    at.receiver.respondWith((call) =>
      call.body.includes('the last one') ? {} : { body: JSON.stringify({ content: other.bot.mention }) },
    );
    await inRoom(w, at, at.bot.mention);
    await onlyCalls(w, at, 1);
    await onlyCalls(w, other, 0);
  }),
  rule('OUT-25', OF, 'A deactivated outgoing webhook bot is not called.', async (w) => {
    const at = await stage(w);
    success(await w.ask('DELETE', `/bots/${at.bot.id}`, { as: await w.owner() }));
    await inRoom(w, at, at.bot.mention);
    const other = await stage(w);
    await onlyCalls(w, other, 0);
    same(at.receiver.calls.length, 0, 'calls');
  }),
];
