import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { RealmRow } from '../realm/realm.ts';

export type PersonRow = Selectable<Schema['person']>;

/** Who makes a request, and in which organization. */
export type Actor = { readonly realm: RealmRow; readonly person: PersonRow };

export const isOwner = (person: Pick<PersonRow, 'role'>): boolean => person.role === 100;
export const isAdministrator = (person: Pick<PersonRow, 'role'>): boolean => person.role <= 200;
export const isModerator = (person: Pick<PersonRow, 'role'>): boolean => person.role <= 300;
export const isGuest = (person: Pick<PersonRow, 'role'>): boolean => person.role === 600;

/** The id of the visitor without an account, which no account has. */
export const SPECTATOR_ID = 0;

export function isSpectator(person: Pick<PersonRow, 'id'>): boolean {
  return person.id === SPECTATOR_ID;
}

/** The role of an account that the server itself has in an organization: in no group, and nobody's to change. */
export const SYSTEM_ROLE = 700;
export const isSystem = (person: Pick<PersonRow, 'role'>): boolean => person.role === SYSTEM_ROLE;

export const isBot = (person: Pick<PersonRow, 'bot_type'>): boolean => person.bot_type !== null;
