import type { Selectable } from 'kysely';
import type { Schema } from '../engine/db/schema.ts';
import type { RealmRow } from '../engine/db/realm.ts';

export type UserRow = Selectable<Schema['realm_user']>;

/** Who makes a request, and in which organization. */
export type Actor = { readonly realm: RealmRow; readonly user: UserRow };

export function isOwner(user: Pick<UserRow, 'role'>): boolean {
  return user.role === 100;
}

export function isAdministrator(user: Pick<UserRow, 'role'>): boolean {
  return user.role <= 200;
}

export function isModerator(user: Pick<UserRow, 'role'>): boolean {
  return user.role <= 300;
}

export function isGuest(user: Pick<UserRow, 'role'>): boolean {
  return user.role === 600;
}

/** The id of the visitor without an account, which no account has. */
export const SPECTATOR_ID = 0;

export function isSpectator(user: Pick<UserRow, 'id'>): boolean {
  return user.id === SPECTATOR_ID;
}

/** The role of an account that the server itself has in an organization: in no group, and nobody's to change. */
export const SYSTEM_ROLE = 700;

export function isSystem(user: Pick<UserRow, 'role'>): boolean {
  return user.role === SYSTEM_ROLE;
}

export function isBot(user: Pick<UserRow, 'bot_type'>): boolean {
  return user.bot_type !== null;
}
