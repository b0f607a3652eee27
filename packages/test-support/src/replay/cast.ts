import { createConnection } from '@parley/client/connection.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { getUser } from '@parley/contract/endpoints/users.ts';
import { checkWire } from '../check-wire.ts';
import type { TestUser, TestServer } from '../harness.ts';
import type { Watcher } from './replay.ts';

/**
 * A user of every role, and one to whom things happen. `passedBot` gets new owners, and with each a new key, so it has
 * no client.
 */
export type Cast = Readonly<
  Record<
    'owner' | 'administrator' | 'moderator' | 'member' | 'guest' | 'bot' | 'passedBot' | 'hero',
    TestUser
  >
>;

export async function createCast(server: TestServer): Promise<Cast> {
  const member = await server.user({ role: 400, fullName: 'Mia Member', emailVisibility: 2 });
  return {
    owner: await server.user({ role: 100, fullName: 'Olga Owner', emailVisibility: 3 }),
    administrator: await server.user({ role: 200, fullName: 'Adam Administrator', emailVisibility: 4 }),
    moderator: await server.user({ role: 300, fullName: 'Mo Moderator', emailVisibility: 5 }),
    member,
    guest: await server.user({ role: 600, fullName: 'Gus Guest', emailVisibility: 1 }),
    bot: await createBotOf(server, member, 'bob'),
    passedBot: await createBotOf(server, member, 'pam'),
    hero: await server.user({ role: 400, fullName: 'Hera Hero', emailVisibility: 3 }),
  };
}

async function createBotOf(server: TestServer, owner: TestUser, name: string): Promise<TestUser> {
  const made = await owner.connection.call(createBot, {
    short_name: `${name}${owner.id}`,
    full_name: `${name} ${owner.id}`,
  });
  const { user: shownUser } = await owner.connection.call(getUser, { user_id: made.user_id });
  const credentials = { email: shownUser.email, apiKey: made.api_key };
  const connection = createConnection({ url: server.url, credentials, onAnswer: checkWire });
  return { ...credentials, id: made.user_id, realmId: owner.realmId, connection };
}

type RegisterParameters = ArgumentsOf<typeof registerQueue>;

/** A client that can handle everything. */
const modern: RegisterParameters = {
  include_subscribers: 'true',
  apply_markdown: true,
  client_gravatar: false,
  slim_presence: true,
  client_capabilities: {
    notification_settings_null: true,
    bulk_message_deletion: true,
    user_avatar_url_field_optional: true,
    stream_typing_notifications: true,
    user_settings_object: true,
    linkifier_url_template: true,
    user_list_incomplete: true,
    include_deactivated_groups: true,
    archived_channels: true,
    empty_topic_name: true,
    simplified_presence_events: true,
    individual_emoji_changes: true,
  },
};
/** A client that says nothing about itself. */
const plain: RegisterParameters = {};
/** A client that wants to know little, but everything that what it knows depends on. */
const sparse: RegisterParameters = {
  event_types: [
    'custom_profile_fields',
    'drafts',
    'realm',
    'realm_bot',
    'realm_user',
    'realm_user_groups',
    'user_group',
    'user_settings',
  ],
  fetch_event_types: ['drafts', 'realm', 'realm_bot', 'realm_user', 'realm_user_groups'],
};

/** Clients that can handle everything and clients that say nothing, of everybody; of some, both. */
export function watchersOf(cast: Cast): Watcher[] {
  const { owner, administrator, moderator, member, guest, bot, hero } = cast;
  return [
    { name: "the owner's client", user: owner, parameters: modern },
    { name: "the administrator's plain client", user: administrator, parameters: plain },
    { name: "the moderator's client", user: moderator, parameters: modern },
    { name: "the member's plain client", user: member, parameters: plain },
    { name: "the guest's client", user: guest, parameters: modern },
    { name: "the guest's plain client", user: guest, parameters: plain },
    { name: 'the bot', user: bot, parameters: modern },
    { name: "the hero's client", user: hero, parameters: modern },
    { name: "the hero's plain client", user: hero, parameters: plain },
    { name: "the hero's sparse client", user: hero, parameters: sparse },
  ];
}

/** A client of the most powerful, of the least powerful and of the hero are compared whole after each act. */
const WHOLE = new Set(["the owner's client", "the guest's client", "the hero's plain client"]);

export function briefWatchersOf(cast: Cast): Watcher[] {
  return watchersOf(cast).map((watcher) => ({ ...watcher, isBrief: !WHOLE.has(watcher.name) }));
}

export function secretsOf(cast: Cast) {
  return {
    addresses: new Map(Object.values(cast).map(({ id, email }) => [id, email])),
    keys: new Set(Object.values(cast).map(({ apiKey }) => apiKey)),
    texts: new Map<string, TestUser>(),
  };
}
