import type { SampleUser } from '@parley/contract/endpoints/sessions.ts';
import { notFound, type ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { isLocalHost } from '../../engine/local-host.ts';
import type { UserRow } from '../../http/actor.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { World } from '../../http/world.ts';
import { realmAt } from '../joining/entry.ts';
import { avatarUrl } from '../users/avatar.ts';

/** Users that the log-in page of a demo offers. */
const MAX_SAMPLE_USERS = 20;

/** Human users as whom every visitor of a demo may log in; 404 on other servers. */
export async function sampleUsersAt(
  world: World,
  request: Pick<IncomingRequest, 'host'>,
): Promise<UserRow[]> {
  const { sampleLogin } = world.config;
  // A foreign name that was made to resolve to this machine is not local.
  if (sampleLogin === undefined || !isLocalHost(request.host)) throw noSampleUsers();
  const rows = await world.pool.all(activeHumans(await realmAt(world, request)));
  if (sampleLogin === 'all') return rows.slice(0, MAX_SAMPLE_USERS);
  const byAddress = new Map(rows.map((user) => [user.delivery_email.toLowerCase(), user]));
  return sampleLogin.flatMap((email) => byAddress.get(email.toLowerCase()) ?? []);
}

export async function accessSampleUser(
  world: World,
  request: Pick<IncomingRequest, 'host'>,
  id: number,
): Promise<UserRow> {
  const user = (await sampleUsersAt(world, request)).find((sample) => sample.id === id);
  if (user === undefined) throw noSampleUsers();
  return user;
}

/** The same as a visitor sees them; none on other servers. */
export async function presentSampleUsers(
  world: World,
  request: Pick<IncomingRequest, 'host'>,
): Promise<SampleUser[]> {
  const { sampleLogin } = world.config;
  if (sampleLogin === undefined || !isLocalHost(request.host)) return [];
  const users = await sampleUsersAt(world, request);
  const statuses = await world.pool.all(
    q
      .selectFrom('user_status')
      .select(['user_id', 'status_text'])
      .where('realm_id', '=', users[0]?.realm_id ?? 0)
      .where('user_id', '=', sql<number>`any(${users.map(({ id }) => id)}::bigint[])`)
      .where('status_text', '<>', ''),
  );
  const abouts = new Map(statuses.map(({ user_id, status_text }) => [user_id, status_text]));
  return users.map((user) => ({
    user_id: user.id,
    full_name: user.full_name,
    role: user.role,
    avatar_url: avatarUrl(world, user),
    about: abouts.get(user.id),
  }));
}

function activeHumans(realm: RealmRow) {
  return q
    .selectFrom('realm_user')
    .selectAll()
    .where('realm_id', '=', realm.id)
    .where('is_active', '=', true)
    .where('bot_type', 'is', null)
    .where(sql<boolean>`not is_imported_stub`)
    .orderBy('id');
}

function noSampleUsers(): ApiError {
  return notFound('This server has no such sample user.');
}
