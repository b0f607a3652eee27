import type { FilePart } from '@parley/rules/wire.ts';
import { HOME, type Actor, type Stage } from './cast.ts';
import { PNG } from '@parley/test-support/pictures.ts';
import { draftWith, passwordFor, webPushDevice, type Target } from './targets.ts';

/** How one operation is called about a thing: its path parameters, and what travels besides. */
export type Call = {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly files?: readonly FilePart[];
};

export type Ask = (target: Target, actor: Actor, stage: Stage) => Call | Promise<Call>;

/** Prepares an allowed call, such as muting before unmuting. */
export type Before = (target: Target, actor: Actor, stage: Stage) => Promise<unknown>;

let count = 0;

function fresh(): string {
  return `x${(count += 1)}n${process.pid}`;
}

const none: Ask = () => ({});
const shownUser: Ask = ({ id }) => ({ path: { user_id: id } });
const bot: Ask = ({ id }) => ({ path: { bot_id: id } });
const stream: Ask = ({ id }) => ({ path: { stream_id: id } });
const inGroup: Ask = ({ id }) => ({ path: { user_group_id: id } });

function along(ask: Ask, fields: () => Readonly<Record<string, unknown>>): Ask {
  return async (target, actor, stage) => ({ ...(await ask(target, actor, stage)), fields: fields() });
}

function localNeighbour({ host }: Actor, stage: Stage): number {
  return (host === HOME ? stage.neighbour : stage.otherNeighbour).id;
}

function linkifier() {
  const word = fresh();
  return { pattern: `${word}-(?P<id>[0-9]+)`, url_template: `https://example.com/${word}/{id}` };
}

async function idsOf(stage: Stage, { host }: Actor, path: string, list: string): Promise<readonly number[]> {
  const by = host === HOME ? stage.founder : stage.otherFounder;
  const answer = await stage.must(by, 'GET', path);
  return (answer.at(list) as { id: number }[]).map(({ id }) => id);
}

function inviting(invite_as: number) {
  return {
    invitee_emails: `${fresh()}@example.com`,
    stream_ids: [],
    invite_as,
  };
}

const picture: readonly FilePart[] = [{ name: 'file', content: PNG }];

const settings: Ask = () => ({ fields: { web_font_size_px: 12 + ((count += 1) % 8) } });

/** By operation, with the way behind a slash where there are several. */
export const asks: Readonly<Record<string, Ask>> = {
  'get-server-settings': none,
  'fetch-api-key': ({ name, relation }) => ({ fields: { username: name, password: passwordFor(relation) } }),
  'register-queue': (_target, { who }) => ({
    fields: {
      include_subscribers: who.visits ? 'false' : 'true',
      client_capabilities: {
        notification_settings_null: true,
        user_list_incomplete: true,
        archived_channels: true,
      },
    },
  }),
  'register-queue/all public channels': () => ({
    fields: { all_public_streams: true, fetch_event_types: [] },
  }),
  'get-events': ({ name, id }) => ({ fields: { queue_id: name, last_event_id: id, dont_block: true } }),
  'delete-queue': ({ name }) => ({ fields: { queue_id: name } }),
  'get-user-list-part': () => ({ fields: { users_since: '' } }),
  'get-users': () => ({ fields: { include_custom_profile_fields: true } }),
  'get-users/by id': ({ id }) => ({ fields: { user_ids: [id] } }),
  'create-user': () => ({
    fields: { email: `${fresh()}@example.com`, password: 'a fine long Passw0rd 17', full_name: fresh() },
  }),
  'get-own-user': none,
  'upload-avatar': () => ({ files: picture }),
  'delete-avatar': none,
  'upload-realm-icon': () => ({ files: picture }),
  'delete-realm-icon': none,
  'upload-realm-logo': () => ({ fields: { night: false }, files: picture }),
  'delete-realm-logo': () => ({ fields: { night: true } }),
  'deactivate-own-user': none,
  'regenerate-api-key': none,
  'get-user': shownUser,
  'get-user-by-email': ({ name }) => ({ path: { email: name } }),
  'update-user/name': along(shownUser, () => ({ full_name: `Renamed ${fresh()}` })),
  'update-user/role': along(shownUser, () => ({ role: 300 })),
  'update-user/to owner': along(shownUser, () => ({ role: 100 })),
  'update-user-by-email': ({ name }) => ({
    path: { email: name },
    fields: { full_name: `Renamed ${fresh()}` },
  }),
  'deactivate-user': shownUser,
  'reactivate-user': shownUser,
  'get-bots': none,
  'create-bot': () => ({ fields: { short_name: fresh(), full_name: `Bot ${fresh()}` } }),
  'update-bot': along(bot, () => ({ full_name: `Bot ${fresh()}` })),
  'delete-bot': bot,
  'get-bot-api-key': bot,
  'regenerate-bot-api-key': bot,
  'get-bot-storage': none,
  'update-bot-storage': (_target, { who }, stage) => ({
    fields: { storage: { [fresh()]: stage.canaries.hatch((other) => other.kind === who.kind) } },
  }),
  'remove-bot-storage': none,
  'get-user-groups': none,
  'create-user-group': () => ({ fields: { name: fresh(), description: '', members: [] } }),
  'update-user-group': along(inGroup, () => ({ description: fresh() })),
  'deactivate-user-group': inGroup,
  'update-user-group-members/add': ({ id }, actor, stage) => ({
    path: { user_group_id: id },
    fields: { add: [localNeighbour(actor, stage)] },
  }),
  'update-user-group-members/remove': ({ id }, actor, stage) => ({
    path: { user_group_id: id },
    fields: { delete: [actor.host === HOME ? stage.keeper.id : stage.otherFounder.id] },
  }),
  'get-user-group-members': inGroup,
  'get-is-user-group-member': ({ id }, actor, stage) => ({
    path: { user_group_id: id, user_id: localNeighbour(actor, stage) },
  }),
  'update-user-group-subgroups': ({ id }, _actor, stage) => ({
    path: { user_group_id: id },
    fields: { add: [stage.roleMembers] },
  }),
  'get-user-group-subgroups': inGroup,
  'get-custom-profile-fields': none,
  'create-custom-profile-field': () => ({ fields: { field_type: 1, name: fresh() } }),
  'reorder-custom-profile-fields': async (_target, actor, stage) => ({
    fields: { order: (await idsOf(stage, actor, '/realm/profile_fields', 'custom_fields')).toReversed() },
  }),
  'update-custom-profile-field': ({ id }) => ({ path: { field_id: id }, fields: { hint: fresh() } }),
  'delete-custom-profile-field': ({ id }) => ({ path: { field_id: id } }),
  'update-profile-data': ({ id }) => ({ fields: { data: [{ id, value: fresh() }] } }),
  'remove-profile-data': ({ id }) => ({ fields: { data: [id] } }),
  'get-linkifiers': none,
  'add-linkifier': () => ({ fields: linkifier() }),
  'update-linkifier': ({ id }) => ({ path: { filter_id: id }, fields: linkifier() }),
  'remove-linkifier': ({ id }) => ({ path: { filter_id: id } }),
  'reorder-linkifiers': async (_target, actor, stage) => ({
    fields: {
      ordered_linkifier_ids: (await idsOf(stage, actor, '/realm/linkifiers', 'linkifiers')).toReversed(),
    },
  }),
  'add-code-playground': () => ({
    fields: { name: fresh(), pygments_language: 'python', url_template: 'https://example.com/?c={code}' },
  }),
  'remove-code-playground': ({ id }) => ({ path: { playground_id: id } }),
  'get-custom-emoji': none,
  'upload-custom-emoji': () => ({ path: { emoji_name: fresh() }, files: picture }),
  'deactivate-custom-emoji': ({ name }) => ({ path: { emoji_name: name } }),
  'get-realm-domains': none,
  'add-realm-domain': () => ({ fields: { domain: `${fresh()}.example.org`, allow_subdomains: false } }),
  'patch-realm-domain': ({ name }) => ({ path: { domain: name }, fields: { allow_subdomains: true } }),
  'delete-realm-domain': ({ name }) => ({ path: { domain: name } }),
  'get-drafts': none,
  'create-drafts': () => ({ fields: { drafts: [draftWith(fresh())] } }),
  'create-drafts/to a channel': ({ id }) => ({
    fields: { drafts: [{ type: 'stream', to: [id], topic: 'a topic', content: fresh() }] },
  }),
  'create-drafts/to a user': ({ id }) => ({
    fields: { drafts: [{ type: 'private', to: [id], topic: '', content: fresh() }] },
  }),
  'edit-draft': ({ id }) => ({ path: { draft_id: id }, fields: { draft: draftWith(fresh()) } }),
  'delete-draft': ({ id }) => ({ path: { draft_id: id } }),
  'get-navigation-views': none,
  'add-navigation-view': () => ({
    fields: { fragment: `narrow/${fresh()}`, is_pinned: true, name: fresh() },
  }),
  'edit-navigation-view': ({ name }) => ({ path: { fragment: name }, fields: { is_pinned: false } }),
  'remove-navigation-view': ({ name }) => ({ path: { fragment: name } }),
  'get-alert-words': none,
  'add-alert-words': () => ({ fields: { alert_words: [fresh()] } }),
  'remove-alert-words': () => ({ fields: { alert_words: ['nothing'] } }),
  'mute-user': ({ id }) => ({ path: { muted_user_id: id } }),
  'unmute-user': ({ id }) => ({ path: { muted_user_id: id } }),
  'get-invites': none,
  'send-invites': () => ({ fields: inviting(400) }),
  'send-invites/an owner': () => ({ fields: inviting(100) }),
  'send-invites/a moderator': () => ({ fields: inviting(300) }),
  'create-invite-link': none,
  'revoke-email-invite': ({ id }) => ({ path: { invite_id: id } }),
  'resend-email-invite': ({ id }) => ({ path: { invite_id: id } }),
  'revoke-invite-link': ({ id }) => ({ path: { invite_id: id } }),
  'get-saved-snippets': none,
  'create-saved-snippet': () => ({ fields: { title: fresh(), content: fresh() } }),
  'edit-saved-snippet': ({ id }) => ({ path: { saved_snippet_id: id }, fields: { title: fresh() } }),
  'delete-saved-snippet': ({ id }) => ({ path: { saved_snippet_id: id } }),
  'get-event-subscriptions': none,
  'create-event-subscription': () => ({
    fields: { url: `https://example.com/${fresh()}`, event_types: [] },
  }),
  'update-event-subscription': ({ id }) => ({ path: { subscription_id: id }, fields: { paused: true } }),
  'replay-event-subscription': ({ id }) => ({ path: { subscription_id: id }, fields: { last_event_id: 0 } }),
  'rotate-event-subscription-secret': ({ id }) => ({ path: { subscription_id: id } }),
  'get-event-deliveries': ({ id }) => ({ path: { subscription_id: id } }),
  'delete-event-subscription': ({ id }) => ({ path: { subscription_id: id } }),
  'get-personal-exports': none,
  'create-personal-export': none,
  'create-realm-import': async (_target, _actor, { sql }) => {
    // An organization has one unfinished import.
    await sql.query(
      "delete from chat_import where state in ('receiving', 'checking', 'checked', 'waiting', 'returning')",
    );
    return { fields: { source: 'slack', file_name: `${fresh()}.zip`, size: 20 } };
  },
  'upload-realm-import-part': ({ id }) => ({
    path: { import_id: id, offset: 0 },
    files: [{ name: 'part', content: fresh() }],
  }),
  'get-realm-imports': none,
  'get-realm-import': ({ id }) => ({ path: { import_id: id } }),
  'start-realm-import': async ({ id }, _actor, { sql }) => {
    await sql.query(
      "update chat_import set state = 'checked', received = size, parts = '{imports/1/1/missing}' where id = $1",
      [id],
    );
    return { path: { import_id: id } };
  },
  'delete-realm-import': ({ id }) => ({ path: { import_id: id } }),
  'get-audit-entries': none,
  'get-last-changes': none,
  'get-grants': none,
  'create-grant': () => ({ fields: { name: fresh(), scopes: ['read_messages'] } }),
  'end-grant': ({ id }) => ({ path: { grant_id: id } }),
  'get-grants-of-users': none,
  'get-second-steps-of-users': none,
  'get-oauth-clients': none,
  'add-oauth-client': () => ({ fields: { host: `${fresh().toLowerCase()}.example` } }),
  'remove-oauth-client': ({ id }) => ({ path: { client: id } }),
  'get-directory': none,
  'update-directory': () => ({ fields: { groups_claim: fresh() } }),
  'test-directory': () => ({ fields: { email: `${fresh()}@example.com` } }),
  'create-directory-token': () => ({ fields: { name: fresh(), days: 30 } }),
  'end-directory-token': ({ id }) => ({ path: { token_id: id } }),
  'get-holds': none,
  'create-hold': ({ name }) => ({ fields: { user_id: name, reason: fresh() } }),
  'delete-hold': ({ id }) => ({ path: { hold_id: id } }),
  'get-integration': () => ({ path: { integration: 'github' } }),
  'register-client-device': none,
  'remove-client-device': ({ id }) => ({ fields: { device_id: id } }),
  'register-push-device': ({ id }) => ({ fields: { device_id: id, ...PUSH_REGISTRATION } }),
  'get-web-push': none,
  'add-web-push': () => ({ fields: webPushDevice(fresh()) }),
  'remove-web-push': ({ id }) => ({ path: { subscription_id: id } }),
  'add-apns-token': () => ({ fields: { token: Buffer.from(fresh()).toString('hex'), appid: 'app' } }),
  'add-fcm-token': () => ({ fields: { token: fresh() } }),
  'remove-apns-token': () => ({ fields: { token: fresh() } }),
  'remove-fcm-token': () => ({ fields: { token: fresh() } }),
  'test-notify': () => ({ fields: { token: fresh() } }),
  'e2ee-test-notify': none,
  'update-settings': settings,
  'update-settings/of others': ({ id }) => ({
    fields: {
      web_font_size_px: 12 + ((count += 1) % 8),
      target_users: { user_ids: [id], skip_if_already_edited: false },
    },
  }),
  'update-display-settings': settings,
  'update-notification-settings': settings,
  'update-realm-user-settings-defaults': settings,
  'update-realm': () => ({ fields: { description: fresh() } }),
  'update-realm/for owners': () => ({ fields: { message_retention_days: 100 + (count += 1) } }),
  'deactivate-realm': none,
  'export-realm': async (_target, _actor, { sql }) => {
    // An organization has five a week, and the end of one would be an event of another call: its lock is taken.
    await sql.query("update realm_export set requested_at = now() - interval '8 days'");
    await sql.query(
      'select pg_advisory_lock(7365247, hashint8(last_value + n)) from realm_export_id, generate_series(0, 1) n',
    );
    return {};
  },
  'get-realm-exports': none,
  'get-realm-export-consents': none,
  'delete-realm-export': ({ id }) => ({ path: { export_id: id } }),
  'subscribe/oneself': ({ name }) => ({ fields: { subscriptions: [{ name }] } }),
  'subscribe/others': ({ name }, actor, stage) => ({
    fields: { subscriptions: [{ name }], principals: [localNeighbour(actor, stage)] },
  }),
  'subscribe/somebody': ({ id }) => ({
    fields: { subscriptions: [{ name: 'a place for all' }], principals: [id] },
  }),
  'unsubscribe/oneself': ({ name }) => ({ fields: { subscriptions: [name] } }),
  'unsubscribe/others': ({ name }, actor, stage) => ({
    fields: { subscriptions: [name], principals: [localNeighbour(actor, stage)] },
  }),
  'update-subscriptions': ({ name }) => ({ fields: { add: [{ name }] } }),
  'get-subscriptions': () => ({ fields: { include_subscribers: 'true' } }),
  'update-subscription-property': ({ id }) => ({
    path: { stream_id: id },
    fields: { property: 'pin_to_top', value: 'true' },
  }),
  'update-subscription-settings': ({ id }) => ({
    fields: { subscription_data: [{ stream_id: id, property: 'pin_to_top', value: true }] },
  }),
  'get-subscription-status': ({ id }, actor) => ({ path: { user_id: actor.id, stream_id: id } }),
  'get-subscription-status/of somebody': ({ id }, { host }, stage) => ({
    path: { user_id: id, stream_id: host === HOME ? stage.common.id : stage.otherCommon },
  }),
  'get-user-channels': shownUser,
  'mute-topic': ({ id }) => ({ fields: { op: 'add', topic: fresh(), stream_id: id } }),
  'update-user-topic': ({ id }) => ({ fields: { stream_id: id, topic: fresh(), visibility_policy: 1 } }),
  'create-channel': () => ({ fields: { name: fresh(), subscribers: [] } }),
  'create-channel/private': (_target, { id, who }, stage) => ({
    fields: {
      name: `private ${stage.canaries.hatch((other) => other.kind === who.kind || (other.role <= 200 && !other.elsewhere))}`,
      subscribers: [id],
      invite_only: true,
    },
  }),
  'create-channel/for everybody new': () => ({
    fields: { name: fresh(), subscribers: [], is_default_stream: true },
  }),
  'create-channel/web-public': () => ({
    fields: { name: fresh(), subscribers: [], is_web_public: true },
  }),
  'update-stream/web-public': (_target, _actor, stage) => ({
    path: { stream_id: stage.toOpen },
    fields: { is_web_public: true },
  }),
  'create-channel/with retention': () => ({
    fields: { name: fresh(), subscribers: [], message_retention_days: 30 },
  }),
  'get-streams': () => ({ fields: { include_all: true, exclude_archived: false, include_default: true } }),
  'get-stream-by-id': stream,
  'get-subscribers': stream,
  'get-stream-id': ({ name }) => ({ fields: { stream: name } }),
  'get-stream-email-address': stream,
  'end-stream-email-addresses': stream,
  'get-stream-email-address/as somebody': ({ id }, { host }, stage) => ({
    path: { stream_id: host === HOME ? stage.common.id : stage.otherCommon },
    fields: { sender_id: id },
  }),
  'update-stream/description': along(stream, () => ({ description: fresh() })),
  'update-stream/privacy': along(stream, () => ({ is_private: false })),
  'update-stream/retention': along(stream, () => ({ message_retention_days: 30 })),
  'update-stream/who may subscribe': ({ id }, _actor, stage) => ({
    path: { stream_id: id },
    fields: { can_add_subscribers_group: { new: stage.rightGroup } },
  }),
  'archive-stream': stream,
  'add-default-stream': ({ id }) => ({ fields: { stream_id: id } }),
  'remove-default-stream': ({ id }) => ({ fields: { stream_id: id } }),
  'create-channel-folder': () => ({ fields: { name: fresh(), description: '' } }),
  'get-channel-folders': () => ({ fields: { include_archived: true } }),
  'update-channel-folder': ({ id }) => ({
    path: { channel_folder_id: id },
    fields: { description: fresh() },
  }),
  'patch-channel-folders': async (_target, actor, stage) => ({
    fields: { order: (await idsOf(stage, actor, '/channel_folders', 'channel_folders')).toReversed() },
  }),
  'create-conference-call': none,
  'update-presence': () => ({ fields: { status: 'active' } }),
  'get-user-presence': ({ id }) => ({ path: { user_id_or_email: id } }),
  'get-presence': none,
  'update-status': () => ({ fields: { status_text: fresh() } }),
  'update-status-for-user': along(shownUser, () => ({ status_text: fresh() })),
  'get-user-status': shownUser,
};

function as({ as: credentials, host }: Actor) {
  return { as: credentials, host };
}

export const befores: Readonly<Record<string, Before>> = {
  'get-user-presence': ({ id }, _actor, stage) =>
    stage.sql.query(
      `insert into presence select realm_id, id, now(), now(), 1000000 + id from realm_user where id = $1
       on conflict do nothing`,
      [id],
    ),
  'unmute-user': ({ id }, actor, stage) => stage.ask('POST', `/users/me/muted_users/${id}`, as(actor)),
};

/** A registration with a token that the server cannot open, so that the device gets a key and an error code. */
const PUSH_REGISTRATION = {
  push_key_id: 1,
  push_key: 'MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt',
  token_kind: 'fcm',
  token_id: 'dG9rZW4=',
  bouncer_public_key: 'a2V5',
  encrypted_push_registration: 'c2VhbGVk',
};
