import { botTypes } from '@parley/contract/objects/user.ts';
import type { Share } from '../engine/turns/share.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../engine/db/schema.ts';
import type { PollCredential } from '../delivery/poll-credential.ts';
import type { RealmRow } from '../engine/db/realm.ts';

export type UserRow = Selectable<Schema['realm_user']>;

/** Bounds of a grant to the messages of its user. */
export type GrantLimits = {
  /** Undefined for all conversations. */
  readonly channels: ReadonlySet<number> | undefined;
  /** Milliseconds from which messages are read; undefined for all. */
  readonly since: number | undefined;
};

/** The user who makes a request, and the organization. */
export type Actor = {
  readonly realm: RealmRow;
  readonly user: UserRow;
  /** Of the grant that makes the request, if it has any. */
  readonly limits?: GrantLimits | undefined;
};

/** Whether the limits of a grant leave a channel out. Null stands for direct messages. */
export function leavesOut(limits: GrantLimits | undefined, channelId: number | null): boolean {
  return limits?.channels !== undefined && (channelId === null || !limits.channels.has(channelId));
}

/** An actor, with the credential if a request made it known. */
export type Sharer = Actor & { readonly credential?: Pick<PollCredential, 'id' | 'kind'> };

/**
 * The share of the actor in a resource that organizations use in turns. A grant has one of its own, under a number that no user has,
 * so a busy program does not hold up its user.
 */
export function shareOf({ realm, user, credential }: Sharer): Share {
  return { realmId: realm.id, userId: credential?.kind === 'grant' ? -credential.id : user.id };
}

/** The user id of visitors without an account; no account has it. */
export const SPECTATOR_ID = 0;

export function isSpectator(user: Pick<UserRow, 'id'>): boolean {
  return user.id === SPECTATOR_ID;
}

/** The role of the server's own account in an organization: it is in no group and cannot be changed. */
export const SYSTEM_ROLE = 700;

export function isSystem(user: Pick<UserRow, 'role'>): boolean {
  return user.role === SYSTEM_ROLE;
}

export function isBot(user: Pick<UserRow, 'bot_type'>): boolean {
  return user.bot_type !== null;
}

/** Incoming webhooks have API keys that can only send messages. */
export function isIncomingWebhook(user: Pick<UserRow, 'bot_type'>): boolean {
  return user.bot_type === botTypes.incomingWebhook;
}
