import { room } from '@parley/rules/steps/channels.ts';
import { holds, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { realmStart } from '@parley/rules/steps/setting-values.ts';
import { addDomain, allHeard, crowd, during, setRealm, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'update-realm';

async function patch(w: World, form: Item) {
  return w.ask('PATCH', '/realm', { as: await w.owner(), form });
}

async function shown(w: World, name: string): Promise<unknown> {
  return (await stateOf(w, await w.owner(), 'realm')).at(`realm_${name}`);
}

function refusedRealm(id: string, sentence: string, ...forms: readonly Item[]): Rule {
  return rule(id, OF, sentence, async (w) => {
    for (const form of forms) refused(await patch(w, form));
  });
}

/** A setting whose change is published as one property. */
function single(id: string, name: string, before: unknown, after: unknown, answer: unknown = after): Rule {
  return rule(
    id,
    OF,
    `A new value of \`${name}\` is returned, stored, and published to everyone as one property.`,
    async (w) => {
      const users = await crowd(w, ['realm']);
      same(success(await setRealm(w, { [name]: after }, { [name]: before })).at(name), answer, 'the answer');
      await allHeard(users, [{ type: 'realm', op: 'update', property: name, value: after }]);
      same(await shown(w, name), after, 'the value that registration shows');
    },
  );
}

/** A setting whose change is published as a dictionary. */
function dictionary(id: string, sentence: string, form: Item, back: Item, data: Item): Rule {
  return rule(id, OF, sentence, async (w) => {
    const users = await crowd(w, ['realm']);
    await setRealm(w, form, back);
    await allHeard(users, [{ type: 'realm', op: 'update_dict', property: 'default', data }]);
  });
}

async function groupId(w: World, name: string): Promise<number> {
  const state = await stateOf(w, await w.owner(), 'realm_user_groups');
  return Number((state.at('realm_user_groups') as Item[]).find((one) => one['name'] === name)?.['id']);
}

export const realmRules: readonly Rule[] = [
  rule('ORG-1', OF, 'Others than administrators are refused before the parameters are read.', async (w) => {
    for (const role of [300, 400, 600])
      refused(
        await w.ask('PATCH', '/realm', { as: await w.user({ role }), form: { digest_weekday: 99 } }),
        'UNAUTHORIZED_PRINCIPAL',
      );
  }),
  rule('ORG-2', OF, 'An update without changes gets a plain success.', async (w) =>
    plain(await patch(w, {})),
  ),
  rule('ORG-3', OF, 'A value that stays the same is not returned and not published.', async (w) => {
    const owner = await w.owner();
    const before = await shown(w, 'digest_weekday');
    same(
      await during(w, owner, ['realm'], async () => plain(await patch(w, { digest_weekday: before }))),
      [],
      'the events',
    );
  }),
  single('ORG-4', 'inline_image_preview', true, false),
  single('ORG-5', 'digest_weekday', 1, 4),
  single('ORG-6', 'default_code_block_language', '', 'python', 'updated'),
  single('ORG-7', 'message_edit_history_visibility_policy', 'all', 'moves', 'updated'),
  single('ORG-8', 'waiting_period_threshold', 0, 3),
  single('ORG-9', 'default_avatar_source', 'J', 'G', 'updated'),
  single('ORG-10', 'require_unique_names', false, true),
  dictionary(
    'ORG-11',
    'The permission to edit messages is published in a dictionary.',
    { allow_message_editing: false },
    { allow_message_editing: true },
    { allow_message_editing: false },
  ),
  dictionary(
    'ORG-12',
    'The time for editing is published in a dictionary.',
    { message_content_edit_limit_seconds: 60 },
    { message_content_edit_limit_seconds: 600 },
    { message_content_edit_limit_seconds: 60 },
  ),
  dictionary(
    'ORG-13',
    'The policy of topics is published with its older form.',
    { topics_policy: 'disable_empty_topic' },
    { topics_policy: 'allow_empty_topic' },
    { topics_policy: 'disable_empty_topic', mandatory_topics: true },
  ),
  dictionary(
    'ORG-14',
    'The description is published with its rendered form.',
    { description: 'Hello *you*' },
    { description: '' },
    { description: 'Hello *you*', rendered_description: '<p>Hello <em>you</em></p>' },
  ),
  rule('ORG-15', OF, 'Settings of owners are closed to administrators.', async (w) => {
    const admin = await w.user({ role: 200 });
    const forms = [
      { message_retention_days: 30 },
      { invite_required: false },
      { emails_restricted_to_domains: true },
      { disallow_disposable_email_addresses: false },
      { waiting_period_threshold: 5 },
      { second_steps_required_of: 'everyone' },
      { second_step_setup_days: 1 },
      { session_idle_minutes: 60 },
      { session_max_hours: 12 },
      { authentication_methods: { Email: true, GitHub: false } },
      { can_create_groups: { new: await groupId(w, 'role:owners') } },
      { can_invite_users_group: { new: await groupId(w, 'role:owners') } },
      { create_multiuse_invite_group: { new: await groupId(w, 'role:owners') } },
    ];
    for (const form of forms)
      refused(await w.ask('PATCH', '/realm', { as: admin, form }), 'UNAUTHORIZED_PRINCIPAL');
  }),
  rule('ORG-16', OF, 'Other settings are open to administrators.', async (w) => {
    const admin = await w.user({ role: 200 });
    same(
      success(await w.ask('PATCH', '/realm', { as: admin, form: { digest_emails_enabled: true } })).at(
        'digest_emails_enabled',
      ),
      true,
      'the answer',
    );
    w.later(() => patch(w, { digest_emails_enabled: false }));
  }),
  rule(
    'ORG-17',
    OF,
    'A limit of zero, a negative one and an unknown word are refused with the name and the value.',
    async (w) => {
      const name = 'message_content_delete_limit_seconds';
      refused(await patch(w, { [name]: 0 }), 'REQUEST_VARIABLE_INVALID', { var_name: name, bad_value: 0 });
      refused(await patch(w, { [name]: -5 }), 'REQUEST_VARIABLE_INVALID', { var_name: name, bad_value: -5 });
      refused(await patch(w, { [name]: '"forever"' }), 'REQUEST_VARIABLE_INVALID', {
        var_name: name,
        bad_value: 'forever',
      });
    },
  ),
  rule('ORG-18', OF, 'The word for no limit is JSON; without quotes it is no value at all.', async (w) => {
    refused(await patch(w, { message_content_delete_limit_seconds: 'unlimited' }));
    const answer = await setRealm(
      w,
      { message_content_delete_limit_seconds: '"unlimited"' },
      { message_content_delete_limit_seconds: 600 },
    );
    same(answer.at('message_content_delete_limit_seconds'), null, 'the answer');
    same(await shown(w, 'message_content_delete_limit_seconds'), null, 'the value');
  }),
  rule('ORG-19', OF, 'Messages that are kept for ever are shown as -1 days.', async (w) => {
    await setRealm(w, { message_retention_days: 30 }, { message_retention_days: '"unlimited"' });
    same(await shown(w, 'message_retention_days'), 30, 'the value');
    same(
      success(await patch(w, { message_retention_days: '"unlimited"' })).at('message_retention_days'),
      -1,
      'the answer',
    );
    refused(await patch(w, { message_retention_days: 0 }), 'REQUEST_VARIABLE_INVALID', {
      var_name: 'message_retention_days',
      bad_value: 0,
    });
  }),
  refusedRealm(
    'ORG-20',
    'A name has at most 40 characters and a description 1000.',
    { name: 'x'.repeat(41) },
    { description: 'x'.repeat(1001) },
  ),
  refusedRealm(
    'ORG-21',
    'Settings with fixed choices take only those.',
    { digest_weekday: 7 },
    { media_preview_size: 120 },
    { gif_rating_policy: 5 },
    { org_type: 5 },
    { default_avatar_source: 'X' },
    { message_edit_history_visibility_policy: 'some' },
    { topics_policy: 'inherit' },
    { waiting_period_threshold: -1 },
  ),
  refusedRealm('ORG-22', 'An unknown language is refused.', { default_language: 'klingon' }),
  refusedRealm(
    'ORG-23',
    'At least one known way to log in stays open.',
    { authentication_methods: { Nonsense: true } },
    { authentication_methods: { Email: false } },
    { authentication_methods: {} },
  ),
  refusedRealm(
    'ORG-24',
    'A provider of video calls that is not available is refused.',
    { video_chat_provider: 2 },
    { video_chat_provider: 99 },
    { video_chat_provider: 3 },
  ),
  refusedRealm(
    'ORG-25',
    'The address of the call server is an address of at most 200 characters.',
    { jitsi_server_url: '"nonsense"' },
    { jitsi_server_url: `"https://example.com/${'x'.repeat(200)}"` },
  ),
  rule('ORG-26', OF, 'The address of the call server can be set and reset.', async (w) => {
    await setRealm(w, { jitsi_server_url: '"https://calls.example.com"' }, { jitsi_server_url: '"default"' });
    same(await shown(w, 'jitsi_server_url'), 'https://calls.example.com', 'the address');
    success(await patch(w, { jitsi_server_url: '"default"' }));
    same(await shown(w, 'jitsi_server_url'), null, 'the address');
  }),
  rule('ORG-27', OF, 'The name of the organization changes, which is answered with a word.', async (w) => {
    const before = await shown(w, 'name');
    const name = w.unique('Org ');
    same((await setRealm(w, { name }, { name: before })).at('name'), 'updated', 'the answer');
    same(await shown(w, 'name'), name, 'the name');
  }),
  rule('ORG-28', OF, 'The older form of the history of edits follows the modern one.', async (w) => {
    await setRealm(
      w,
      { message_edit_history_visibility_policy: 'none' },
      { message_edit_history_visibility_policy: 'all' },
    );
    same(
      [await shown(w, 'message_edit_history_visibility_policy'), await shown(w, 'allow_edit_history')],
      ['none', false],
      'both forms',
    );
  }),
  rule('ORG-34', OF, 'A new organization starts with the settings of the reference.', async (w) => {
    w.own();
    const state = await stateOf(w, await w.owner(), 'realm');
    for (const [name, value] of Object.entries(realmStart)) same(state.at(`realm_${name}`), value, name);
  }),
  rule('ORG-35', OF, 'Unknown parameters are reported.', async (w) => {
    same(
      success(await patch(w, { zeta: 1 })).at('ignored_parameters_unsupported'),
      ['zeta'],
      'the ignored parameters',
    );
  }),
  rule('ORG-36', OF, 'The subdomain cannot be changed.', async (w) =>
    refused(await patch(w, { string_id: w.unique('sub') })),
  ),
  rule('ORG-37', OF, 'A channel that does not exist cannot be chosen for announcements.', async (w) => {
    refused(await patch(w, { new_stream_announcements_stream_id: 999_999_999 }));
    refused(await patch(w, { moderation_request_channel_id: 999_999_999 }));
  }),
  rule(
    'ORG-41',
    OF,
    'A private channel that the administrator cannot read cannot be chosen either.',
    async (w) => {
      const hidden = await room(w, await w.user(), { invite_only: true });
      refused(await patch(w, { new_stream_announcements_stream_id: hidden.id }));
      refused(await patch(w, { signup_announcements_stream_id: hidden.id }));
      refused(await patch(w, { moderation_request_channel_id: hidden.id }));
    },
  ),
  rule('ORG-42', OF, 'The name of an organization has no control characters.', async (w) => {
    for (const name of ['E\r\nBcc: eve@example.org', 'a\u0007b', 'a\u202Eb'])
      refused(await patch(w, { name }));
  }),
  rule('ORG-38', OF, 'Another organization neither changes nor receives the event.', async (w) => {
    const other = await w.neighbour();
    const change = () => setRealm(w, { digest_weekday: 5 }, { digest_weekday: 1 });
    same(await during(other, await other.owner(), ['realm'], change), [], 'the events');
    same(await shown(other, 'digest_weekday'), 1, 'digest_weekday');
  }),
  rule('ORG-39', OF, 'All values are judged before any is changed.', async (w) => {
    const before = await shown(w, 'digest_weekday');
    refused(await patch(w, { digest_weekday: 6, default_language: 'klingon' }));
    same(await shown(w, 'digest_weekday'), before, 'digest_weekday');
  }),
  rule('ORG-40', OF, 'The restriction to domains shows in registration with the domains.', async (w) => {
    const domain = await addDomain(w);
    const state = await stateOf(w, await w.owner(), 'realm_domains');
    holds(
      (state.at('realm_domains') as Item[]).some((one) => one['domain'] === domain),
      'the domain',
      state.body,
    );
  }),
];
