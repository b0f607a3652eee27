import { createConnection, type Connection } from '@parley/client/connection.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { addLinkifier } from '@parley/contract/endpoints/linkifiers.ts';
import { addNavigationView } from '@parley/contract/endpoints/navigation-views.ts';
import { createCustomProfileField, updateProfileData } from '@parley/contract/endpoints/profile-fields.ts';
import { addRealmDomain } from '@parley/contract/endpoints/realm-domains.ts';
import { updatePresence } from '@parley/contract/endpoints/presence.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateRealmUserSettingsDefaults, updateSettings } from '@parley/contract/endpoints/settings.ts';
import { updateStatus } from '@parley/contract/endpoints/user-status.ts';
import { createUser, deactivateUser, updateUser } from '@parley/contract/endpoints/users.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import { roles } from '@parley/contract/primitives.ts';
import { openChannels } from './channels.ts';
import { sendConversations } from './send-conversations.ts';
import { former, owner, users, type SampleUser } from './users.ts';

export type Account = { readonly id: number; readonly connection: Connection };

/** An organization with its owner, and access to the API keys of users that the demo creates. */
export type EmptyOrganization = {
  readonly url: string;
  readonly ownerId: number;
  readonly ownerKey: string;
  readonly password: string;
  readonly keyOf: (email: string) => Promise<string>;
};

/** Fills an empty organization through the API, as its own users would. */
export async function fillOrganization(
  ground: EmptyOrganization,
  progress: (line: string) => void,
): Promise<void> {
  const iris = accountOf(ground.url, owner, ground.ownerId, ground.ownerKey);
  const accounts = new Map([[owner.name, iris]]);
  for (const somebody of [...users, former]) accounts.set(somebody.name, await hire(ground, iris, somebody));
  progress(`${accounts.size} users of all roles`);

  await describeOrganization(iris.connection);
  progress('settings, a domain and two linkifiers');

  const fields = await makeFields(iris.connection);
  for (const somebody of [owner, ...users]) await fillProfile(accounts, fields, somebody);
  progress(`${fields.size} profile fields and what users wrote there`);

  const cast = {
    idOf: (name: string) => idOf(accounts, name),
    as: (name: string) => connectionOf(accounts, name),
    names: [owner, ...users].map(({ name }) => name),
  };
  const channels = await openChannels(iris.connection, cast);
  progress(`two groups and ${channels} channels`);

  await makeBots(accounts);
  progress('two bots');
  progress(`${await sendConversations(cast)} messages`);
  await writeDrafts(accounts);
  progress('drafts and navigation views');
  for (const somebody of [owner, ...users]) await showUp(accounts, somebody);
  progress('presence and status');
  await iris.connection.call(deactivateUser, { user_id: idOf(accounts, former.name) });
}

function accountOf(url: string, { email }: SampleUser, id: number, apiKey: string): Account {
  return {
    id,
    connection: createConnection({ url, credentials: { email, apiKey }, userAgent: 'ParleyDemo/1.0' }),
  };
}

async function hire(
  { url, password, keyOf }: EmptyOrganization,
  iris: Account,
  somebody: SampleUser,
): Promise<Account> {
  const { email, name, role } = somebody;
  const { user_id: id } = await iris.connection.call(createUser, { email, full_name: name, password });
  if (role !== roles.member) await iris.connection.call(updateUser, { user_id: id, role });
  return accountOf(url, somebody, id, await keyOf(email));
}

/** Value of `email_address_visibility` that shows addresses to everyone. */
const EVERYONE = 1;

async function describeOrganization(iris: Connection): Promise<void> {
  await iris.call(updateRealm, {
    description: 'We watch the sky over the harbour, and write down what we see.',
    default_language: 'en',
    message_content_edit_limit_seconds: 3600,
    video_chat_provider: 1,
  });
  await iris.call(updateRealmUserSettingsDefaults, { email_address_visibility: EVERYONE });
  await iris.call(addRealmDomain, { domain: 'observatory.example', allow_subdomains: true });
  await iris.call(addLinkifier, {
    pattern: '#(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.observatory.example/issues/{id}',
  });
  await iris.call(addLinkifier, {
    pattern: 'night:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})',
    url_template: 'https://log.observatory.example/nights/{date}',
  });
}

const FIELDS = [
  { name: 'Pronouns', field_type: profileFieldTypes.PRONOUNS.id, hint: 'How users speak of you' },
  {
    name: 'Group',
    field_type: profileFieldTypes.DROPDOWN.id,
    field_data: {
      sky: { text: 'Sky', order: '1' },
      instruments: { text: 'Instruments', order: '2' },
      office: { text: 'Office', order: '3' },
    },
    display_in_profile_summary: true,
  },
  { name: 'About me', field_type: profileFieldTypes.PARAGRAPH.id },
  { name: 'First night', field_type: profileFieldTypes.DATE.id, hint: 'When you first opened the dome' },
  { name: 'Asks for help', field_type: profileFieldTypes.USER.id, hint: 'Whom to ask when you are away' },
  { name: 'Home page', field_type: profileFieldTypes.URL.id },
  {
    name: 'Code forge',
    field_type: profileFieldTypes.EXTERNAL_ACCOUNT.id,
    field_data: { subtype: 'custom', url_pattern: 'https://code.observatory.example/%(username)s' },
  },
] as const;

type Field = { readonly id: number; readonly type: number };

async function makeFields(iris: Connection): Promise<ReadonlyMap<string, Field>> {
  const made = new Map<string, Field>();
  for (const field of FIELDS) {
    const { id } = await iris.call(createCustomProfileField, field);
    made.set(field.name, { id, type: field.field_type });
  }
  return made;
}

async function fillProfile(
  accounts: ReadonlyMap<string, Account>,
  fields: ReadonlyMap<string, Field>,
  { name, timezone, profile }: SampleUser,
): Promise<void> {
  const connection = connectionOf(accounts, name);
  const data = Object.entries(profile).map(([field, value]) => ({
    id: fields.get(field)?.id ?? 0,
    value: typeof value === 'string' ? value : value.map((other) => idOf(accounts, other)),
  }));
  await connection.call(updateProfileData, { data });
  await connection.call(updateSettings, { timezone, email_address_visibility: EVERYONE });
}

/** Clients list only users with presence, so every user reports it. */
async function showUp(
  accounts: ReadonlyMap<string, Account>,
  { name, status, isIdle = false }: SampleUser,
): Promise<void> {
  const connection = connectionOf(accounts, name);
  await connection.call(updatePresence, { status: isIdle ? 'idle' : 'active', ping_only: true });
  if (status !== undefined) await connection.call(updateStatus, status);
}

async function makeBots(accounts: ReadonlyMap<string, Account>): Promise<void> {
  await connectionOf(accounts, 'Mateo Quispe').call(createBot, {
    full_name: 'Dome Bot',
    short_name: 'dome',
    default_sending_stream: 'dome',
  });
  const incoming = { full_name: 'Weather Station', short_name: 'weather', bot_type: 2 } as const;
  await connectionOf(accounts, 'Priya Raman').call(createBot, incoming);
}

async function writeDrafts(accounts: ReadonlyMap<string, Account>): Promise<void> {
  const mateo = idOf(accounts, 'Mateo Quispe');
  const amara = idOf(accounts, 'Amara Okonkwo');
  await connectionOf(accounts, owner.name).call(createDrafts, {
    drafts: [
      {
        type: 'private',
        to: [mateo],
        topic: '',
        content: 'Did #4711 survive the storm? See night:2026-10-31.',
      },
      {
        type: 'private',
        to: [mateo, amara],
        topic: '',
        content: 'Open house on Saturday: who brings the soup?',
      },
      { type: '', to: [], topic: '', content: 'Things to say at the spring meeting' },
    ],
  });
  for (const view of VIEWS) await connectionOf(accounts, owner.name).call(addNavigationView, view);
  await connectionOf(accounts, 'Priya Raman').call(createDrafts, {
    drafts: [{ type: 'private', to: [amara], topic: '', content: 'I think we have a **nova candidate**.' }],
  });
}

const VIEWS = [
  { fragment: 'narrow/is/mentioned', is_pinned: true },
  { fragment: 'narrow/is/starred', is_pinned: false },
  { fragment: 'narrow/search/nova', is_pinned: true, name: 'Novae' },
];

function accountNamed(accounts: ReadonlyMap<string, Account>, name: string): Account {
  const account = accounts.get(name);
  if (account === undefined) throw new Error(`There is no user ${name}.`);
  return account;
}

function idOf(accounts: ReadonlyMap<string, Account>, name: string): number {
  return accountNamed(accounts, name).id;
}

function connectionOf(accounts: ReadonlyMap<string, Account>, name: string): Connection {
  return accountNamed(accounts, name).connection;
}
