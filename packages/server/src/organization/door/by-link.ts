import type { Door } from '@parley/contract/endpoints/arriving.ts';
import { ApiError } from '../../engine/api-error.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { World } from '../../http/world.ts';
import { arriveByLink, needsConfirmation, openRealmAt, type Arrival } from '../joining/enter.ts';
import { arriveForReset } from '../passwords/choose.ts';
import { doorOf } from './door.ts';

/** A door that was opened with a link, and the status of its page. */
export type DoorByLink = { readonly status: number; readonly door: Door };

/** The door of an invitation. */
export function doorOfInvitation(world: World, request: IncomingRequest): Promise<DoorByLink> {
  return withProblem(world, request, async () => ({
    invitation: await presentArrival(world, await arriveByLink(world, request, tokenOf(request))),
  }));
}

/** The door of a link for a new password. */
export function doorOfReset(world: World, request: IncomingRequest): Promise<DoorByLink> {
  return withProblem(world, request, async () => ({
    reset_email: (await arriveForReset(world, request, tokenOf(request))).email,
  }));
}

/** The door of those who want to join without an invitation. */
export function doorOfSignUp(world: World, request: IncomingRequest): Promise<DoorByLink> {
  return withProblem(world, request, async () => {
    await openRealmAt(world, request);
    return {};
  });
}

function tokenOf({ pathParameters }: IncomingRequest): string {
  return pathParameters['token'] ?? '';
}

async function withProblem(
  world: World,
  request: IncomingRequest,
  read: () => Promise<Pick<Door, 'invitation' | 'reset_email'>>,
): Promise<DoorByLink> {
  const door = await doorOf(world, request);
  try {
    return { status: 200, door: { ...door, ...(await read()) } };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 404)) throw error;
    return { status: error.status, door: { ...door, problem: error.message } };
  }
}

async function presentArrival(world: World, arrival: Arrival): Promise<NonNullable<Door['invitation']>> {
  const { entry, realm } = arrival;
  const { invitation } = entry;
  return {
    email: entry.kind === 'address' ? entry.email : null,
    inviter: invitation === undefined ? null : await nameOf(world, realm.id, invitation.inviter_id),
    text: invitation?.welcome_text ?? null,
    channels: await channelNames(world, realm.id, {
      ids: invitation?.channel_ids ?? [],
      defaults: invitation?.joins_defaults ?? true,
    }),
    needs_mail: needsConfirmation(world, arrival),
  };
}

async function nameOf({ pool }: World, realmId: number, userId: number): Promise<string | null> {
  const row = await pool.first(
    q.selectFrom('realm_user').select('full_name').where('realm_id', '=', realmId).where('id', '=', userId),
  );
  return row?.full_name ?? null;
}

/** Channels that the page of an invitation names. */
const MAX_NAMED = 8;

/** Names of private channels are told to their members only. */
async function channelNames(
  { pool }: World,
  realmId: number,
  { ids, defaults }: { readonly ids: readonly number[]; readonly defaults: boolean },
): Promise<string[]> {
  const rows = await pool.all(
    sql<{ name: string }>`
      select name from channel
      where realm_id = ${realmId} and not is_archived and not is_private
        and (id = any(${[...ids]}::bigint[]) or (is_default and ${defaults}))
      order by lower(name) limit ${MAX_NAMED}`,
  );
  return rows.map(({ name }) => name);
}
