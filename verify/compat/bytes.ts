import { TERMINAL } from '@parley/rules/steps/registrations.ts';
import type { Answer } from '@parley/rules/wire.ts';
import { check, type Check } from './check.ts';
import {
  openSession,
  PYTHON,
  TERMINAL_AGENT,
  urlencode,
  written,
  type Request,
  type Sent,
} from './python.ts';
import { PASSWORD, type User, type Stage } from './stage.ts';

function success(answer: Answer, what: string): Answer {
  if (answer.status !== 200 || answer.at('result') !== 'success')
    throw new Error(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
}

/** Calls one after another over one connection, each of which succeeds. */
type Call = (...sent: Sent) => Promise<Answer>;

function replayed(
  name: string,
  agent: string,
  play: (call: Call, stage: Stage) => Promise<void>,
  who: (stage: Stage) => User = ({ ada }) => ada,
): Check {
  return check('bytes', name, async (stage) => {
    const session = await openSession(stage.url);
    const call: Call = async (...sent) => {
      const bytes = written(stage, who(stage), agent, sent);
      return success(await session.exchange(bytes), `${sent[0]} ${sent[1]}`);
    };
    try {
      await play(call, stage);
    } finally {
      session.end();
    }
  });
}

function idOf(answer: Answer, name = 'id'): number {
  return Number(answer.at(name));
}

function ownerOf({ owner }: Stage): User {
  return owner;
}

const python: readonly Check[] = [
  check('bytes', 'Python: what it writes is written like this', async () => {
    const request: Request = {
      type: 'stream',
      to: ['déjà vu', 5],
      narrow: [],
      content: "~ I *come* (not), friends' & co!",
      flag: true,
      none: undefined,
    };
    const expected =
      'type=stream&to=%5B%22d%5Cu00e9j%5Cu00e0+vu%22%2C+5%5D&narrow=%5B%5D&content=~+I+%2Acome%2A+%28not%29%2C+friends%27+%26+co%21&flag=true';
    if (urlencode(request) !== expected) throw new Error(urlencode(request));
  }),
  replayed('Python: asks for the settings of the server, with credentials', PYTHON, async (call) => {
    await call('GET', '/server_settings');
  }),
  replayed('Python: registers, polls, takes its leave', PYTHON, async (call) => {
    for (const request of [
      { event_types: ['message'], narrow: [] },
      { event_types: ['message'], narrow: [], all_public_streams: true },
      { narrow: [], dont_block: 'true' },
    ]) {
      const made = await call('POST', '/register', request);
      const queue = { queue_id: made.at('queue_id'), last_event_id: made.at('last_event_id') };
      await call('POST', '/users/me/alert_words', { alert_words: [`heard ${String(made.at('queue_id'))}`] });
      await call('GET', '/events', { ...queue, dont_block: 'true' });
      await call('DELETE', '/events', { queue_id: queue.queue_id });
    }
  }),
  replayed(
    'Python: sends with older words, to names, numbers and addresses',
    PYTHON,
    async (call, { grace }) => {
      await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'python' }] });
      const { stream_id } = (await call('GET', '/get_stream_id', { stream: 'python' })).body;
      for (const message of [
        { type: 'stream', to: 'python', subject: 'castle', content: 'I come not, friends' },
        { type: 'stream', to: ['python'], topic: 'castle', content: 'déjà vu' },
        { type: 'stream', to: stream_id, topic: 'castle', content: '🎉 + ~ *' },
        { type: 'private', to: grace.address, content: 'With mirth' },
        { type: 'private', to: [grace.address], content: 'and laughter' },
        { type: 'private', to: [grace.id], content: 'let old wrinkles come' },
      ])
        await call('POST', '/messages', message);
    },
  ),
  check(
    'bytes',
    'Python: a send that is tried again carries one more parameter and is understood',
    async (stage) => {
      const message = { type: 'private', to: [stage.ada.id], content: 'once more' };
      const session = await openSession(stage.url);
      for (const request of [message, { ...message, dont_block: 'true' }]) {
        const bytes = written(stage, stage.ada, PYTHON, ['POST', '/messages', request]);
        const ignored = success(await session.exchange(bytes), 'send').at('ignored_parameters_unsupported');
        const expected = 'dont_block' in request ? '["dont_block"]' : undefined;
        if (JSON.stringify(ignored) !== expected) throw new Error(JSON.stringify(ignored));
      }
      session.end();
    },
  ),
  replayed('Python: changes messages', PYTHON, async (call, { ada, grace }) => {
    const sent = await call('POST', '/messages', { type: 'private', to: [grace.id], content: 'x' });
    const message_id = idOf(sent);
    const reaction = { message_id, emoji_name: 'octopus' };
    const flag = { messages: [message_id], flag: 'starred' };
    await call('PATCH', `/messages/${message_id}`, { message_id, content: 'y' });
    await call('GET', `/messages/${message_id}`);
    await call('GET', `/messages/${message_id}/history`);
    await call('POST', `/messages/${message_id}/reactions`, reaction);
    await call('DELETE', `/messages/${message_id}/reactions`, reaction);
    await call('POST', '/messages/flags', { ...flag, op: 'add' });
    await call('POST', '/messages/flags', { ...flag, op: 'remove' });
    await call('GET', '/messages/matches_narrow', {
      msg_ids: [message_id],
      narrow: [{ operator: 'sender', operand: ada.address }],
    });
    await call('POST', '/messages/render', { content: '**foo**' });
    await call('POST', '/typing', { op: 'start', to: [grace.id] });
  }),
  replayed('Python: reads and marks', PYTHON, async (call) => {
    await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'python' }] });
    const named = await call('GET', '/get_stream_id?stream=python');
    const stream_id = idOf(named, 'stream_id');
    const page = { num_before: 5, num_after: 0, apply_markdown: false };
    await call('GET', '/messages', { anchor: 'newest', narrow: [], ...page });
    await call('GET', '/messages', { anchor: 10 ** 16, narrow: [['stream', 'python']], ...page });
    await call('POST', '/messages', { type: 'stream', to: stream_id, topic: 'castle', content: 'x' });
    await call('POST', '/mark_all_as_read');
    await call('POST', '/mark_stream_as_read', { stream_id });
    await call('POST', '/mark_topic_as_read', { stream_id, topic_name: 'castle' });
    await call('GET', `/users/me/${stream_id}/topics`);
    await call('GET', `/streams/${stream_id}/members`, { stream: 'python' });
    await call('GET', '/attachments');
  }),
  replayed('Python: subscribes and leaves', PYTHON, async (call, { ada, grace }) => {
    const principals = [ada.id, grace.id];
    await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'leaving' }], principals });
    const stream_id = idOf(await call('GET', '/get_stream_id', { stream: 'leaving' }), 'stream_id');
    await call('GET', `/users/${grace.id}/subscriptions/${stream_id}`);
    await call('GET', '/users/me/subscriptions');
    await call('POST', '/users/me/subscriptions/properties', {
      subscription_data: [{ stream_id, property: 'color', value: '#f00f00' }],
    });
    await call('PATCH', '/users/me/subscriptions/muted_topics', { stream: 'leaving', topic: 't', op: 'add' });
    await call('DELETE', '/users/me/subscriptions', { subscriptions: ['leaving'], principals: [] });
  }),
  replayed('Python: lists, looks and settles', PYTHON, async (call, { grace }) => {
    await call('GET', '/users/me');
    await call('GET', '/users');
    await call('GET', '/users', { client_gravatar: true });
    await call('GET', `/users/${grace.id}`, { include_custom_profile_fields: true });
    await call('GET', '/streams', { include_public: true });
    await call('POST', '/users/me/presence', { status: 'active', ping_only: false, new_user_input: false });
    await call('POST', '/users/me/alert_words', { alert_words: ['foo', 'bar'] });
    await call('GET', '/users/me/alert_words');
    await call('DELETE', '/users/me/alert_words', { alert_words: ['foo'] });
    await call('GET', '/realm/emoji');
    await call('GET', '/realm/linkifiers');
    await call('GET', '/realm/profile_fields');
    await call('GET', '/realm/presence');
    await call('GET', `/users/${grace.address}/presence`);
    await call('GET', '/user_groups');
    await call('PATCH', '/settings/notifications', { enable_sounds: true });
  }),
  replayed(
    'Python: administers',
    PYTHON,
    async (call, { ada, grace }) => {
      await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'administered' }] });
      const stream_id = idOf(await call('GET', '/get_stream_id', { stream: 'administered' }), 'stream_id');
      await call('PATCH', `/streams/${stream_id}`, { stream_id, description: 'new', is_private: true });
      await call('PATCH', `/streams/${stream_id}`, { stream_id, is_private: false });
      await call('POST', '/default_streams', { stream_id });
      await call('DELETE', `/streams/${stream_id}`);
      const rule = { pattern: '#py(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };
      const filter = await call('POST', '/realm/filters', rule);
      await call('DELETE', `/realm/filters/${idOf(filter)}`);
      const field = await call('POST', '/realm/profile_fields', { name: 'Phone', hint: '', field_type: 1 });
      await call('PATCH', `/realm/profile_fields/${idOf(field)}`, { name: 'Telephone' });
      await call('DELETE', `/realm/profile_fields/${idOf(field)}`);
      const fields = (await call('GET', '/realm/profile_fields')).at('custom_fields') as { id: number }[];
      await call('PATCH', '/realm/profile_fields', { order: fields.map(({ id }) => id).toReversed() });
      const group = { name: 'marketing', description: 'The team.', members: [grace.id] };
      const made = await call('POST', '/user_groups/create', group);
      const at = `/user_groups/${idOf(made, 'group_id')}`;
      await call('PATCH', at, { group_id: idOf(made, 'group_id'), name: 'sales', description: 'Them.' });
      await call('POST', `${at}/members`, { add: [ada.id], delete: [grace.id] });
      const user = { email: 'made-by-python@example.com', password: PASSWORD, full_name: 'Py' };
      const shownUser = `/users/${idOf(await call('POST', '/users', user), 'user_id')}`;
      await call('PATCH', shownUser, { full_name: 'Pythonista' });
      await call('DELETE', shownUser);
      await call('POST', `${shownUser}/reactivate`);
    },
    ownerOf,
  ),
  check('bytes', 'Python: uploads files whose parts are called as the files', async (stage) => {
    const session = await openSession(stage.url);
    for (const [name, content] of [
      ['photo.txt', 'some text'],
      ['/home/ada/notes.txt', 'more text'],
    ] as const) {
      const boundary = '5f2c06d1b7a94e3f8c1d2e3f4a5b6c7d';
      const file = name.split('/').at(-1);
      const body = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\n\r\n${content}\r\n--${boundary}--\r\n`;
      const sent: Sent = ['POST', '/user_uploads'];
      const type = `multipart/form-data; boundary=${boundary}`;
      success(await session.exchange(written(stage, stage.ada, PYTHON, sent, body, type)), 'upload');
    }
    session.end();
  }),
  check('bytes', 'Python: a bot keeps and reads its state', async (stage) => {
    const form = { full_name: 'Minder', short_name: 'minder' };
    const made = await stage.must('POST', '/bots', { as: stage.ada, form });
    const id = idOf(made, 'user_id');
    const shownUser = (await stage.must('GET', `/users/${id}`, { as: stage.ada })).at('user', 'email');
    const bot = { id, email: String(shownUser), address: String(shownUser), key: String(made.at('api_key')) };
    const session = await openSession(stage.url);
    for (const sent of [
      ['GET', '/users/me'],
      ['PUT', '/bot_storage', { storage: { 'entry 1': '"value 1"', 'entry 2': '{}' } }],
      ['GET', '/bot_storage', { keys: ['entry 1'] }],
      ['GET', '/bot_storage'],
    ] as const satisfies readonly Sent[])
      success(await session.exchange(written(stage, bot, PYTHON, sent)), `${sent[0]} ${sent[1]}`);
    session.end();
  }),
];

const terminal: readonly Check[] = [
  check('bytes', 'terminal: its registration is written like this', async () => {
    const expected =
      'event_types=%5B%22message%22%2C+%22update_message%22%2C+%22reaction%22%2C+%22submessage%22%2C+%22subscription%22%2C+%22typing%22%2C+%22update_message_flags%22%2C+%22user_settings%22%2C+%22realm_emoji%22%2C+%22realm_user%22%5D&fetch_event_types=%5B%22realm%22%2C+%22presence%22%2C+%22subscription%22%2C+%22message%22%2C+%22starred_messages%22%2C+%22update_message_flags%22%2C+%22muted_topics%22%2C+%22realm_user%22%2C+%22realm_user_groups%22%2C+%22user_settings%22%2C+%22realm_emoji%22%2C+%22custom_profile_fields%22%2C+%22zulip_version%22%5D&client_gravatar=true&apply_markdown=true&include_subscribers=true';
    if (urlencode(TERMINAL) !== expected) throw new Error(urlencode(TERMINAL));
  }),
  replayed('terminal: starts, reads, ends', TERMINAL_AGENT, async (call) => {
    const registered = await call('POST', '/register', TERMINAL);
    await call('POST', '/users/me/presence', { status: 'active', new_user_input: true });
    const page = { num_before: 30, num_after: 10, apply_markdown: true, client_gravatar: true };
    for (const query of [
      { anchor: 0, use_first_unread_anchor: true, narrow: [] },
      { anchor: 10 ** 16, use_first_unread_anchor: false, narrow: [['is', 'private']] },
      { anchor: 10 ** 16, use_first_unread_anchor: false, narrow: [['is', 'starred']] },
      { anchor: 10 ** 16, use_first_unread_anchor: false, narrow: [['search', 'friends']] },
    ])
      await call('GET', '/messages', { ...page, ...query });
    const queue_id = registered.at('queue_id');
    await call('GET', '/events', { queue_id, last_event_id: -1, dont_block: 'true' });
    await call('DELETE', '/events', { queue_id });
  }),
  replayed('terminal: talks', TERMINAL_AGENT, async (call, { grace }) => {
    await call('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'terminal' }] });
    const stream_id = idOf(await call('GET', '/get_stream_id', { stream: 'terminal' }), 'stream_id');
    await call('POST', '/typing', { to: [grace.id], op: 'start' });
    await call('POST', '/typing', { to: [grace.id], op: 'stop' });
    await call('POST', '/messages', { type: 'private', to: [grace.id], content: 'x', read_by_sender: true });
    const message = { type: 'stream', to: 'terminal', subject: 't', content: 'x', read_by_sender: true };
    const message_id = idOf(await call('POST', '/messages', message));
    await call('PATCH', `/messages/${message_id}`, { message_id, content: 'y' });
    await call('PATCH', `/messages/${message_id}`, {
      message_id,
      topic: 'u',
      propagate_mode: 'change_one',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    });
    const reaction = { emoji_name: 'thumbs_up', emoji_code: '1f44d', reaction_type: 'unicode_emoji' };
    const at = String(message_id);
    await call('POST', `/messages/${at}/reactions`, { ...reaction, message_id: at });
    await call('DELETE', `/messages/${at}/reactions`, { ...reaction, message_id: at });
    await call('GET', `/messages/${at}`);
    await call('GET', `/messages/${at}/history`);
    await call('GET', `/users/me/${stream_id}/topics`);
    await call('GET', `/streams/${stream_id}/email_address`);
    await call('POST', '/messages/flags', { messages: [message_id], flag: 'read', op: 'add' });
    await call('POST', '/messages/flags', { messages: [], flag: 'read', op: 'add' });
    for (const property of ['is_muted', 'pin_to_top', 'desktop_notifications'])
      await call('POST', '/users/me/subscriptions/properties', {
        subscription_data: [{ stream_id, property, value: true }],
      });
  }),
];

export const byteChecks: readonly Check[] = [...python, ...terminal];
