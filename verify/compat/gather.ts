import { PNG } from '@parley/test-support/pictures.ts';
import { MOBILE, TERMINAL } from '@parley/rules/steps/registrations.ts';
import { gatherEvents } from './gather-events.ts';
import type { Gathered, Json, Scene } from './gathered.ts';
import { PASSWORD, type User, type Stage } from './stage.ts';

export async function gather(stage: Stage): Promise<ReadonlyMap<string, Json>> {
  const answers = new Map<string, Json>();
  const gathered: Gathered = {
    answers,
    keep: (place, answer) => {
      answers.set(place, answer.body);
      return answer;
    },
  };
  const scene = await prepare(stage);
  await gatherRegistrations(stage, gathered);
  await gatherMessages(stage, gathered, scene);
  await gatherFiles(stage, gathered);
  await gatherStorage(stage, gathered);
  await gatherOthers(stage, gathered, scene);
  await gatherEvents(stage, gathered, scene);
  return answers;
}

/** Something of everything, so that no list in an answer is empty. */
async function prepare({ must, owner, ada, grace }: Stage): Promise<Scene> {
  const post = (as: User, path: string, form: Json) => must('POST', path, { as, form });
  await post(owner, '/realm/profile_fields', { field_type: 1, name: 'Nickname', hint: 'short' });
  await must('POST', '/realm/emoji/parrot', { as: owner, files: [{ name: 'parrot.png', content: PNG }] });
  await post(owner, '/channel_folders/create', { name: 'Shelf', description: 'for *later*' });
  await post(grace, '/users/me/subscriptions', {
    subscriptions: [{ name: 'fields' }],
    principals: [ada.id, grace.id, owner.id],
  });
  const named = { as: ada, query: { stream: 'fields' } };
  const channel = Number((await must('GET', '/get_stream_id', named)).at('stream_id'));
  const said = async (form: Json): Promise<number> => Number((await post(grace, '/messages', form)).at('id'));
  const content = `@**Ada|${ada.id}** hello`;
  const theirs = await said({ type: 'channel', to: channel, topic: 't', content });
  const whispered = await said({ type: 'direct', to: [ada.id], content: 'hello' });
  await said({ type: 'direct', to: [ada.id, owner.id], content: 'hello' });
  await post(grace, `/messages/${theirs}/reactions`, { emoji_name: 'tada' });
  await post(ada, '/user_topics', { stream_id: channel, topic: 't', visibility_policy: 3 });
  await post(ada, '/user_topics', { stream_id: channel, topic: 'silence', visibility_policy: 1 });
  await post(grace, '/users/me/status', { status_text: 'here', emoji_name: 'tada' });
  await post(ada, `/users/me/muted_users/${owner.id}`, {});
  await post(ada, '/saved_snippets', { title: 'first', content: 'c' });
  await post(owner, '/users/me/presence', { status: 'active' });
  await post(ada, '/register_client_device', {});
  return { channel, theirs, whispered };
}

async function gatherRegistrations({ must, ada }: Stage, { keep }: Gathered): Promise<void> {
  const register = (form: Json) => must('POST', '/register', { as: ada, form });
  const { fetch_event_types, ...again } = TERMINAL;
  if (fetch_event_types.length === 0) throw new Error('The terminal client asks for state.');
  keep('register of the mobile client', await register(MOBILE));
  keep('register of the terminal client', await register(TERMINAL));
  keep('register of the terminal client, again', await register(again));
  keep('register of the Python client', await register({ event_types: ['message'], narrow: [] }));
}

async function gatherMessages(
  { must, ada, grace }: Stage,
  { answers, keep }: Gathered,
  { channel, theirs }: Scene,
): Promise<void> {
  const post = (path: string, form: Json) => must('POST', path, { as: ada, form });
  const get = (path: string, query: Json = {}) => must('GET', path, { as: ada, query });
  const sent = await post('/messages', { type: 'channel', to: channel, topic: 't', content: 'one' });
  keep('POST /messages', sent);
  const mine = Number(sent.at('id'));
  const direct = Number((await post('/messages', { type: 'direct', to: [grace.id], content: 'x' })).at('id'));
  const shown = keep('GET /messages/{id}', await get(`/messages/${theirs}`));
  answers.set('message in a channel', shown.at('message') as Json);
  answers.set('direct message', (await get(`/messages/${direct}`)).at('message') as Json);
  const page = { anchor: 'newest', num_before: 10, num_after: 0 };
  keep('GET /messages', await get('/messages', page));
  keep(
    'POST /messages/flags',
    await post('/messages/flags', { messages: [theirs], op: 'add', flag: 'starred' }),
  );
  keep(
    'POST /messages/flags/narrow',
    await post('/messages/flags/narrow', { ...page, narrow: [], op: 'add', flag: 'starred' }),
  );
  keep('GET topics', await get(`/users/me/${channel}/topics`));
  keep('GET read_receipts', await get(`/messages/${mine}/read_receipts`));
  keep('GET history', await get(`/messages/${mine}/history`));
}

async function gatherFiles({ must, ask, ada }: Stage, { answers, keep }: Gathered): Promise<void> {
  const files = [{ name: 'file', content: 'text' }];
  const uploaded = keep('POST /user_uploads', await must('POST', '/user_uploads', { as: ada, files }));
  keep('GET /user_uploads', await must('GET', String(uploaded.at('uri')), { as: ada }));
  const address = String(answers.get('register of the mobile client')?.['server_emoji_data_url']);
  keep('emoji data', await ask('GET', address, { below: '' }));
}

async function gatherStorage({ must, ada }: Stage, { keep }: Gathered): Promise<void> {
  const form = { full_name: 'Keeper', short_name: 'keeper' };
  const made = await must('POST', '/bots', { as: ada, form });
  const { members } = (await must('GET', '/users', { as: ada })).body as { members: Json[] };
  const email = String(members.find(({ user_id }) => user_id === made.at('user_id'))?.['email']);
  const as = { email, key: String(made.at('api_key')) };
  keep('PUT /bot_storage', await must('PUT', '/bot_storage', { as, form: { storage: { seen: '1' } } }));
  keep('GET /bot_storage', await must('GET', '/bot_storage', { as }));
}

async function gatherOthers(
  { must, ask, ada }: Stage,
  { keep }: Gathered,
  { channel }: Scene,
): Promise<void> {
  const came = (form: Json) => must('POST', '/users/me/presence', { as: ada, form });
  keep('POST presence, slim', await came({ status: 'active', slim_presence: true, last_update_id: -1 }));
  keep('POST presence', await came({ status: 'active' }));
  keep('GET /users/me', await must('GET', '/users/me', { as: ada }));
  keep('GET email_address', await must('GET', `/streams/${channel}/email_address`, { as: ada }));
  keep('GET /server_settings', await ask('GET', '/server_settings'));
  const form = { username: ada.email, password: PASSWORD };
  keep('POST /fetch_api_key', await ask('POST', '/fetch_api_key', { form }));
}
