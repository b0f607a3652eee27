import type { ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';
import { NEWEST } from './anchor.ts';
import type { MessageVisibility } from './message-visibility.ts';
import {
  fromEach,
  homesOf,
  inOrder,
  loose,
  marked,
  pick,
  received,
  scan,
  tight,
  union,
  within,
  type Direction,
  type HomeKind,
  type Source,
  type Stretch,
} from './source.ts';

/** All that the reader received in direct conversations. */
export function directly(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(visibility, fromEach(homesOf(visibility, 'direct'), received(visibility, stretch)), stretch),
  };
}

/**
 * All that the reader has. Most read the greater part of what is new, so the newest of the organization come
 * first; for the others each of their conversations is asked.
 */
export function own(visibility: MessageVisibility): Source {
  return {
    most: (count, step) => (step === 0 ? loose(count, 0) : tight(count, step - 1)),
    look: (stretch, step) =>
      step === 0
        ? scan(visibility, sql`true`, stretch)
        : pick(
            visibility,
            union(
              fromEach(homesOf(visibility, 'all'), received(visibility, stretch)),
              marked(visibility, visibility.isBot ? sql`true` : sql`k.flags & 96 > 0`, stretch),
              arrived(visibility, stretch),
            ),
            stretch,
          ),
  };
}

/** What moves brought into channels with a protected history, where the reader found it. */
function arrived({ realmId, userId }: MessageVisibility, stretch: Stretch) {
  return sql`
  select e.id from subscription s
  join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    and c.is_private and not c.is_history_public
  cross join lateral (
    select m.id from message m
    where m.realm_id = ${realmId} and m.conversation_id = c.conversation_id and m.arrived_at is not null
      and ${within(sql`m.id`, stretch)}
    order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}
  ) as e
  where s.realm_id = ${realmId} and s.user_id = ${userId}`;
}

export function starred(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) => pick(visibility, marked(visibility, sql`k.flags & 1 > 0`, stretch), stretch),
  };
}

export function alerted(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) => pick(visibility, marked(visibility, sql`k.flags & 16 > 0`, stretch), stretch),
  };
}

/** Mentions of the reader are marks; those of everybody are traits of messages. */
export function mentioned(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(
        visibility,
        union(
          marked(visibility, sql`k.flags & 12 > 0`, stretch),
          fromEach(homesOf(visibility, 'all'), received(visibility, stretch, sql`m.traits & 8 > 0`)),
        ),
        stretch,
      ),
  };
}

/** What could hold a personal mention of the reader among what the reader has. */
export function called(visibility: MessageVisibility): Source {
  return {
    most: loose,
    look: (stretch) =>
      pick(
        visibility,
        union(
          marked(visibility, sql`k.flags & 12 > 0`, stretch),
          marked(visibility, sql`k.flags & 96 > 0`, stretch),
          arrived(visibility, stretch),
        ),
        stretch,
      ),
  };
}

/** In which conversations unread messages are looked for. */
export type UnreadScope =
  | { readonly kind: HomeKind }
  | { readonly kind: 'conversation'; readonly id: number }
  | { readonly kind: 'channel'; readonly channel: ChannelRow };

/**
 * What the reader has not read. The newest of it is mostly among the newest of all; for the rest each
 * conversation is asked, except those that were read to the end.
 */
export function unread(visibility: MessageVisibility, place: UnreadScope): Source {
  return {
    most: (count, step, direction) => {
      if (!startsAnywhere(place, direction)) return tight(count, step);
      return step === 0 ? loose(count, 0) : tight(count, step - 1);
    },
    look: (stretch, step) =>
      step === 0 && startsAnywhere(place, stretch.direction)
        ? scan(visibility, sql`true`, stretch)
        : pick(
            visibility,
            union(
              fromEach(unreadHomes(visibility, place), unreadIn(visibility, stretch)),
              marked(visibility, sql`k.flags & 64 > 0`, stretch),
            ),
            stretch,
          ),
  };
}

function startsAnywhere(place: UnreadScope, direction: Direction): boolean {
  return place.kind === 'all' && direction === 'older';
}

function unreadHomes(visibility: MessageVisibility, place: UnreadScope) {
  return sql`
  select distinct h.home_id from (${placeHomes(visibility, place)}) as h
  join conversation v on v.realm_id = ${visibility.realmId} and v.id = h.home_id
  left join read_state r on r.realm_id = ${visibility.realmId} and r.user_id = ${visibility.userId}
    and r.conversation_id = h.home_id
  where coalesce(r.prefix, 0) < v.last_ordinal or exists (
    select from read_block b where b.realm_id = ${visibility.realmId} and b.user_id = ${visibility.userId}
      and b.conversation_id = h.home_id
  )`;
}

function placeHomes(visibility: MessageVisibility, place: UnreadScope) {
  switch (place.kind) {
    case 'all':
    case 'direct':
      return homesOf(visibility, place.kind);
    case 'conversation':
      return sql`select ${place.id}::bigint as home_id`;
    case 'channel':
      return sql`select ${place.channel.conversation_id}::bigint as home_id union
        select m.home_id from message m
        where m.realm_id = ${visibility.realmId} and m.conversation_id = ${place.channel.conversation_id}
          and m.arrived_at is not null`;
  }
}

function unreadIn({ realmId, userId }: MessageVisibility, { direction, beyond, most }: Stretch) {
  return direction === 'older'
    ? sql`select u.id from unread_in(${realmId}, ${userId}, h.home_id, 0, ${beyond}, true, ${most}) as u`
    : sql`select u.id from unread_in(${realmId}, ${userId}, h.home_id, ${beyond}, ${NEWEST}, false, ${most}) as u`;
}
