import { endpoints } from '@parley/contract/endpoints.ts';
import { spectatorEndpoints } from '@parley/contract/endpoints/spectators.ts';
import { room, type Room } from '@parley/rules/steps/channels.ts';
import { holds, items, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { post, write } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import {
  allowSpectators,
  openToWeb,
  setWebPublic,
  visit,
  visitMessages,
  visitState,
  WEB_PUBLIC,
} from '@parley/rules/steps/spectating.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'spectators';
const BURST = 100;

/** Each operation that a visitor may call, in a form that succeeds while access is on. */
function calls(w: World, web: Room, messageId: number, url?: string): (() => Promise<Answer>)[] {
  const at = url === undefined ? {} : { url };
  return [
    () => visit(w, 'POST', '/register', { form: {}, ...at }),
    () => visit(w, 'GET', '/messages', { query: { anchor: 'newest', narrow: [WEB_PUBLIC] }, ...at }),
    () => visit(w, 'GET', `/messages/${messageId}`, at),
    () => visit(w, 'GET', `/users/me/${web.id}/topics`, at),
    () => visit(w, 'GET', '/users', at),
  ];
}

/** An organization full of what visitors must not see; every such thing contains the word. */
async function hideThings(w: World): Promise<{ secret: string; web: Room }> {
  const { owner, web } = await openToWeb(w);
  const secret = w.unique('secret');
  const shy = await w.user({ email: `${secret}@example.com`, name: 'Shy', visibility: 1 });
  await post(w, shy, await room(w, shy, { invite_only: true }), secret, secret);
  const hidden = await room(w, owner);
  const form = { new_name: `${secret} public`, description: secret };
  success(await w.ask('PATCH', `/streams/${hidden.id}`, { as: owner, form }));
  await write(w, shy, [owner], secret);
  const field = success(
    await w.ask('POST', '/realm/profile_fields', { as: owner, form: { field_type: 1, name: secret } }),
  );
  const data = [{ id: numberAt(field, 'id'), value: secret }];
  success(await w.ask('PATCH', '/users/me/profile_data', { as: shy, form: { data } }));
  success(await w.ask('POST', '/users/me/status', { as: shy, form: { status_text: secret } }));
  success(await w.ask('POST', '/users/me/presence', { as: shy, form: { status: 'active' } }));
  const folder = { name: secret, description: secret };
  success(await w.ask('POST', '/channel_folders/create', { as: owner, form: folder }));
  await post(w, shy, web, 'open', 'said in the open');
  return { secret, web };
}

export const spectatorRules: readonly Rule[] = [
  rule('WEB-11', OF, 'Below `/api/v1` every visitor needs an account.', async (w) => {
    await openToWeb(w);
    refused(await w.ask('POST', '/register', { form: {} }), 'UNAUTHORIZED');
    refused(await w.ask('GET', '/users'), 'UNAUTHORIZED');
    const query = { anchor: 'newest', narrow: [WEB_PUBLIC] };
    refused(await w.ask('GET', '/messages', { query }), 'UNAUTHORIZED');
  }),
  rule('WEB-12', OF, 'Below `/json` a visitor may read while access is on.', async (w) => {
    const { owner, web } = await openToWeb(w);
    for (const call of calls(w, web, await post(w, owner, web))) success(await call());
  }),
  rule('WEB-13', OF, 'Without web-public access every call of a visitor is refused alike.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const id = await post(w, owner, web);
    const url = await w.own().withoutWebPublic();
    const texts = new Set<string>();
    const allRefused = async (at?: string): Promise<void> => {
      for (const call of calls(w, web, id, at)) {
        const answer = await call();
        refused(answer, 'UNAUTHORIZED');
        texts.add(answer.text);
      }
    };
    await allRefused(url);
    await allowSpectators(w, false);
    await allRefused();
    await allowSpectators(w);
    success(await setWebPublic(w, owner, web, false));
    await allRefused();
    same(texts.size, 1, 'the number of different bodies');
  }),
  rule('WEB-14', OF, 'A deactivated organization has no visitors.', async (w) => {
    const other = await w.neighbour();
    const { owner, web } = await openToWeb(other);
    const all = calls(other, web, await post(other, owner, web));
    await w.own().deactivateOrganization(await other.host());
    for (const call of all) refused(await call(), 'UNAUTHORIZED');
  }),
  rule('WEB-15', OF, 'Credentials below `/json` are refused, right or wrong.', async (w) => {
    const { owner } = await openToWeb(w);
    refused(await visit(w, 'GET', '/users', { as: owner }), 'UNAUTHORIZED');
    const wrong = { email: 'x@example.com', key: 'wrong' };
    refused(await visit(w, 'GET', '/users', { as: wrong }), 'UNAUTHORIZED');
  }),
  rule('WEB-16', OF, 'Every other operation below `/json` needs an account.', async (w) => {
    await openToWeb(w);
    const open = new Set(spectatorEndpoints.map(({ id }) => id));
    for (const { id, method, path } of endpoints.filter((one) => one.auth !== 'query' && !open.has(one.id))) {
      const at = path.replaceAll(/\{(\w+)\*?\}/g, '1');
      const answer = await visit(w, method, at, method === 'GET' ? {} : { form: {} });
      holds(answer.status === 401, `401 for ${id}`, `${answer.status} ${answer.text}`);
      refused(answer, 'UNAUTHORIZED');
      same(answer.headers['www-authenticate'], 'Session realm="zulip"', 'WWW-Authenticate');
    }
  }),
  rule('WEB-17', OF, 'A visitor registers without a queue.', async (w) => {
    await openToWeb(w);
    const state = await visitState(w);
    same([state.at('queue_id'), state.at('last_event_id')], [null, -1], 'queue_id and last_event_id');
  }),
  rule(
    'WEB-18',
    OF,
    'A visitor is shown the web-public channels as subscriptions, and no other.',
    async (w) => {
      const { owner, web } = await openToWeb(w);
      const others = [await room(w, owner), await room(w, owner, { invite_only: true })];
      const state = await visitState(w);
      const shown = items(state, 'subscriptions');
      same(
        shown.map(({ stream_id }) => stream_id),
        [web.id],
        'the ids of channels',
      );
      same('subscribers' in (shown[0] ?? {}), false, 'subscribers');
      same([state.at('unsubscribed'), state.at('never_subscribed')], [[], []], 'the other lists');
      same(state.at('streams'), undefined, 'streams');
      for (const { name } of others) holds(!state.text.includes(name), `no ${name}`, state.text);
    },
  ),
  rule('WEB-19', OF, 'A visitor cannot ask for hosted avatars or for subscribers.', async (w) => {
    await openToWeb(w);
    refused(await visit(w, 'POST', '/register', { form: { client_gravatar: true } }));
    for (const include_subscribers of ['true', 'partial'])
      refused(await visit(w, 'POST', '/register', { form: { include_subscribers } }));
    success(await visit(w, 'POST', '/register', { form: { client_gravatar: false } }));
  }),
  rule('WEB-20', OF, 'A visitor has nothing of its own and is a guest without permissions.', async (w) => {
    await openToWeb(w);
    const state = await visitState(w);
    const own = ['user_id', 'is_guest', 'is_admin', 'can_create_streams', 'can_create_web_public_streams'];
    same(
      own.map((name) => state.at(name)),
      [0, true, false, false, false],
      own.join(', '),
    );
    for (const name of ['alert_words', 'drafts', 'muted_users', 'user_topics', 'realm_bots', 'realm_domains'])
      same(state.at(name), [], name);
    for (const name of ['custom_profile_fields', 'realm_default_streams', 'recent_private_conversations'])
      same(state.at(name), [], name);
    same([state.at('presences'), state.at('user_status')], [{}, {}], 'presences and user_status');
    same(state.at('realm_presence_disabled'), true, 'realm_presence_disabled');
    same(state.at('realm_allow_message_editing'), false, 'realm_allow_message_editing');
    same(state.at('unread_msgs', 'count'), 0, 'the number of unread messages');
    same(state.at('user_settings', 'web_home_view'), 'recent', 'web_home_view');
  }),
  rule('WEB-21', OF, 'A visitor gets only the folders that hold a web-public channel.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const folder = async (): Promise<number> => {
      const form = { name: w.unique('Folder '), description: '' };
      const made = await w.ask('POST', '/channel_folders/create', { as: owner, form });
      return numberAt(success(made), 'channel_folder_id');
    };
    const [shown] = [await folder(), await folder()];
    success(await w.ask('PATCH', `/streams/${web.id}`, { as: owner, form: { folder_id: shown } }));
    same(
      items(await visitState(w), 'channel_folders').map(({ id }) => id),
      [shown],
      'the ids of folders',
    );
  }),
  rule('WEB-22', OF, 'Settings of the organization name no channel that is not web-public.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const hidden = await room(w, owner);
    const form = {
      new_stream_announcements_stream_id: hidden.id,
      signup_announcements_stream_id: web.id,
    };
    success(await w.ask('PATCH', '/realm', { as: owner, form }));
    const state = await visitState(w, { fetch_event_types: ['realm'] });
    same(state.at('realm_new_stream_announcements_stream_id'), -1, 'the hidden channel');
    same(state.at('realm_signup_announcements_stream_id'), web.id, 'the web-public channel');
  }),
  rule('WEB-23', OF, 'No response shows a visitor anything that is not web-public.', async (w) => {
    const { secret, web } = await hideThings(w);
    const answers = [
      await visitState(w, {
        client_capabilities: { notification_settings_null: true, archived_channels: true },
      }),
      await visitMessages(w),
      await visit(w, 'GET', `/users/me/${web.id}/topics`),
      await visit(w, 'GET', '/users', { query: { include_custom_profile_fields: true } }),
    ];
    for (const answer of answers) {
      success(answer);
      holds(!answer.text.includes(secret), `no ${secret}`, surroundings(answer.text, secret));
    }
    holds(answers[1]?.text.includes('said in the open') === true, 'the open message', answers[1]?.text);
  }),
  rule(
    'WEB-24',
    OF,
    'Users have made-up addresses, a day of joining and no time zone for visitors.',
    async (w) => {
      await openToWeb(w);
      const shy = await w.user({ visibility: 1 });
      for (const list of [
        items(success(await visit(w, 'GET', '/users')), 'members'),
        items(await visitState(w), 'realm_users'),
      ]) {
        const seen: Item = list.find(({ user_id }) => user_id === shy.id) ?? {};
        same(seen['delivery_email'], null, 'delivery_email');
        holds(new RegExp(`^user${shy.id}@`).test(String(seen['email'])), 'a made-up address', seen['email']);
        holds(/^\d{4}-\d{2}-\d{2}$/.test(String(seen['date_joined'])), 'a day', seen['date_joined']);
        same('timezone' in seen, false, 'timezone');
      }
    },
  ),
  rule('WEB-25', OF, 'Custom profile values are never shown to visitors.', async (w) => {
    await openToWeb(w);
    const query = { include_custom_profile_fields: true, client_gravatar: false };
    const members = items(success(await visit(w, 'GET', '/users', { query })), 'members');
    same(
      members.filter((one) => 'profile_data' in one),
      [],
      'users with profile_data',
    );
    refused(await visit(w, 'GET', '/users/me'), 'UNAUTHORIZED');
  }),
  rule('WEB-26', OF, 'Where guests do not see all users, visitors see bots only.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const { id: botId } = await w.bot(owner);
    const messageId = await post(w, owner, web);
    const groups = items(success(await w.ask('GET', '/user_groups', { as: owner })), 'user_groups');
    const members = groups.find(({ name }) => name === 'role:members')?.['id'];
    const form = { can_access_all_users_group: { new: members } };
    success(await w.ask('PATCH', '/realm', { as: owner, form }));
    const seen = items(success(await visit(w, 'GET', '/users')), 'members').map(({ user_id }) => user_id);
    holds(seen.includes(botId) && !seen.includes(owner.id), 'bots only', seen);
    const shown = success(await visit(w, 'GET', `/messages/${messageId}`));
    same(shown.at('message', 'sender_full_name'), 'Unknown user', 'the name of the sender');
  }),
  rule('WEB-27', OF, 'The 101st request of an address within a minute is refused.', async (w) => {
    const { owner, web } = await openToWeb(w);
    const url = await w.own().ownLimited();
    const path = `/messages/${await post(w, owner, web)}`;
    const first = success(await visit(w, 'GET', path, { url }));
    same(first.headers['x-ratelimit-limit'], String(BURST), 'X-RateLimit-Limit');
    for (let sent = 0; sent < BURST * 2; sent += 10) {
      const some = await Promise.all(Array.from({ length: 10 }, () => visit(w, 'GET', path, { url })));
      const rejected = some.find(({ status }) => status === 429);
      if (rejected === undefined) continue;
      refused(rejected, 'RATE_LIMIT_HIT');
      holds(sent >= BURST - 10, `at least ${BURST} requests before`, sent);
      return;
    }
    holds(false, 'a refusal', 'none');
  }),
];

/** The place where a text contains a word, to find the part that leaks. */
function surroundings(text: string, word: string): string {
  const at = text.indexOf(word);
  return text.slice(Math.max(0, at - 150), at + 150);
}
