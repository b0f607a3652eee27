import { userSettings } from '@parley/contract/objects/user-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { joinChannels } from '../../chat/subscriptions/join-defaults.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { beginKey } from '../credentials/begin.ts';
import { replaceBotKey } from '../credentials/keys.ts';
import { isFullMember, publishJoinedRoleGroups } from '../groups/role-groups.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { storedAddress } from './address.ts';
import { recordRole } from './change-role.ts';
import { nameKeyOf } from './full-name.ts';
import { lockAccounts } from './last-owner.ts';
import { realmOf } from './queries.ts';
import { publishNewUser } from './visibility/publish-new-user.ts';

export type NewUser = {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash?: string | null;
  readonly emailVisibility?: number;
  /** The account is created for its user, whose first login sets `date_joined`. */
  readonly awaitsFirstLogin?: boolean;
  readonly bot?: { readonly type: number; readonly ownerId: number };
  /** Initial subscriptions; the default channels if omitted. */
  readonly joins?: { readonly channelIds: readonly number[]; readonly defaults: boolean };
  readonly settings?: Readonly<Record<string, unknown>>;
};

type Parts = Pick<World, 'config' | 'sealer' | 'clock'>;

/** Adds a user with an API key to an organization. */
export async function createUserWithKey(
  tx: Tx,
  world: Parts,
  spec: NewUser,
): Promise<{ user: UserRow; apiKey: string }> {
  const user = await createUser(tx, world, spec);
  const apiKey = await (spec.bot === undefined
    ? beginKey(tx, user, { name: 'Key of the new account' })
    : replaceBotKey(tx, world.sealer, user.id));
  return { user, apiKey };
}

/** Adds a user to an organization. A human user gets an API key by a log-in. */
export async function createUser(tx: Tx, world: Parts, spec: NewUser): Promise<UserRow> {
  await lockAccounts(tx);
  const realm = await realmOf(tx);
  const joined = new Date(world.clock.now());
  const user = await insert(tx, {
    realm_id: tx.realmId,
    delivery_email: storedAddress(spec.email),
    email_visibility: initialEmailVisibility(realm, spec),
    full_name: spec.fullName,
    name_key: nameKeyOf(spec.fullName),
    role: spec.role,
    is_full_member: isFullMember(realm, joined, joined.getTime()),
    bot_type: spec.bot?.type ?? null,
    bot_owner_id: spec.bot?.ownerId ?? null,
    date_joined: joined,
    awaits_first_login: spec.awaitsFirstLogin ?? false,
    avatar_source: realmSettingsOf(realm).default_avatar_source,
    password_hash: spec.passwordHash ?? null,
    settings: toJson(initialSettings(realm, spec)),
  });
  tx.record({
    action: spec.bot === undefined ? 'user.created' : 'bot.created',
    object: { type: 'user', id: user.id },
    after: {
      role: spec.role,
      ...(spec.bot === undefined ? {} : { type: spec.bot.type, owner_id: spec.bot.ownerId }),
    },
    personal: { userId: user.id, after: { full_name: spec.fullName, delivery_email: user.delivery_email } },
  });
  if (spec.bot !== undefined)
    await tx.all(q.insertInto('bot').values({ realm_id: tx.realmId, user_id: user.id }));
  recordRole(tx, user.id, spec.role);
  await publishNewUser(tx, world, realm, user);
  await publishJoinedRoleGroups(tx, user);
  if (spec.bot === undefined) await joinChannels(tx, world, user, spec.joins);
  return user;
}

type Columns = Parameters<ReturnType<typeof q.insertInto<'realm_user'>>['values']>[0];

async function insert(tx: Tx, columns: Columns): Promise<UserRow> {
  try {
    const user = await tx.first(q.insertInto('realm_user').values(columns).returningAll());
    if (user === undefined) throw new Error('The account was not created.');
    return user;
  } catch (error) {
    if (isUniqueViolation(error, 'user_email')) throw badRequest('This e-mail address is already in use.');
    throw error;
  }
}

/** Bot addresses are visible to everyone; human users start with the organization's default. */
export function initialEmailVisibility(
  realm: RealmRow,
  { bot, emailVisibility }: Pick<NewUser, 'bot' | 'emailVisibility'>,
): number {
  if (bot !== undefined) return 1;
  const visibility = emailVisibility ?? realm.user_defaults['email_address_visibility'];
  return typeof visibility === 'number' ? visibility : userSettings.email_address_visibility.default;
}

/** Copies the organization's defaults: later changes to them do not affect existing users. */
export function initialSettings(
  realm: RealmRow,
  { bot, settings }: Pick<NewUser, 'bot' | 'settings'>,
): Record<string, unknown> {
  const { email_address_visibility: _, ...defaults } = realm.user_defaults;
  const { default_language } = realmSettingsOf(realm);
  const language = default_language === userSettings.default_language.default ? {} : { default_language };
  return { ...(bot === undefined ? defaults : {}), ...language, ...settings };
}
