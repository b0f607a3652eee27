import {
  changesGroup,
  channelAdministration,
  deny,
  allow,
  anybody,
  group,
  humanMembers,
  isAdmin,
  isOwner,
  keepsBot,
  notPrincipal,
  opensToWeb,
  isGuest,
  readsChannel,
  type Policy,
  type Relation,
} from '../policy.ts';
import { always, type Family, freshName, type ValueOf } from './family.ts';

/** Channels, section 11, and groups and permissions, section 5. */
const readers = channelAdministration((who, relation) => (readsChannel(who, relation) ? allow : deny()));

/** The value where the channel can have it. */
function about(relations: readonly Relation[], value: unknown): ValueOf {
  return ({ relation }) => (relations.includes(relation) ? value : undefined);
}

/** Channels that do not exist for the caller are refused whatever is asked. */
const NONE: readonly Relation[] = ['foreign', 'missing'];

const channel: Family = {
  operation: 'update-stream',
  axis: 'channel',
  relations: ['public', 'private', 'protected', 'archived', 'archived private', 'foreign', 'missing'],
  call: ({ id }) => ({ path: { stream_id: id } }),
  usual: channelAdministration(anybody),
  rules: {
    can_add_subscribers_group: readers,
    can_subscribe_group: readers,
    // History, once it was read, cannot be closed again.
    history_public_to_subscribers: channelAdministration((who, relation) =>
      relation !== 'protected' || readsChannel(who, relation) ? allow : deny(),
    ),
    default_push_notifications: channelAdministration((who) => (isAdmin(who) ? allow : deny())),
    is_private: readers,
    is_web_public: channelAdministration(opensToWeb),
    is_default_stream: channelAdministration((who) => (isAdmin(who) ? allow : deny())),
    message_retention_days: channelAdministration((who) => (isOwner(who) ? allow : notPrincipal)),
    can_delete_any_message_group: channelAdministration((who) => (isAdmin(who) ? allow : deny())),
    can_delete_own_message_group: channelAdministration((who) => (isAdmin(who) ? allow : deny())),
  },
  values: {
    default_push_notifications: always(true),
    description: freshName,
    folder_id: ({ known, relation }) => (NONE.includes(relation) ? 1 : known.folder),
    history_public_to_subscribers: ({ relation }) =>
      relation === 'public' || relation === 'archived' ? undefined : relation === 'protected',
    is_archived: about(['archived', 'archived private', ...NONE], false),
    is_default_stream: about(['public', ...NONE], true),
    is_private: ({ relation }) => relation === 'public' || relation === 'archived',
    is_web_public: about(['public', ...NONE], true),
    message_retention_days: always(30),
    new_name: freshName,
    topics_policy: always('disable_empty_topic'),
    can_create_topic_group: ({ known, relation }) =>
      relation === 'protected' ? undefined : { new: known.groups['role:moderators'] },
  },
  skipped: {},
  spends: ['can_administer_channel_group'],
  rows: ({ id }) => [['channel', id]],
};

const bot: Family = {
  operation: 'update-bot',
  axis: 'user',
  relations: ['own bot', "other's bot", 'visible', 'an owner', 'foreign', 'missing'],
  call: ({ id }) => ({ path: { bot_id: id } }),
  usual: humanMembers(keepsBot),
  rules: {
    role: humanMembers((who, relation) => {
      const verdict = keepsBot(who, relation);
      return verdict?.allow === true && !isAdmin(who) ? notPrincipal : verdict;
    }),
    bot_owner_id: humanMembers((who, relation) => {
      const verdict = keepsBot(who, relation);
      return verdict?.allow === true && relation !== 'own bot' ? deny() : verdict;
    }),
  },
  values: {
    bot_owner_id: ({ stage }) => stage.neighbour.id,
    config_data: always({ word: 'value' }),
    default_all_public_streams: always(true),
    default_events_register_stream: ({ known }) => known.common.name,
    default_sending_stream: ({ known }) => known.common.name,
    full_name: freshName,
    role: always(300),
    short_name: () => freshName().replaceAll(' ', '-'),
  },
  skipped: {
    service_interface: 'only outgoing-webhook bots have it',
    service_payload_url: 'only outgoing-webhook bots have it',
  },
  spends: [],
  rows: ({ id }) => [
    ['realm_user', id],
    ['bot', id],
  ],
};

const userGroup: Family = {
  operation: 'update-user-group',
  axis: 'group',
  relations: ['system', 'own', "other's", 'deactivated', 'foreign', 'missing'],
  call: ({ id }) => ({ path: { user_group_id: id } }),
  usual: group(changesGroup),
  rules: {},
  values: {
    name: freshName,
    description: freshName,
    deactivated: about(['deactivated', 'system', ...NONE], false),
  },
  skipped: {},
  spends: ['can_manage_group'],
  rows: ({ id }) => [['user_group', id]],
};

const MODERATOR_ROLE = 300;

function creators(inner: Policy['rule']): Policy['rule'] {
  return (who, relation) => (isGuest(who) ? deny() : inner(who, relation));
}

const newChannel: Family = {
  operation: 'create-channel',
  axis: 'nothing',
  relations: ['-'],
  call: (_target, { id }) => ({ fields: { name: freshName(), subscribers: id === 0 ? [] : [id] } }),
  usual: creators(anybody),
  rules: {
    default_push_notifications: creators((who) => (isAdmin(who) ? allow : deny())),
    is_default_stream: creators((who) => (isAdmin(who) ? allow : deny())),
    is_web_public: creators(opensToWeb),
    message_retention_days: creators((who) => (isOwner(who) ? allow : notPrincipal)),
    can_delete_any_message_group: creators((who) => (who.role <= MODERATOR_ROLE ? allow : deny())),
    can_delete_own_message_group: creators((who) => (who.role <= MODERATOR_ROLE ? allow : deny())),
  },
  values: {
    announce: always(true),
    default_push_notifications: always(true),
    description: freshName,
    folder_id: ({ known }) => known.folder,
    history_public_to_subscribers: always(true),
    invite_only: always(true),
    is_default_stream: always(true),
    is_web_public: always(true),
    message_retention_days: always(30),
    topics_policy: always('disable_empty_topic'),
  },
  skipped: {},
  spends: [],
  rows: () => [],
};

export const objectFamilies: readonly Family[] = [channel, bot, userGroup, newChannel];
