import { PNG } from '@parley/test-support/pictures.ts';
import { MOBILE, TERMINAL } from '@parley/rules/steps/registrations.ts';
import type { Gathered, Json, Scene } from './gathered.ts';
import { PASSWORD, type User, type Stage } from './stage.ts';

/** Everything that clients hear of, as the mobile client hears it unless the name of the place says otherwise. */
export async function gatherEvents(stage: Stage, { answers, keep }: Gathered, scene: Scene): Promise<void> {
  const { ada } = stage;
  const mobile = await listen(stage, ada, MOBILE);
  const terminal = await listen(stage, ada, TERMINAL);
  const older = await listen(stage, ada, {});

  await aboutMessages(stage, scene, mobile.id);
  await aboutChannels(stage, scene.channel);
  await aboutUsers(stage);
  await aboutOneself(stage);

  const heard = await mobile.heard();
  keep('GET /events', await mobile.poll());
  for (const [whose, events] of [
    ['', heard],
    [' of the terminal client', await terminal.heard()],
    [' of an older client', await older.heard()],
  ] as const)
    for (const event of events) {
      const place = `${placeOf(event)}${whose}`;
      if (!answers.has(place)) answers.set(place, event);
    }
  answers.set('event heartbeat', (await stage.idle)[0] ?? {});
}

async function listen({ must }: Stage, as: User, form: Json) {
  const id = String((await must('POST', '/register', { as, form })).at('queue_id'));
  const query = { queue_id: id, last_event_id: -1, dont_block: true };
  const poll = () => must('GET', '/events', { as, query });
  return { id, poll, heard: async () => (await poll()).at('events') as Json[] };
}

/** Which of the places an event belongs to. */
function placeOf(event: Json): string {
  const { type, op } = event;
  switch (type) {
    case 'update_message':
      if (!('orig_subject' in event)) return 'event update_message of a text';
      return `event update_message of a move${'new_stream_id' in event ? ' to another channel' : ''}`;
    case 'message':
      return `event message${'local_message_id' in event ? ', echoed' : ''}`;
    case 'delete_message':
      return `event delete_message, ${String(event['message_type'])}`;
    case 'update_message_flags': {
      const [details] = Object.values((event['message_details'] ?? {}) as Record<string, Json>);
      return `event ${type}/${String(op)}${details === undefined ? '' : `, ${String(details['type'])}`}`;
    }
    case 'typing':
      return `event typing/${String(op)}, ${String(event['message_type'])}`;
    default:
      return typeof op === 'string' ? `event ${String(type)}/${op}` : `event ${String(type)}`;
  }
}

async function aboutMessages(
  { must, owner, ada, grace }: Stage,
  { channel, theirs, whispered }: Scene,
  queue_id: string,
): Promise<void> {
  const post = (as: User, path: string, form: Json) => must('POST', path, { as, form });
  const edit = (id: number, form: Json) => must('PATCH', `/messages/${id}`, { as: owner, form });
  const inChannel = { type: 'channel', to: channel, topic: 't' };
  const said = async (as: User, form: Json): Promise<number> =>
    Number((await post(as, '/messages', form)).at('id'));
  await said(grace, { ...inChannel, content: 'theirs' });
  const mine = await said(owner, { ...inChannel, content: 'one' });
  await said(ada, { ...inChannel, content: 'echo', queue_id, local_id: '1.5' });
  for (const id of [theirs, whispered])
    for (const op of ['add', 'remove'])
      await post(ada, '/messages/flags', { messages: [id], op, flag: 'read' });
  await edit(mine, { content: 'two' });
  await edit(mine, { topic: 'elsewhere', propagate_mode: 'change_one' });
  await post(owner, '/users/me/subscriptions', {
    subscriptions: [{ name: 'destination' }],
    principals: [ada.id, owner.id],
  });
  const named = { as: ada, query: { stream: 'destination' } };
  const destination = Number((await must('GET', '/get_stream_id', named)).at('stream_id'));
  await edit(mine, { stream_id: destination, propagate_mode: 'change_one' });
  await must('DELETE', `/messages/${mine}`, { as: owner });
  const direct = await said(owner, { type: 'direct', to: [ada.id], content: 'gone' });
  await must('DELETE', `/messages/${direct}`, { as: owner });
  const poll = await said(ada, { ...inChannel, content: '/poll Which?\nthis\nthat' });
  const content = '{"type":"new_option","idx":7,"option":"more"}';
  await post(ada, '/submessage', { message_id: poll, msg_type: 'widget', content });
  await must('DELETE', `/messages/${theirs}/reactions`, { as: grace, form: { emoji_name: 'tada' } });
  await post(grace, `/messages/${theirs}/reactions`, { emoji_name: 'tada' });
  for (const op of ['start', 'stop']) {
    await post(grace, '/typing', { to: [ada.id], op });
    await post(grace, '/typing', { type: 'stream', stream_id: channel, topic: 't', op });
  }
}

async function aboutChannels({ must, owner, ada, grace }: Stage, channel: number): Promise<void> {
  const post = (as: User, path: string, form: Json) => must('POST', path, { as, form });
  const subscribe = (as: User, ...names: string[]) =>
    post(as, '/users/me/subscriptions', { subscriptions: names.map((name) => ({ name })) });
  const leave = (as: User) =>
    must('DELETE', '/users/me/subscriptions', { as, form: { subscriptions: ['fields'] } });
  await post(ada, '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel, property: 'pin_to_top', value: true }],
  });
  await leave(grace);
  await subscribe(grace, 'fields');
  await leave(ada);
  await subscribe(ada, 'fields', 'newer fields');
  await must('PATCH', `/streams/${channel}`, { as: owner, form: { description: 'other' } });
  const named = { as: ada, query: { stream: 'newer fields' } };
  const newer = Number((await must('GET', '/get_stream_id', named)).at('stream_id'));
  await must('DELETE', `/streams/${newer}`, { as: owner });
  await post(ada, '/user_topics', { stream_id: channel, topic: 'u', visibility_policy: 2 });

  const folder = await post(owner, '/channel_folders/create', { name: 'Drawer', description: '' });
  const id = Number(folder.at('channel_folder_id'));
  await must('PATCH', `/channel_folders/${id}`, { as: owner, form: { name: 'Top drawer' } });
  const { channel_folders } = (await must('GET', '/channel_folders', { as: owner })).body as {
    channel_folders: { id: number }[];
  };
  const order = channel_folders.map((one) => one.id).toReversed();
  await must('PATCH', '/channel_folders', { as: owner, form: { order } });
}

async function aboutUsers({ must, owner, ada, grace }: Stage): Promise<void> {
  const post = (as: User, path: string, form: Json) => must('POST', path, { as, form });
  await post(grace, '/users/me/presence', { status: 'active', new_user_input: true });
  await post(owner, '/users', { email: 'new@example.com', password: PASSWORD, full_name: 'New' });
  await must('PATCH', '/settings', { as: ada, form: { full_name: 'Ada L' } });
  await post(grace, '/users/me/status', { status_text: 'busy' });
  await post(owner, '/realm/profile_fields', { field_type: 1, name: 'Another' });
  await must('POST', '/realm/emoji/owl', { as: owner, files: [{ name: 'owl.png', content: PNG }] });
  await must('DELETE', '/realm/emoji/owl', { as: owner });

  const created = await post(owner, '/user_groups/create', {
    name: 'crew',
    description: '',
    members: [ada.id],
  });
  const inner = await post(owner, '/user_groups/create', { name: 'inner', description: '', members: [] });
  const group = `/user_groups/${Number(created.at('group_id'))}`;
  const subgroup = Number(inner.at('group_id'));
  await must('PATCH', group, { as: owner, form: { description: 'all' } });
  await post(owner, `${group}/members`, { add: [grace.id] });
  await post(owner, `${group}/members`, { delete: [grace.id] });
  await post(owner, `${group}/subgroups`, { add: [subgroup] });
  await post(owner, `${group}/subgroups`, { delete: [subgroup] });
  await post(owner, `${group}/deactivate`, {});
}

async function aboutOneself({ must, ada, grace }: Stage): Promise<void> {
  const post = (path: string, form: Json) => must('POST', path, { as: ada, form });
  await must('PATCH', '/settings', { as: ada, form: { twenty_four_hour_time: true } });
  await post(`/users/me/muted_users/${grace.id}`, {});
  await post('/users/me/alert_words', { alert_words: ['fields'] });
  const snippet = await post('/saved_snippets', { title: 't', content: 'c' });
  const saved = `/saved_snippets/${Number(snippet.at('saved_snippet_id'))}`;
  await must('PATCH', saved, { as: ada, form: { title: 'other' } });
  await must('DELETE', saved, { as: ada });
  const device_id = Number((await post('/register_client_device', {})).at('device_id'));
  await post('/mobile_push/register', { device_id, ...PUSH_REGISTRATION });
  await post('/remove_client_device', { device_id });
}

/** A key, and a token that the server cannot open. */
const PUSH_REGISTRATION = {
  push_key_id: 12,
  push_key: 'MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt',
  token_kind: 'fcm',
  token_id: 'dG9rZW4=',
  bouncer_public_key: 'a2V5',
  encrypted_push_registration: 'c2VhbGVk',
};
