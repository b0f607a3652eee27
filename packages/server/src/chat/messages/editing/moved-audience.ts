import type { RawBuilder } from 'kysely';
import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { OPENING } from '../../channels/rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { usersInGroups } from '../../../organization/groups/inside.ts';
import type { Audience } from '../../../engine/log/audience.ts';
import { channelReaders, former, witnesses } from '../audience.ts';
import type { MessageRow } from '../message.ts';
import type { Move } from './plan-move.ts';

type Moved = Pick<MessageRow, 'id' | 'arrived_at' | 'home_id'>;

/** Who hears that messages moved, and for whom they are gone. */
export type MovedAudience = { readonly moved: Audience; readonly gone: Audience | undefined };

/**
 * Whoever could read the messages where they were, or can where they go. Lists of users are only as long as
 * the smaller part: those who lose them where the target is public, those who keep them where it is private.
 */
export async function audienceOfMove(
  reader: Reader,
  { source, target, isChannelChanged }: Move,
  messages: readonly Moved[],
): Promise<MovedAudience> {
  if (!isChannelChanged) return { moved: await channelReaders(reader, source, messages), gone: undefined };
  const there: Audience = { kind: 'subscribers', channel: target.id };
  const canRead = await readersNow(reader, target);
  const named = isProtected(source)
    ? await witnesses(reader, source, messages)
    : source.is_private
      ? []
      : await former(reader, source, messages);
  const { kept, lost } = await split(reader, target.realm_id, named, canRead);
  if (isProtected(source)) return { moved: union(there, users(kept)), gone: somebody(users(lost)) };
  const here = (except: readonly number[]): Audience => ({ kind: 'subscribers', channel: source.id, except });
  if (target.is_private) {
    const staying = await subscribers(reader, source, canRead);
    return { moved: union(there, users([...staying, ...kept])), gone: union(here(staying), users(lost)) };
  }
  const leaving = await subscribers(reader, source, sql<boolean>`not (${canRead})`);
  return {
    moved: union(there, here(leaving), users(kept)),
    gone: somebody(users([...leaving, ...lost])),
  };
}

/** Whether a user `p` can read what comes into a channel now. */
export async function readersNow(reader: Reader, channel: ChannelRow): Promise<RawBuilder<boolean>> {
  if (channel.is_web_public) return sql<boolean>`true`;
  const isSubscribed = sql<boolean>`exists (
    select from subscription t
    where t.realm_id = p.realm_id and t.user_id = p.id and t.channel_id = ${channel.id} and t.is_active
  )`;
  if (!channel.is_private) return sql<boolean>`p.role < 600 or ${isSubscribed}`;
  const groups = OPENING.flatMap((name) => channel.permissions[name] ?? []);
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

function isNobody(audience: Audience): boolean {
  return audience.kind === 'users' && audience.ids.length === 0;
}

function somebody(audience: Audience): Audience | undefined {
  return isNobody(audience) ? undefined : audience;
}

function union(...parts: readonly Audience[]): Audience {
  return {
    kind: 'union',
    of: parts.filter((part) => !isNobody(part)),
  };
}
