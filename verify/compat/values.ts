import { isDeepStrictEqual } from 'node:util';
import { MOBILE, TERMINAL } from '@parley/rules/steps/registrations.ts';
import { check, type Check } from './check.ts';
import type { Json } from './gathered.ts';
import type { User, Stage } from './stage.ts';

function value(name: string, run: Check['run']): Check {
  return check('values', name, run);
}

function expect(holds: boolean, found: unknown): void {
  if (!holds) throw new Error(`found ${JSON.stringify(found)?.slice(0, 300) ?? 'nothing'}`);
}

function equal(found: unknown, wanted: unknown): void {
  expect(isDeepStrictEqual(found, wanted), found);
}

async function state({ must, ada }: Stage, form: Json): Promise<Json> {
  return (await must('POST', '/register', { as: ada, form })).body;
}

function list(holder: Json, name: string): Json[] {
  return holder[name] as Json[];
}

async function say({ must }: Stage, as: User, form: Json): Promise<number> {
  return Number((await must('POST', '/messages', { as, form })).at('id'));
}

async function messageOf({ must, ada }: Stage, id: number): Promise<Json> {
  return (await must('GET', `/messages/${id}`, { as: ada })).at('message') as Json;
}

async function channelOf({ must, ada, grace }: Stage, name: string): Promise<number> {
  const form = { subscriptions: [{ name }], principals: [ada.id, grace.id] };
  await must('POST', '/users/me/subscriptions', { as: ada, form });
  return Number((await must('GET', '/get_stream_id', { as: ada, query: { stream: name } })).at('stream_id'));
}

/** Events that a queue of Ada receives during an action. */
async function heard(stage: Stage, form: Json, act: (queue: string) => Promise<unknown>): Promise<Json[]> {
  const queue_id = String((await state(stage, form))['queue_id']);
  await act(queue_id);
  const query = { queue_id, last_event_id: -1, dont_block: true };
  return (await stage.must('GET', '/events', { as: stage.ada, query })).at('events') as Json[];
}

const atRegistration: readonly Check[] = [
  value('mobile: its user is among the active ones, with a known role', async (stage) => {
    const users = list(await state(stage, MOBILE), 'realm_users');
    expect(
      users.some(({ user_id }) => user_id === stage.ada.id),
      users,
    );
    expect(
      users.every(({ role }) => [100, 200, 300, 400, 600].includes(Number(role))),
      users,
    );
  }),
  value('mobile: every subscription is a known channel and has a colour', async (stage) => {
    const body = await state(stage, MOBILE);
    const known = new Set(list(body, 'streams').map(({ stream_id }) => stream_id));
    const subscriptions = list(body, 'subscriptions');
    expect(subscriptions.length > 0 && subscriptions.every(({ stream_id }) => known.has(stream_id)), known);
    expect(
      subscriptions.every(({ color }) => /^#[0-9a-f]{6}$/.test(String(color))),
      subscriptions,
    );
  }),
  value('mobile: the level is new enough not to be warned of, and the same everywhere', async (stage) => {
    const { zulip_feature_level: level } = await state(stage, MOBILE);
    expect(Number(level) >= 371, level);
    equal((await stage.ask('GET', '/server_settings')).at('zulip_feature_level'), level);
  }),
  value('mobile: the older policy of mentions is one of six numbers', async (stage) => {
    const { realm_wildcard_mention_policy: policy } = await state(stage, MOBILE);
    expect([1, 2, 3, 5, 6, 7].includes(Number(policy)), policy);
  }),
  value('mobile: unread ids rise and are there once', async (stage) => {
    const to = await channelOf(stage, 'unread');
    for (let n = 0; n < 3; n += 1)
      await say(stage, stage.grace, { type: 'channel', to, topic: 't', content: 'x' });
    const { streams, pms, huddles } = (await state(stage, MOBILE))['unread_msgs'] as Record<string, Json[]>;
    const lists = [streams, pms, huddles].flatMap((all) =>
      (all ?? []).map((one) => one['unread_message_ids']),
    );
    expect(lists.length > 0, lists);
    for (const ids of lists as number[][])
      equal(
        ids,
        [...new Set(ids)].toSorted((a, b) => a - b),
      );
  }),
  value('mobile: kinds of profile fields and topic policies are in their ranges', async (stage) => {
    const body = await state(stage, MOBILE);
    const types = list(body, 'custom_profile_fields').map(({ type }) => Number(type));
    expect(types.length > 0 && types.every((type) => type >= 1 && type <= 8), types);
    const policies = list(body, 'user_topics').map(({ visibility_policy }) => Number(visibility_policy));
    expect(policies.length > 0 && policies.every((policy) => policy >= 0 && policy <= 3), policies);
  }),
  value('presences have ids as keys for the mobile client, addresses for the terminal one', async (stage) => {
    const keys = async (form: Json) => Object.keys((await state(stage, form))['presences'] as Json);
    const [slim, full] = [await keys(MOBILE), await keys(TERMINAL)];
    expect(slim.length > 0 && slim.every((key) => /^\d+$/.test(key)), slim);
    expect(full.length > 0 && full.every((key) => key.includes('@')), full);
  }),
  value('terminal: its user is known, and messages are kept for a number of days', async (stage) => {
    const body = await state(stage, TERMINAL);
    expect(
      list(body, 'realm_users').some(({ email }) => email === body['email']),
      body['email'],
    );
    equal(body['realm_message_retention_days'], -1);
  }),
];

const ofMessages: readonly Check[] = [
  value('a message in a channel names it, a direct one all of its users and no topic', async (stage) => {
    const to = await channelOf(stage, 'recipients');
    const inChannel = await say(stage, stage.ada, { type: 'channel', to, topic: 't', content: 'x' });
    const direct = await say(stage, stage.ada, { type: 'direct', to: [stage.grace.id], content: 'x' });
    equal((await messageOf(stage, inChannel))['display_recipient'], 'recipients');
    const { display_recipient, subject } = await messageOf(stage, direct);
    const ids = (display_recipient as Json[]).map(({ id }) => Number(id)).toSorted((a, b) => a - b);
    equal(
      ids,
      [stage.ada.id, stage.grace.id].toSorted((a, b) => a - b),
    );
    equal(subject, '');
  }),
  value(
    'a message without edits has no history of them, an edited one a history with something in it',
    async (stage) => {
      const id = await say(stage, stage.ada, { type: 'direct', to: [stage.ada.id], content: 'x' });
      const before = await messageOf(stage, id);
      expect(!('edit_history' in before), before);
      await stage.must('PATCH', `/messages/${id}`, { as: stage.ada, form: { content: 'y' } });
      expect(list(await messageOf(stage, id), 'edit_history').length > 0, await messageOf(stage, id));
    },
  ),
  value('reactions are of a kind that clients know', async (stage) => {
    const id = await say(stage, stage.ada, { type: 'direct', to: [stage.ada.id], content: 'x' });
    for (const emoji_name of ['tada', 'parrot'])
      await stage.must('POST', `/messages/${id}/reactions`, { as: stage.ada, form: { emoji_name } });
    const reactions = list(await messageOf(stage, id), 'reactions');
    equal(
      reactions.map(({ reaction_type }) => reaction_type),
      ['unicode_emoji', 'realm_emoji'],
    );
  }),
  value(
    'extra emoji have the word that apps know, all others the one of the specification',
    async (stage) => {
      const id = await say(stage, stage.ada, { type: 'direct', to: [stage.ada.id], content: 'x' });
      await stage.must('POST', `/messages/${id}/reactions`, { as: stage.ada, form: { emoji_name: 'zulip' } });
      for (const [agent, word] of [
        ['ZulipMobile/30.0.274 (Android 14)', 'zulip_extra_emoji'],
        ['ZulipTerminal/0.7.0+git ZulipPython/0.9.0 (Linux; 6.1)', 'zulip_extra_emoji'],
        ['Mozilla/5.0', 'extra_emoji'],
      ] as const) {
        const headers = { 'user-agent': agent };
        const answer = await stage.must('GET', `/messages/${id}`, { as: stage.ada, headers });
        equal(answer.at('message', 'reactions', 0, 'reaction_type'), word);
      }
    },
  ),
  value('pages begin wherever clients ask them to', async ({ must, ada }) => {
    const size = { num_before: 1, num_after: 1 };
    for (const query of [
      { anchor: 'newest' },
      { anchor: 'oldest' },
      { anchor: 'first_unread' },
      { anchor: 0, use_first_unread_anchor: true },
      { anchor: '10000000000000000', use_first_unread_anchor: false },
      { anchor: 5, allow_empty_topic_name: true },
    ])
      await must('GET', '/messages', { as: ada, query: { ...size, ...query } });
    await must('POST', '/mark_all_as_read', { as: ada, form: {} });
    const unread = { anchor: 'first_unread', ...size };
    equal((await must('GET', '/messages', { as: ada, query: unread })).at('anchor'), 10_000_000_000_000_000);
  }),
  value('every operator of a narrow that clients write is understood', async (stage) => {
    const { must, ada, grace } = stage;
    const to = await channelOf(stage, 'narrows');
    const id = await say(stage, ada, { type: 'channel', to, topic: 't', content: 'x' });
    for (const narrow of [
      [{ operator: 'channel', operand: to }],
      [
        ['stream', 'narrows'],
        ['topic', 't'],
      ],
      [{ operator: 'dm', operand: [grace.id] }],
      [['pm-with', grace.address]],
      [['is', 'private']],
      [['is', 'starred']],
      [['is', 'mentioned']],
      [['search', 'x']],
      [{ operator: 'with', operand: id }],
      [{ operator: 'id', operand: id }],
    ]) {
      const query = { anchor: 'newest', num_before: 5, num_after: 0, narrow };
      await must('GET', '/messages', { as: ada, query });
    }
  }),
];

const ofEvents: readonly Check[] = [
  value('mobile: what a queue sends comes back with its local id in that queue alone', async (stage) => {
    const form = { type: 'direct', to: [stage.ada.id], content: 'x', local_id: '7.25' };
    let other: Json[] = [];
    const own = await heard(stage, MOBILE, async (queue_id) => {
      other = await heard(stage, MOBILE, () => say(stage, stage.ada, { ...form, queue_id }));
    });
    equal(
      [own, other].map((events) => events.find(({ type }) => type === 'message')?.['local_message_id']),
      ['7.25', undefined],
    );
  }),
  value('mobile: an edit of the text alone says nothing of a move', async (stage) => {
    const id = await say(stage, stage.ada, { type: 'direct', to: [stage.ada.id], content: 'x' });
    const events = await heard(stage, MOBILE, () =>
      stage.must('PATCH', `/messages/${id}`, { as: stage.ada, form: { content: 'y' } }),
    );
    const edit = events.find(({ type }) => type === 'update_message');
    expect(edit !== undefined && !('propagate_mode' in edit) && !('orig_subject' in edit), edit);
  }),
  value('only a client that said so hears of typing in channels', async (stage) => {
    const stream_id = await channelOf(stage, 'typing');
    const form = { type: 'stream', stream_id, topic: 't', op: 'start' };
    const type = async () => stage.must('POST', '/typing', { as: stage.grace, form });
    const ofTyping = (events: Json[]) => events.filter((event) => event['type'] === 'typing').length;
    equal(ofTyping(await heard(stage, TERMINAL, type)), 0);
    equal(ofTyping(await heard(stage, MOBILE, type)), 1);
  }),
  value('terminal: of emoji it hears everything, and never a single change', async (stage) => {
    const { must, owner } = stage;
    const { emoji } = (await must('GET', '/realm/emoji', { as: owner })).body as {
      emoji: Record<string, Json>;
    };
    const name = Object.values(emoji).find(({ deactivated }) => deactivated === false)?.['name'];
    const events = await heard(stage, TERMINAL, () =>
      must('DELETE', `/realm/emoji/${String(name)}`, { as: owner }),
    );
    equal(
      events.filter(({ type }) => type === 'realm_emoji').map(({ op }) => op),
      ['update'],
    );
  }),
];

/** Assertions of clients about values, beyond their presence. */
export const valueChecks: readonly Check[] = [...atRegistration, ...ofMessages, ...ofEvents];
