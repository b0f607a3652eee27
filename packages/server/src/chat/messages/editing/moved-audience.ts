import type { RawBuilder } from 'kysely';
import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { CONTENT_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { usersInGroups } from '../../../organization/groups/inside.ts';
import type { Audience } from '../../../engine/log/audience.ts';
import { channelReaders, formerReceivers, subscribersAtArrival } from '../audience.ts';
import type { MessageRow } from '../message.ts';
import type { Move } from './plan-move.ts';

type Moved = Pick<MessageRow, 'id' | 'arrived_at' | 'home_id'>;

/** Users who receive the move of the same messages: no event names a message that its reader cannot see. */
export type MoveReaders = {
  readonly audience: Audience;
  readonly ids: readonly number[];
  /** Whether they can see the message that the request named. */
  readonly seesNamed: boolean;
};

/** Users who receive the move, and users for whom it is a deletion. */
export type MovedAudience = { readonly moved: readonly MoveReaders[]; readonly gone: Audience | undefined };

/**
 * All users who could read the messages before the move or can read them after it. Only the smaller group is listed
 * by id: users who lose access if the target is public, users who keep it if the target is private.
 */
export async function audienceOfMove(
  reader: Reader,
  move: Move,
  messages: readonly Moved[],
  named: Moved,
): Promise<MovedAudience> {
  const { source, isChannelChanged } = move;
  const ids = messages.map(({ id }) => id);
  if (isChannelChanged) {
    const { moved, gone } = await audienceOfChannelChange(reader, move, messages);
    return { moved: [{ audience: moved, ids, seesNamed: true }], gone };
  }
  const moved = isProtected(source)
    ? await protectedReaders(reader, source, messages, named)
    : [{ audience: await channelReaders(reader, source, messages), ids, seesNamed: true }];
  return { moved, gone: undefined };
}

/** Subscribers of a channel with protected history, by the messages that each of them can see. */
async function protectedReaders(
  reader: Reader,
  channel: ChannelRow,
  messages: readonly Moved[],
  named: Moved,
): Promise<MoveReaders[]> {
  const rows = await reader.all(
    sql<{ user_id: number; ids: string; sees: boolean }>`
      select s.user_id, string_agg(m.id::text, ',' order by m.id) as ids,
        s.periods @> ${arrivalOf(named)}::bigint as sees
      from subscription s
      join unnest(
        ${messages.map(({ id }) => id)}::bigint[],
        ${messages.map(arrivalOf)}::bigint[]
      ) as m (id, arrival) on s.periods @> m.arrival
      where s.realm_id = ${channel.realm_id} and s.channel_id = ${channel.id} and s.is_active
      group by s.user_id, s.periods`,
  );
  return [...Map.groupBy(rows, ({ ids, sees }) => `${sees}:${ids}`).values()].map((group) => ({
    audience: users(group.map(({ user_id }) => user_id)),
    ids: (group[0]?.ids ?? '').split(',').map(Number),
    seesNamed: group[0]?.sees === true,
  }));
}

function arrivalOf({ id, arrived_at }: Moved): number {
  return arrived_at ?? id;
}

async function audienceOfChannelChange(
  reader: Reader,
  { source, target }: Move,
  messages: readonly Moved[],
): Promise<{ moved: Audience; gone: Audience | undefined }> {
  const there: Audience = { kind: 'subscribers', channel: target.id };
  const canRead = await readersNow(reader, target);
  const receivers = isProtected(source)
    ? await subscribersAtArrival(reader, source, messages)
    : source.is_private
      ? []
      : await formerReceivers(reader, source, messages);
  const { kept, lost } = await split(reader, target.realm_id, receivers, canRead);
  if (isProtected(source)) return { moved: union(there, users(kept)), gone: nonEmpty(users(lost)) };
  const here = (except: readonly number[]): Audience => ({ kind: 'subscribers', channel: source.id, except });
  if (target.is_private) {
    const staying = await subscribers(reader, source, canRead);
    return { moved: union(there, users([...staying, ...kept])), gone: union(here(staying), users(lost)) };
  }
  const leaving = await subscribers(reader, source, sql<boolean>`not (${canRead})`);
  return {
    moved: union(there, here(leaving), users(kept)),
    gone: nonEmpty(users([...leaving, ...lost])),
  };
}

/** SQL condition: user `p` can read messages that arrive in the channel now. */
export async function readersNow(reader: Reader, channel: ChannelRow): Promise<RawBuilder<boolean>> {
  if (channel.is_web_public) return sql<boolean>`true`;
  const isSubscribed = sql<boolean>`exists (
    select from subscription t
    where t.realm_id = p.realm_id and t.user_id = p.id and t.channel_id = ${channel.id} and t.is_active
  )`;
  if (!channel.is_private) return sql<boolean>`p.role < 600 or ${isSubscribed}`;
  const groups = CONTENT_PERMISSIONS.flatMap((name) => channel.permissions[name] ?? []);
  if (isProtected(channel) || groups.length === 0) return isSubscribed;
  const openers = await usersInGroups(reader, channel.realm_id, groups);
  return sql<boolean>`${isSubscribed} or (p.role < 600 and p.id = any(${openers}::bigint[]))`;
}

async function split(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
  canRead: RawBuilder<boolean>,
): Promise<{ kept: number[]; lost: number[] }> {
  if (ids.length === 0) return { kept: [], lost: [] };
  const rows = await reader.all(
    sql<{ id: number; is_kept: boolean }>`select p.id, ${canRead} as is_kept from realm_user p
      where p.realm_id = ${realmId} and p.id = any(${[...ids]}::bigint[])`,
  );
  const idsOf = (wanted: boolean): number[] =>
    rows.filter(({ is_kept }) => is_kept === wanted).map(({ id }) => id);
  return { kept: idsOf(true), lost: idsOf(false) };
}

async function subscribers(
  reader: Reader,
  channel: ChannelRow,
  which: RawBuilder<boolean>,
): Promise<number[]> {
  const rows = await reader.all(
    sql<{ id: number }>`
      select p.id from subscription s
      join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id and p.is_active
      where s.realm_id = ${channel.realm_id} and s.channel_id = ${channel.id} and s.is_active and (${which})`,
  );
  return rows.map(({ id }) => id);
}

function users(ids: readonly number[]): Audience {
  return { kind: 'users', ids };
}

function isEmpty(audience: Audience): boolean {
  return audience.kind === 'users' && audience.ids.length === 0;
}

function nonEmpty(audience: Audience): Audience | undefined {
  return isEmpty(audience) ? undefined : audience;
}

function union(...parts: readonly Audience[]): Audience {
  return {
    kind: 'union',
    of: parts.filter((part) => !isEmpty(part)),
  };
}
