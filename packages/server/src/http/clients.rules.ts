import { holds, items, same, success, type Item } from '@parley/rules/expect.ts';
import { MOBILE, TERMINAL } from '@parley/rules/steps/registrations.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addField, stateOf } from '@parley/rules/steps/common.ts';
import type { User } from '@parley/rules/ground.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'clients';

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function register(w: World, as: User, form: Item) {
  return w.ask('POST', '/register', { as, form });
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
}

/** Fields that a client cannot start without, by the kind that it casts them to. */
function needs(id: string, who: string, form: Item, fields: Readonly<Record<string, string>>): Rule {
  return rule(id, OF, `A registration has every field that ${who} cannot start without.`, async (w) => {
    const { body } = success(await register(w, await w.user(), form));
    for (const [kind, names] of Object.entries(fields))
      for (const name of words(names)) same(kindOf(body[name]), kind, `the kind of ${name}`);
  });
}

export const clientRules: readonly Rule[] = [
  needs('CLI-1', 'the mobile client', MOBILE, {
    string: `queue_id zulip_version zulip_merge_base realm_name server_emoji_data_url realm_icon_url
      realm_empty_topic_display_name`,
    number: `last_event_id zulip_feature_level max_stream_name_length max_topic_length max_file_upload_size_mib
      server_presence_ping_interval_seconds server_presence_offline_threshold_seconds
      event_queue_longpoll_timeout_seconds realm_wildcard_mention_policy realm_waiting_period_threshold`,
    list: `realm_users realm_non_active_users cross_realm_bots subscriptions streams user_topics starred_messages
      recent_private_conversations realm_user_groups custom_profile_fields muted_users alert_words`,
    object: `unread_msgs realm_emoji presences user_settings user_status realm_default_external_accounts`,
    boolean: `realm_allow_message_editing realm_enable_read_receipts realm_presence_disabled`,
  }),
  needs('CLI-2', 'the terminal client', TERMINAL, {
    string: `queue_id zulip_version email full_name realm_name`,
    number: `last_event_id max_message_id user_id realm_message_retention_days`,
    list: `realm_users cross_realm_bots subscriptions muted_topics starred_messages realm_user_groups
      custom_profile_fields`,
    object: `unread_msgs realm_emoji presences user_settings`,
    boolean: `realm_allow_message_editing realm_allow_edit_history`,
  }),
  rule(
    'CLI-3',
    OF,
    'The terminal client finds the limit for editing, which may be null but must be there.',
    async (w) => {
      holds(
        'realm_message_content_edit_limit_seconds' in (await stateOf(w, await w.user(), 'realm')).body,
        'the limit',
        'none',
      );
    },
  ),
  rule(
    'CLI-4',
    OF,
    'The mobile client accepts the deprecated policy of mentions: one of six numbers.',
    async (w) => {
      const policy = (await stateOf(w, await w.user(), 'realm')).at('realm_wildcard_mention_policy');
      holds([1, 2, 3, 5, 6, 7].includes(Number(policy)), 'one of 1, 2, 3, 5, 6, 7', policy);
    },
  ),
  rule('CLI-5', OF, 'Every user in a registration has what the mobile client casts.', async (w) => {
    const user = await w.user();
    await w.bot(user);
    for (const shownUser of items(success(await register(w, user, MOBILE)), 'realm_users')) {
      for (const [name, kind] of Object.entries({
        user_id: 'number',
        email: 'string',
        full_name: 'string',
        date_joined: 'string',
        is_bot: 'boolean',
        role: 'number',
        timezone: 'string',
        avatar_version: 'number',
      }))
        same(typeof shownUser[name], kind, `the type of ${name}`);
    }
  }),
  rule('CLI-6', OF, 'Every system group has what the mobile client casts.', async (w) => {
    const groups = items(await stateOf(w, await w.user(), 'realm_user_groups'), 'realm_user_groups');
    for (const group of groups)
      same(
        [
          typeof group['id'],
          Array.isArray(group['members']),
          Array.isArray(group['direct_subgroup_ids']),
          typeof group['name'],
          typeof group['description'],
          group['is_system_group'],
        ],
        ['number', true, true, 'string', 'string', true],
        'the types',
      );
  }),
  rule('CLI-7', OF, 'The settings have what both clients read at their start.', async (w) => {
    const settings = (await stateOf(w, await w.user(), 'user_settings')).at('user_settings') as Item;
    for (const name of [
      'starred_message_counts',
      'display_emoji_reaction_users',
      'presence_enabled',
      'send_private_typing_notifications',
      'twenty_four_hour_time',
      'pm_content_in_desktop_notifications',
    ])
      same(typeof settings[name], 'boolean', `the type of ${name}`);
    same(typeof settings['emojiset'], 'string', 'the type of emojiset');
  }),
  rule('CLI-8', OF, 'Every profile field has what the mobile client casts.', async (w) => {
    const id = await addField(w);
    const field =
      items(await stateOf(w, await w.user(), 'custom_profile_fields'), 'custom_profile_fields').find(
        (one) => one['id'] === id,
      ) ?? {};
    same(
      [
        field['type'],
        typeof field['order'],
        typeof field['name'],
        typeof field['hint'],
        typeof field['field_data'],
      ],
      [1, 'number', 'string', 'string', 'string'],
      'the parts',
    );
  }),
  rule('CLI-9', OF, 'A client that sends every POST as multipart registers and polls.', async (w) => {
    const as = await w.user();
    const registered = success(await w.ask('POST', '/register', { as, multipart: { event_types: 'null' } }));
    const query = {
      queue_id: registered.at('queue_id'),
      last_event_id: registered.at('last_event_id'),
      dont_block: true,
    };
    same(success(await w.ask('GET', '/events', { as, query })).at('events'), [], 'the events');
  }),
  rule(
    'CLI-10',
    OF,
    'A client that puts the parameters of PATCH into the query string is understood.',
    async (w) => {
      const [owner, user] = [await w.owner(), await w.user()];
      const query = { user_id: user.id, full_name: w.unique('Query ') };
      const answer = success(await w.ask('PATCH', `/users/${user.id}`, { as: owner, query }));
      same(answer.at('ignored_parameters_unsupported'), ['user_id'], 'the ignored parameters');
    },
  ),
  rule(
    'CLI-11',
    OF,
    'A client that sends credentials to the server settings, as the Python client does, gets them.',
    async (w) => {
      const answer = success(await w.ask('GET', '/server_settings', { as: await w.user() }));
      same(
        [typeof answer.at('zulip_version'), typeof answer.at('realm_uri')],
        ['string', 'string'],
        'the types',
      );
    },
  ),
  rule('CLI-12', OF, 'A client that repeats a request with `dont_block` added is not refused.', async (w) => {
    const form = { drafts: [], dont_block: true };
    same(
      success(await w.ask('POST', '/drafts', { as: await w.user(), form })).at(
        'ignored_parameters_unsupported',
      ),
      ['dont_block'],
      'the ignored parameters',
    );
  }),
  rule(
    'CLI-13',
    OF,
    'A bot library that registers for messages with an empty narrow gets a queue and a position.',
    async (w) => {
      const bot = await w.bot(await w.owner());
      const answer = success(await register(w, bot, { event_types: ['message'], narrow: [] }));
      same(
        [typeof answer.at('queue_id'), typeof answer.at('last_event_id'), answer.at('max_message_id')],
        ['string', 'number', -1],
        'the fields',
      );
    },
  ),
  rule(
    'CLI-14',
    OF,
    'A dead queue is reported as every client understands it: status, code and name of the queue.',
    async (w) => {
      const query = { queue_id: '00000000-0000-4000-8000-000000000000', last_event_id: -1 };
      const { status, body } = await w.ask('GET', '/events', { as: await w.user(), query });
      same(
        [status, body['code'], body['queue_id']],
        [400, 'BAD_EVENT_QUEUE_ID', query.queue_id],
        'the answer',
      );
    },
  ),
  rule('CLI-15', OF, 'Every subscription is also among the channels.', async (w) => {
    const { body } = success(await register(w, await w.user(), MOBILE));
    const known = new Set((body['streams'] as Item[]).map(({ stream_id }) => stream_id));
    holds(
      (body['subscriptions'] as Item[]).every(({ stream_id }) => known.has(stream_id)),
      'known channels',
      body['subscriptions'],
    );
  }),
  rule('CLI-16', OF, 'The data of emoji are at an address that needs no credentials.', async (w) => {
    const address = String((await stateOf(w, await w.user(), 'realm')).at('server_emoji_data_url'));
    const path = address.startsWith('http') ? new URL(address).pathname : address;
    const answer = await w.ask('GET', path, { below: '' });
    same(answer.status, 200, 'the status');
    holds(typeof answer.at('code_to_names') === 'object', 'code_to_names', answer.text.slice(0, 100));
  }),
  rule('CLI-17', OF, 'A registration knows the reader: the reader is among the active users.', async (w) => {
    const user = await w.user({ role: 600 });
    const state = success(await register(w, user, MOBILE));
    holds(
      items(state, 'realm_users').some((one) => one['user_id'] === user.id),
      'the reader',
      state.at('user_id'),
    );
  }),
];
