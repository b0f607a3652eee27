import { sql } from '../../../engine/db/sql.ts';
import { NEWEST } from './anchor.ts';
import { lightColumns, type Fragment, type MessageVisibility } from './message-visibility.ts';

export type Direction = 'older' | 'newer';

/** A stretch of messages to look at: beyond an id, in one direction, at most so many. */
export type Stretch = { readonly direction: Direction; readonly beyond: number; readonly most: number };

/**
 * Where candidates come from, nearest to the start first. Whether a candidate matches is decided afterwards;
 * a source must only not miss any.
 */
export type Source = {
  /** How many candidates to look at next, if so many are wanted. `step` counts the stretches of a request. */
  most(count: number, step: number, direction: Direction): number;
  look(stretch: Stretch, step: number): Look;
};

export type Look = {
  /** SQL of light rows. */
  readonly rows: Fragment;
  /**
   * Everything up to this id is among them, or everything there is. Without it, they are those nearest to the
   * start, at most `stretch.most`.
   */
  readonly reach?: number | 'end';
};

/** One statement must not take long, however little matches. */
const MOST_CANDIDATES = 20_000;

/** Nearly every candidate matches: few more of them need to be looked at than are wanted. */
export function tight(count: number, step: number): number {
  return Math.min(count * 4 ** step, MOST_CANDIDATES);
}

/** Many candidates do not match. */
export function loose(count: number, step: number): number {
  return Math.min(Math.max(200, 20 * count) * 4 ** step, MOST_CANDIDATES);
}

export function within(id: Fragment, { direction, beyond }: Stretch): Fragment {
  return direction === 'older' ? sql`${id} < ${beyond}` : sql`${id} > ${beyond}`;
}

export function inOrder(id: Fragment, { direction }: Stretch): Fragment {
  return direction === 'older' ? sql`${id} desc` : sql`${id}`;
}

/** The stretch of an index of messages that begins with what `where` fixes and goes on with the id. */
export function scan({ realmId }: MessageVisibility, where: Fragment, stretch: Stretch): Look {
  return {
    rows: sql`
    select ${lightColumns} from message m
    where m.realm_id = ${realmId} and ${where} and ${within(sql`m.id`, stretch)}
    order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`,
  };
}

/** Messages whose ids some SQL yields. */
export function pick({ realmId }: MessageVisibility, ids: Fragment, stretch: Stretch): Look {
  return {
    rows: sql`
    select ${lightColumns} from (
      select id from (${ids}) as i where ${within(sql`id`, stretch)}
      order by ${inOrder(sql`id`, stretch)} limit ${stretch.most}
    ) as i join message m on m.realm_id = ${realmId} and m.id = i.id`,
  };
}

/** Some SQL for each conversation, merged: it may yield at most as many ids from each as from all. */
export function fromEach(homes: Fragment, ids: Fragment): Fragment {
  return sql`
  select e.id from (${homes}) as h cross join lateral (${ids}) as e`;
}

export type HomeKind = 'all' | 'direct';

/** Conversations in which somebody received messages, and between which ids. */
export function homesOf({ realmId, userId }: MessageVisibility, kind: HomeKind): Fragment {
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

/** What was received in a conversation `h`. */
export function received(
  { realmId }: MessageVisibility,
  stretch: Stretch,
  where: Fragment = sql`true`,
): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.home_id = h.home_id and m.id >= h.first and m.id < h.final
    and ${where} and ${within(sql`m.id`, stretch)}
  order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`;
}

/** Marks of the user of one kind. */
export function marked({ realmId, userId }: MessageVisibility, where: Fragment, stretch: Stretch): Fragment {
  return sql`
  select k.message_id as id from message_mark k
  where k.realm_id = ${realmId} and k.user_id = ${userId} and ${where}
    and ${within(sql`k.message_id`, stretch)}
  order by ${inOrder(sql`k.message_id`, stretch)} limit ${stretch.most}`;
}

/** Several pieces of SQL that yield ids, each in its order and with its limit. */
export function union(...parts: readonly Fragment[]): Fragment {
  return sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  );
}
