import type { Answer } from '../../tests/conformance/wire.ts';
import { PASSWORD, type Stage } from './stage.ts';

type Json = Record<string, unknown>;

/** What the mobile client says at registration. */
const MOBILE = {
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  idle_queue_timeout: '"mobile"',
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    include_deactivated_groups: true,
    empty_topic_name: true,
    individual_emoji_changes: true,
  },
};

/** What the terminal client says. */
const TERMINAL = {
  event_types: [
    'message',
    'update_message',
    'reaction',
    'submessage',
    'subscription',
    'typing',
    'update_message_flags',
    'user_settings',
    'realm_emoji',
    'realm_user',
  ],
  fetch_event_types: [
    'realm',
    'presence',
    'subscription',
    'message',
    'starred_messages',
    'update_message_flags',
    'muted_topics',
    'realm_user',
    'realm_user_groups',
    'user_settings',
    'realm_emoji',
    'custom_profile_fields',
    'zulip_version',
  ],
  client_gravatar: true,
  apply_markdown: true,
  include_subscribers: 'true',
};

/** Every answer and event that clients need something of, by the name of its place. */
export const gather = async (stage: Stage): Promise<ReadonlyMap<string, Json>> => {
  const answers = new Map<string, Json>();
  const keep = (place: string, answer: Answer): Answer => {
    answers.set(place, answer.body);
    return answer;
  };
  const { ask, must, owner, ada, grace } = stage;
  const post = (as: Stage['ada'], path: string, form: Json) => must('POST', path, { as, form });

  await post(owner, '/realm/profile_fields', { field_type: 1, name: 'Nickname', hint: 'short' });
  await post(grace, '/users/me/subscriptions', {
    subscriptions: [{ name: 'fields' }],
    principals: [ada.id, grace.id, owner.id],
  });
  const to = Number(
    (await must('GET', '/get_stream_id', { as: ada, query: { stream: 'fields' } })).at('stream_id'),
  );
  const queue = await post(ada, '/register', MOBILE);
  const queue_id = String(queue.at('queue_id'));
  const said = async (as: Stage['ada'], form: Json): Promise<number> =>
    Number((await post(as, '/messages', form)).at('id'));

  const theirs = await said(grace, { type: 'channel', to, topic: 't', content: `@**Ada|${ada.id}** hello` });
  await said(grace, { type: 'direct', to: [ada.id], content: 'hello' });
  await said(grace, { type: 'direct', to: [ada.id, owner.id], content: 'hello' });
  await post(ada, '/user_topics', { stream_id: to, topic: 't', visibility_policy: 3 });
  await post(grace, '/users/me/presence', { status: 'active' });
  keep(
    'POST presence, slim',
    await post(ada, '/users/me/presence', { status: 'active', slim_presence: true, last_update_id: -1 }),
  );
  keep('POST presence', await post(ada, '/users/me/presence', { status: 'active' }));
  await post(grace, `/messages/${theirs}/reactions`, { emoji_name: 'tada' });
  keep('register of the mobile client', await post(ada, '/register', MOBILE));
  keep('register of the terminal client', await post(ada, '/register', TERMINAL));

  keep(
    'POST /messages',
    await post(ada, '/messages', {
      type: 'channel',
      to,
      topic: 't',
      content: 'one',
      queue_id,
      local_id: '1.5',
    }),
  );
  const mine = Number(answers.get('POST /messages')?.['id']);
  const direct = await said(ada, { type: 'direct', to: [grace.id], content: 'x' });
  answers.set(
    'message in a channel',
    keep('GET /messages/{id}', await must('GET', `/messages/${theirs}`, { as: ada })).at('message') as Json,
  );
  answers.set(
    'direct message',
    (await must('GET', `/messages/${direct}`, { as: ada })).at('message') as Json,
  );
  const page = { anchor: 'newest', num_before: 10, num_after: 0 };
  keep('GET /messages', await must('GET', '/messages', { as: ada, query: page }));
  keep(
    'POST /messages/flags',
    await post(ada, '/messages/flags', { messages: [theirs], op: 'add', flag: 'read' }),
  );
  await post(ada, '/messages/flags', { messages: [theirs], op: 'remove', flag: 'read' });
  keep(
    'POST /messages/flags/narrow',
    await post(ada, '/messages/flags/narrow', { ...page, narrow: [], op: 'add', flag: 'starred' }),
  );
  keep('GET topics', await must('GET', `/users/me/${to}/topics`, { as: ada }));
  keep('GET read_receipts', await must('GET', `/messages/${mine}/read_receipts`, { as: ada }));
  keep('GET history', await must('GET', `/messages/${mine}/history`, { as: ada }));
  keep('GET /users/me', await must('GET', '/users/me', { as: ada }));
  keep('GET /server_settings', await ask('GET', '/server_settings'));
  keep(
    'POST /fetch_api_key',
    await ask('POST', '/fetch_api_key', { form: { username: ada.email, password: PASSWORD } }),
  );
  keep(
    'POST /user_uploads',
    await must('POST', '/user_uploads', { as: ada, files: [{ name: 'file', content: 'text' }] }),
  );
  await keepStorage(stage, keep);

  await must('PATCH', `/messages/${mine}`, { as: ada, form: { content: 'two' } });
  const poll = await said(ada, { type: 'channel', to, topic: 't', content: '/poll Which?\nthis\nthat' });
  await post(ada, '/submessage', {
    message_id: poll,
    msg_type: 'widget',
    content: '{"type":"new_option","idx":7,"option":"more"}',
  });
  await must('PATCH', `/messages/${mine}`, {
    as: ada,
    form: { topic: 'elsewhere', propagate_mode: 'change_one' },
  });
  await must('DELETE', `/messages/${theirs}/reactions`, { as: grace, form: { emoji_name: 'tada' } });
  await must('DELETE', `/messages/${mine}`, { as: owner });
  await post(grace, '/typing', { to: [ada.id], op: 'start' });
  await post(grace, '/typing', { type: 'stream', stream_id: to, topic: 't', op: 'stop' });
  await post(ada, `/users/me/subscriptions/properties`, {
    subscription_data: [{ stream_id: to, property: 'pin_to_top', value: true }],
  });
  await must('DELETE', '/users/me/subscriptions', { as: grace, form: { subscriptions: ['fields'] } });
  await post(grace, '/users/me/subscriptions', { subscriptions: [{ name: 'fields' }] });
  await must('DELETE', '/users/me/subscriptions', { as: ada, form: { subscriptions: ['fields'] } });
  await post(ada, '/users/me/subscriptions', {
    subscriptions: [{ name: 'fields' }, { name: 'newer fields' }],
  });
  await must('PATCH', `/streams/${to}`, { as: owner, form: { description: 'other' } });
  await post(owner, '/users', { email: 'new@example.com', password: PASSWORD, full_name: 'New' });
  await must('PATCH', '/settings', { as: ada, form: { full_name: 'Ada L' } });
  await must('PATCH', '/settings', { as: ada, form: { twenty_four_hour_time: true } });
  const group = Number(
    (await post(owner, '/user_groups/create', { name: 'crew', description: '', members: [ada.id] })).at(
      'group_id',
    ),
  );
  await must('PATCH', `/user_groups/${group}`, { as: owner, form: { description: 'all' } });
  await post(owner, `/user_groups/${group}/members`, { add: [grace.id] });
  await post(owner, `/user_groups/${group}/members`, { delete: [grace.id] });
  await post(grace, '/users/me/status', { status_text: 'busy' });
  await post(ada, `/users/me/muted_users/${owner.id}`, {});
  await post(ada, '/users/me/alert_words', { alert_words: ['fields'] });
  await post(owner, '/realm/profile_fields', { field_type: 1, name: 'Another' });
  await post(ada, '/saved_snippets', { title: 't', content: 'c' });
  await post(ada, '/register_client_device', {});

  const seen = await must('GET', '/events', {
    as: ada,
    query: { queue_id, last_event_id: -1, dont_block: true },
  });
  keep('GET /events', seen);
  for (const event of seen.at('events') as Json[]) {
    const place = placeOf(event);
    if (!answers.has(place)) answers.set(place, event);
    if (place === 'event message' && 'local_message_id' in event) answers.set(place, event);
  }
  return answers;
};

/** Which of the places an event belongs to. */
const placeOf = (event: Json): string => {
  const { type, op } = event;
  if (type === 'update_message')
    return `event update_message of a ${'orig_subject' in event ? 'move' : 'text'}`;
  return typeof op === 'string' ? `event ${String(type)}/${op}` : `event ${String(type)}`;
};

const keepStorage = async (
  { must, ada }: Stage,
  keep: (place: string, answer: Answer) => Answer,
): Promise<void> => {
  const form = { full_name: 'Keeper', short_name: 'keeper' };
  const made = await must('POST', '/bots', { as: ada, form });
  const { members } = (await must('GET', '/users', { as: ada })).body as { members: Json[] };
  const email = String(members.find(({ user_id }) => user_id === made.at('user_id'))?.['email']);
  const as = { email, key: String(made.at('api_key')) };
  keep('PUT /bot_storage', await must('PUT', '/bot_storage', { as, form: { storage: { seen: '1' } } }));
  keep('GET /bot_storage', await must('GET', '/bot_storage', { as }));
};
