import { createHash } from 'node:crypto';
import type { Viewpoint } from '../../http/snapshot.ts';
import { domainOf } from './address.ts';
import {
  allUsers,
  type UserLists,
  usersChangedSince,
  type UsersViewpoint,
  withOwnEntry,
} from './all-users.ts';

/** The users that a client has: all of a version of the list, or those up to an id in one of its two lists. */
type Place = {
  readonly version: number;
  readonly list: 'active' | 'inactive' | 'all';
  readonly lastId: number;
};

type PartViewpoint = UsersViewpoint & Pick<Viewpoint, 'epoch'>;

/** Encoded pieces in a part: some thousand users. */
const PIECES_PER_PART = 10;

/**
 * The part of the list behind the users that a client has, or the users who changed since it has all. Parts may be of
 * different versions: the client also gets the users who changed since the first of them.
 */
export async function userListPart(viewpoint: PartViewpoint, since: string) {
  const { versions } = viewpoint;
  const known = readPlace(viewpoint, since);
  const changed = known?.list === 'all' ? await usersChangedSince(viewpoint, known.version) : undefined;
  if (changed !== undefined)
    return presentPart(viewpoint, changed, { version: versions.users, list: 'all', lastId: 0 }, false);
  const isContinued = known !== undefined && known.list !== 'all';
  const from: Place = isContinued ? known : { version: versions.users, list: 'active', lastId: 0 };
  const lists = await allUsers(viewpoint);
  const active = lists.active.after(from.list === 'active' ? from.lastId : Infinity, PIECES_PER_PART);
  const inactive = lists.inactive.after(
    from.list === 'inactive' ? from.lastId : 0,
    active.lastId === undefined ? PIECES_PER_PART - active.part.length : 0,
  );
  const place = placeAfter(from.version, active.lastId, inactive.lastId);
  return presentPart(viewpoint, { active: active.part, inactive: inactive.part }, place, !isContinued);
}

function placeAfter(version: number, activeId: number | undefined, inactiveId: number | undefined): Place {
  if (activeId !== undefined) return { version, list: 'active', lastId: activeId };
  if (inactiveId !== undefined) return { version, list: 'inactive', lastId: inactiveId };
  return { version, list: 'all', lastId: 0 };
}

async function presentPart(
  viewpoint: PartViewpoint,
  { active, inactive }: Pick<UserLists, 'active' | 'inactive'>,
  place: Place,
  isFirst: boolean,
) {
  return {
    realm_users: (await withOwnEntry(viewpoint, active)).json(),
    realm_non_active_users: inactive.json(),
    users_version: writePlace(viewpoint, place),
    users_complete: place.list === 'all' && place.version === viewpoint.versions.users,
    users_restart: isFirst,
  };
}

function writePlace(viewpoint: PartViewpoint, { version, list, lastId }: Place): string {
  return [version, list, lastId, viewOf(viewpoint)].join('.');
}

/** Undefined if the client has no users, or has them from another view. */
function readPlace(viewpoint: PartViewpoint, text: string): Place | undefined {
  const [, version, list, lastId, view] = /^(\d+)\.(active|inactive|all)\.(\d+)\.([\w-]+)$/.exec(text) ?? [];
  if (view !== viewOf(viewpoint) || Number(version) > viewpoint.versions.users) return undefined;
  return { version: Number(version), list: list as Place['list'], lastId: Number(lastId) };
}

/** Names the view of users, who look different to other viewers and clients, and after changes of the server. */
function viewOf({ epoch, config, sealer, realm, user, clientOptions }: PartViewpoint): string {
  const facts = [
    epoch,
    domainOf(config.hosts, realm.subdomain),
    config.gravatar,
    sealer.fingerprint('avatar', ''),
    user.id,
    user.role,
    clientOptions.clientGravatar,
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 16);
}
