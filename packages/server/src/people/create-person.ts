import { userSettings } from '@parley/contract/objects/user-settings.ts';
import type { Role } from '@parley/contract/primitives.ts';
import { joinChannels } from '../channels/join-defaults.ts';
import { isTaken } from '../db/problems.ts';
import { q, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { isFullMember, joinRoleGroups } from '../groups/role-groups.ts';
import { badRequest } from '../problem.ts';
import type { RealmRow } from '../realm/realm.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { hashOf, newApiKey } from '../secrets/seal.ts';
import type { World } from '../world.ts';
import { storedAddress } from './address.ts';
import { introduce } from './introduce.ts';
import { nameKeyOf } from './full-name.ts';
import { lockOwnership } from './last-owner.ts';
import { noteRole } from './note-role.ts';
import type { PersonRow } from './person.ts';
import { realmOf } from './queries.ts';

export type NewPerson = {
  readonly email: string;
  readonly fullName: string;
  readonly role: Role;
  readonly passwordHash?: string | null;
  readonly emailVisibility?: number;
  /** The account is created for its user, whose first login sets `date_joined`. */
  readonly awaitsFirstLogin?: boolean;
  readonly bot?: { readonly type: number; readonly ownerId: number };
  /** Channels that somebody new is subscribed to; the default ones unless it is said. */
  readonly joins?: { readonly channelIds: readonly number[]; readonly defaults: boolean };
  readonly settings?: Readonly<Record<string, unknown>>;
};

/** Adds somebody to an organization. The key is answered once; the database keeps it hashed and sealed. */
export const createPerson = async (
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  spec: NewPerson,
): Promise<{ person: PersonRow; apiKey: string }> => {
  await lockOwnership(tx);
  const realm = await realmOf(tx);
  const apiKey = newApiKey();
  const joined = new Date(world.clock.now());
  const person = await insert(tx, {
    realm_id: tx.realmId,
    delivery_email: storedAddress(spec.email),
    email_visibility: visibilityOf(realm, spec),
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
    settings: toJson(settingsOf(realm, spec)),
    key_hash: hashOf(apiKey),
    key_sealed: world.sealer.seal(apiKey),
  });
  if (spec.bot !== undefined)
    await tx.all(q.insertInto('bot').values({ realm_id: tx.realmId, person_id: person.id }));
  noteRole(tx, person.id, spec.role);
  await introduce(tx, world, realm, person);
  await joinRoleGroups(tx, person);
  if (spec.bot === undefined) await joinChannels(tx, world, person, spec.joins);
  return { person, apiKey };
};

type Columns = Parameters<ReturnType<typeof q.insertInto<'person'>>['values']>[0];

const insert = async (tx: Tx, columns: Columns): Promise<PersonRow> => {
  try {
    const person = await tx.first(q.insertInto('person').values(columns).returningAll());
    if (person === undefined) throw new Error('The account was not created.');
    return person;
  } catch (error) {
    if (isTaken(error, 'person_email')) throw badRequest('That e-mail address is in use already.');
    throw error;
  }
};

/** Bots hide nothing; people start as their organization wants. */
const visibilityOf = (realm: RealmRow, { bot, emailVisibility }: NewPerson): number => {
  if (bot !== undefined) return 1;
  const wanted = emailVisibility ?? realm.user_defaults['email_address_visibility'];
  return typeof wanted === 'number' ? wanted : userSettings.email_address_visibility.default;
};

/** What an organization decided for new people is theirs from then on. */
const settingsOf = (realm: RealmRow, { bot, settings }: NewPerson): Record<string, unknown> => {
  const { email_address_visibility: _, ...defaults } = realm.user_defaults;
  const { default_language } = realmSettingsOf(realm);
  const language = default_language === userSettings.default_language.default ? {} : { default_language };
  return { ...(bot === undefined ? defaults : {}), ...language, ...settings };
};
