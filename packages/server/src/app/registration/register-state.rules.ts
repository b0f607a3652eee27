import { holds, items, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { addDraft, addField, addLinkifier, stateOf } from '@parley/rules/steps/common.ts';

const OF = 'register-queue';

function limit(id: string, name: string, value: number | null): Rule {
  return rule(id, OF, `Registration reports the limit \`${name}\`, which is ${value}.`, async (w) => {
    same((await stateOf(w, await w.owner(), 'realm')).at(name), value, name);
  });
}

export const registerStateRules: readonly Rule[] = [
  rule(
    'REG-23',
    OF,
    'State and position belong to the same moment: what was there is in the state and not in the events.',
    async (w) => {
      const as = await w.owner();
      const id = await addDraft(w, as);
      const queue = await w.listen(as, { event_types: ['drafts'] });
      same(
        items(queue.registered, 'drafts')
          .map((one) => one['id'])
          .includes(id),
        true,
        'whether the draft is in the state',
      );
      same(await queue.events(), [], 'the events');
    },
  ),
  rule('REG-24', OF, 'Drafts are fetched with the most recently edited one first.', async (w) => {
    const as = await w.user();
    const old = await addDraft(w, as, { timestamp: 1_500_000_000 });
    const young = await addDraft(w, as, { timestamp: 1_600_000_000 });
    same(
      items(await stateOf(w, as, 'drafts'), 'drafts').map((one) => one['id']),
      [young, old],
      'the order',
    );
  }),
  rule('REG-25', OF, 'Linkifiers are fetched only by clients that understand their templates.', async (w) => {
    const as = await w.owner();
    const { id } = await addLinkifier(w);
    const form = { fetch_event_types: ['realm_linkifiers', 'realm_filters'], event_types: [] };
    const old = success(await w.ask('POST', '/register', { as, form }));
    same([old.at('realm_linkifiers'), old.at('realm_filters')], [[], []], 'the linkifiers of an old client');
    holds(
      items(await stateOf(w, as, 'realm_linkifiers'), 'realm_linkifiers').some((one) => one['id'] === id),
      'the linkifier',
      id,
    );
  }),
  rule('REG-26', OF, 'The kinds of profile fields come with the fields.', async (w) => {
    const id = await addField(w);
    const state = await stateOf(w, await w.owner(), 'custom_profile_fields');
    holds(
      items(state, 'custom_profile_fields').some((one) => one['id'] === id),
      'the field',
      id,
    );
    const kinds = Object.values(state.at('custom_profile_field_types') as Record<string, Item>).map(
      (one) => one['id'],
    );
    same(
      kinds.map(Number).toSorted((a, b) => a - b),
      [1, 2, 3, 4, 5, 6, 7, 8],
      'the ids of the kinds',
    );
  }),
  rule('REG-27', OF, 'The settings of a user come with the choices that two of them have.', async (w) => {
    const settings = (await stateOf(w, await w.owner(), 'user_settings')).at('user_settings') as Item;
    holds(Array.isArray(settings['emojiset_choices']), 'emojiset_choices', settings);
    holds(
      (settings['available_notification_sounds'] as unknown[]).includes(settings['notification_sound']),
      'the chosen sound',
      settings,
    );
  }),
  rule('REG-28', OF, 'Whether the user can create video calls is fetched with `video_calls`.', async (w) => {
    same(
      (await stateOf(w, await w.user(), 'video_calls')).at('has_conference_token'),
      false,
      'has_conference_token',
    );
  }),
  rule('REG-29', OF, 'The system groups of roles exist, eight of them, in their order.', async (w) => {
    const groups = items(await stateOf(w, await w.owner(), 'realm_user_groups'), 'realm_user_groups').filter(
      (one) => one['is_system_group'] === true,
    );
    same(
      groups.toSorted((a, b) => Number(a['id']) - Number(b['id'])).map(({ name }) => name),
      [
        'role:nobody',
        'role:owners',
        'role:administrators',
        'role:moderators',
        'role:fullmembers',
        'role:members',
        'role:everyone',
        'role:internet',
      ],
      'the names',
    );
  }),
  rule('REG-30', OF, 'A user is a member of the system group of their role.', async (w) => {
    const [guest, moderator] = [await w.user({ role: 600 }), await w.user({ role: 300 })];
    const groups = items(await stateOf(w, await w.owner(), 'realm_user_groups'), 'realm_user_groups');
    const members = (name: string) => groups.find((one) => one['name'] === name)?.['members'] as number[];
    holds(
      members('role:moderators').includes(moderator.id),
      'the moderator in role:moderators',
      members('role:moderators'),
    );
    holds(
      members('role:everyone').includes(guest.id),
      'the guest in role:everyone',
      members('role:everyone'),
    );
  }),
  rule(
    'REG-31',
    OF,
    'Active and deactivated users are listed apart, the reader among the active ones.',
    async (w) => {
      const as = await w.owner();
      const gone = await w.user();
      success(await w.ask('DELETE', `/users/${gone.id}`, { as }));
      const state = await stateOf(w, as, 'realm_user');
      const ids = (name: string) => items(state, name).map((one) => one['user_id']);
      holds(
        ids('realm_users').includes(as.id) && !ids('realm_users').includes(gone.id),
        'only active users',
        ids('realm_users'),
      );
      holds(
        ids('realm_non_active_users').includes(gone.id),
        'the deactivated user',
        ids('realm_non_active_users'),
      );
    },
  ),
  rule('REG-32', OF, 'Users in the state do not say again whether they are active.', async (w) => {
    const users = items(await stateOf(w, await w.owner(), 'realm_user'), 'realm_users');
    holds(
      users.every((one) => !('is_active' in one)),
      'no is_active',
      users[0],
    );
  }),
  rule('REG-33', OF, 'The reader is described beside the lists: id, name, addresses and role.', async (w) => {
    const user = await w.user({ role: 300 });
    const { body } = await stateOf(w, user, 'realm_user');
    same(
      [
        body['user_id'],
        body['full_name'],
        body['email'],
        body['delivery_email'],
        body['is_owner'],
        body['is_admin'],
        body['is_moderator'],
        body['is_guest'],
      ],
      [user.id, user.name, user.email, user.email, false, false, true, false],
      'the reader',
    );
  }),
  limit('REG-34', 'max_message_length', 10_000),
  limit('REG-35', 'max_topic_length', 60),
  limit('REG-36', 'max_stream_name_length', 60),
  limit('REG-37', 'max_stream_description_length', 1024),
  limit('REG-38', 'event_queue_longpoll_timeout_seconds', 90),
  limit('REG-39', 'password_min_length', 8),
  limit('REG-40', 'server_presence_ping_interval_seconds', 60),
  limit('REG-41', 'server_typing_started_expiry_period_milliseconds', 45_000),
  limit('REG-42', 'max_reminder_note_length', 1000),
  limit('REG-43', 'password_min_guesses', 10_000),
];
