import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import { setImmediate } from 'node:timers/promises';
import type { ClientOptions } from '../../delivery/client-options.ts';
import type { SnapshotCache, Versions } from '../../delivery/snapshot-cache.ts';
import type { SnapshotReaders } from '../../engine/db/snapshot.ts';
import type { Actor } from '../../http/actor.ts';
import { readProfiles } from '../profile-fields/rows.ts';
import { changedUsers } from './changed-users.ts';
import { seesAddress } from './email-visibility.ts';
import { type EncodedUsers, UsersEncoder } from './encoded-users.ts';
import { presentRegistered, type ShownUser, type UserVisibility, userVisibilityOf } from './present.ts';
import { usersPages } from './queries.ts';
import type { Server } from './server.ts';

/** The users of an organization at a version of their list. */
export type UserLists = {
  readonly version: number;
  readonly active: EncodedUsers;
  readonly inactive: EncodedUsers;
  readonly size: number;
};

/** The part of a viewpoint that decides about users. */
export type UsersViewpoint = Actor &
  SnapshotReaders &
  Server & {
    readonly shared: SnapshotCache;
    readonly versions: Versions;
    readonly clientOptions: Pick<ClientOptions, 'clientGravatar'>;
  };

/** All users, for a viewer with unrestricted visibility. */
export async function allUsersState(viewpoint: UsersViewpoint) {
  const lists = await allUsers(viewpoint);
  const active = await withOwnEntry(viewpoint, lists.active);
  return { realm_users: active.json(), realm_non_active_users: lists.inactive.json() };
}

/** Viewers of one role share the lists. */
export function allUsers(viewpoint: UsersViewpoint): Promise<UserLists> {
  const { realm, user, clientOptions, shared, versions } = viewpoint;
  return shared.read<UserLists>(
    `${realm.id} users ${user.role} ${clientOptions.clientGravatar}`,
    [versions.users],
    async (before) => (before && (await changeLists(viewpoint, before))) ?? readLists(viewpoint),
  );
}

/** The shared list with the own entry of the viewer, whose account is active: others cannot register a queue. */
export async function withOwnEntry(viewpoint: UsersViewpoint, list: EncodedUsers): Promise<EncodedUsers> {
  const { user } = viewpoint;
  const isSame = seesAddress({ ...user, id: NO_USER_ID }, user);
  return isSame ? list : list.replace(user.id, JSON.stringify(await ownEntry(viewpoint)));
}

/** An id that no account has. */
const NO_USER_ID = 0;

async function ownEntry(viewpoint: UsersViewpoint): Promise<RegisteredUser> {
  const { reader, realm, user, clientOptions } = viewpoint;
  const profiles = await readProfiles(reader, realm.id, [user]);
  const visibility = userVisibilityOf(viewpoint, viewpoint, clientOptions.clientGravatar);
  return presentRegistered(user, visibility, profiles.get(user.id) ?? {});
}

async function readLists(viewpoint: UsersViewpoint, ids?: readonly number[]): Promise<UserLists> {
  const active = new UsersEncoder();
  const inactive = new UsersEncoder();
  for await (const { user, text } of encodedUsers(viewpoint, ids))
    (user.is_active ? active : inactive).add({ id: user.id, text });
  return listsOf(viewpoint, active.finish(), inactive.finish());
}

/** The lists with the users who changed since; undefined if the lists are newer or too many users changed. */
async function changeLists(viewpoint: UsersViewpoint, before: UserLists): Promise<UserLists | undefined> {
  const { bulk, realm, versions } = viewpoint;
  if (before.version > versions.users) return undefined;
  const ids = await changedUsers(bulk, realm.id, before.version);
  if (ids === undefined) return undefined;
  const active = new Map<number, string | undefined>(ids.map((id) => [id, undefined]));
  const inactive = new Map(active);
  for await (const { user, text } of encodedUsers(viewpoint, ids))
    (user.is_active ? active : inactive).set(user.id, text);
  return listsOf(viewpoint, before.active.with(active), before.inactive.with(inactive));
}

/** Only the users who changed after a version; undefined if they are too many. */
export async function usersChangedSince(
  viewpoint: UsersViewpoint,
  version: number,
): Promise<UserLists | undefined> {
  const ids = await changedUsers(viewpoint.bulk, viewpoint.realm.id, version);
  return ids === undefined ? undefined : readLists(viewpoint, ids);
}

function listsOf({ versions }: UsersViewpoint, active: EncodedUsers, inactive: EncodedUsers): UserLists {
  return { version: versions.users, active, inactive, size: active.size + inactive.size };
}

/** Users encoded before yielding to the event loop. */
const ENCODE_BATCH_SIZE = 1_000;

/** Users as others of the viewer's role see them, in the order of their ids. */
async function* encodedUsers(
  viewpoint: UsersViewpoint,
  ids?: readonly number[],
): AsyncGenerator<{ readonly user: ShownUser; readonly text: string }, void> {
  const { bulk, realm, user: viewer, clientOptions } = viewpoint;
  const visibility: UserVisibility = {
    ...userVisibilityOf(viewpoint, viewpoint, clientOptions.clientGravatar),
    seesAddress: (other) => seesAddress({ ...viewer, id: NO_USER_ID }, other),
  };
  for await (const page of usersPages(bulk, realm.id, ids)) {
    const profiles = await readProfiles(bulk, realm.id, page);
    for (const [index, user] of page.entries()) {
      yield { user, text: JSON.stringify(presentRegistered(user, visibility, profiles.get(user.id) ?? {})) };
      if (index % ENCODE_BATCH_SIZE === ENCODE_BATCH_SIZE - 1) await setImmediate();
    }
  }
}
