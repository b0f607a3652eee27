import { sql } from '../../../engine/db/sql.ts';
import { NEWEST } from './anchor.ts';
import { lightColumns, type Fragment, type MessageVisibility } from './message-visibility.ts';

export type Direction = 'older' | 'newer';

/** A range of messages to scan: from an id (exclusive) in one direction, up to a limit. */
export type ScanWindow = { readonly direction: Direction; readonly beyond: number; readonly limit: number };

/**
 * A source of candidates, nearest to the start first. Conditions are checked afterwards, so a source may return
 * messages that do not match, but must not miss any that do.
 */
export type MessageSource = {
  /** The number of candidates to scan for `count` results. `step` counts the windows of a request from 0. */
  limit(count: number, step: number, direction: Direction): number;
  candidates(window: ScanWindow, step: number): Candidates | Promise<Candidates>;
};

export type Candidates = {
  /** SQL query for rows with `lightColumns`; undefined if there are none. */
  readonly rows: Fragment | undefined;
  /**
   * The rows are complete up to this id, or to the end. If undefined, they are the nearest to the start, at most
   * `window.limit`.
   */
  readonly reach?: number | 'end';
  /** The id from which the source goes on if the rows are fewer than `window.limit`; without it, the source ends. */
  readonly rest?: number;
};

/** Bounds the duration of a statement, however few candidates match. */
export const MAX_CANDIDATES = 20_000;

/** The limit for sources of which nearly every candidate matches. */
export function tightLimit(count: number, step: number): number {
  return Math.min(count * 4 ** step, MAX_CANDIDATES);
}

/** The limit for sources with many candidates that do not match. */
export function looseLimit(count: number, step: number): number {
  return Math.min(Math.max(200, 20 * count) * 4 ** step, MAX_CANDIDATES);
}

export function within(id: Fragment, { direction, beyond }: ScanWindow): Fragment {
  return direction === 'older' ? sql`${id} < ${beyond}` : sql`${id} > ${beyond}`;
}

export function inOrder(id: Fragment, { direction }: ScanWindow): Fragment {
  return direction === 'older' ? sql`${id} desc` : sql`${id}`;
}

/** Scans messages in id order; an index must start with the columns that `where` fixes, followed by the id. */
export function scan({ realmId }: MessageVisibility, where: Fragment, window: ScanWindow): Candidates {
  return {
    rows: sql`
    select ${lightColumns} from message m
    where m.realm_id = ${realmId} and ${where} and ${within(sql`m.id`, window)}
    order by ${inOrder(sql`m.id`, window)} limit ${window.limit}`,
  };
}

/** Messages whose ids an SQL query returns. */
export function pick({ realmId }: MessageVisibility, ids: Fragment, window: ScanWindow): Candidates {
  return {
    rows: sql`
    select ${lightColumns} from (
      select id from (${ids}) as i where ${within(sql`id`, window)}
      order by ${inOrder(sql`id`, window)} limit ${window.limit}
    ) as i join message m on m.realm_id = ${realmId} and m.id = i.id`,
  };
}

/** Merges the results of a query for each conversation `h`; the query limits the ids per conversation. */
export function fromEach(homes: Fragment, ids: Fragment): Fragment {
  return sql`
  select e.id from (${homes}) as h cross join lateral (${ids}) as e`;
}

export type HomeScope = 'all' | 'direct';

/** Conversations in which the user received messages, with the range of ids. */
export function homesOf({ realmId, userId }: MessageVisibility, kind: HomeScope): Fragment {
  const direct = sql`
    select conversation_id as home_id, 0::bigint as first, ${NEWEST}::bigint as final
    from conversation_user where realm_id = ${realmId} and user_id = ${userId}`;
  if (kind === 'direct') return direct;
  return sql`${direct} union all
    select c.conversation_id, coalesce(lower(r), 0), coalesce(upper(r), ${NEWEST})
    from subscription s
    join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    cross join unnest(s.periods) as r
    where s.realm_id = ${realmId} and s.user_id = ${userId}`;
}

/** Messages received in a conversation `h`. */
export function received(
  { realmId }: MessageVisibility,
  window: ScanWindow,
  where: Fragment = sql`true`,
): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.home_id = h.home_id and m.id >= h.first and m.id < h.final
    and ${where} and ${within(sql`m.id`, window)}
  order by ${inOrder(sql`m.id`, window)} limit ${window.limit}`;
}

/** Messages whose user flags match `where`. */
export function withUserFlags(
  { realmId, userId }: MessageVisibility,
  where: Fragment,
  window: ScanWindow,
): Fragment {
  return sql`
  select k.message_id as id from message_user_flag k
  where k.realm_id = ${realmId} and k.user_id = ${userId} and ${where}
    and ${within(sql`k.message_id`, window)}
  order by ${inOrder(sql`k.message_id`, window)} limit ${window.limit}`;
}

/** The union of id queries, each with its own order and limit. */
export function union(...parts: readonly Fragment[]): Fragment {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
}
