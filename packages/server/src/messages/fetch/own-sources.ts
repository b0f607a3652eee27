import type { ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../db/sql.ts';
import { NEWEST } from './anchor.ts';
import type { Sight } from './sight.ts';
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
export const directly = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) => pick(sight, fromEach(homesOf(sight, 'direct'), received(sight, stretch)), stretch),
});

/**
 * All that the reader has. Most read the greater part of what is new, so the newest of the organization come
 * first; for the others each of their conversations is asked.
 */
export const own = (sight: Sight): Source => ({
  most: (count, step) => (step === 0 ? loose(count, 0) : tight(count, step - 1)),
  look: (stretch, step) =>
    step === 0
      ? scan(sight, sql`true`, stretch)
      : pick(
          sight,
          union(
            fromEach(homesOf(sight, 'all'), received(sight, stretch)),
            marked(sight, sight.isBot ? sql`true` : sql`k.flags & 96 > 0`, stretch),
            arrived(sight, stretch),
          ),
          stretch,
        ),
});

/** What moves brought into channels with a protected history, where the reader found it. */
const arrived = ({ realmId, personId }: Sight, stretch: Stretch) => sql`
  select e.id from subscription s
  join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    and c.is_private and not c.is_history_public
  cross join lateral (
    select m.id from message m
    where m.realm_id = ${realmId} and m.conversation_id = c.conversation_id and m.arrived_at is not null
      and ${within(sql`m.id`, stretch)}
    order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}
  ) as e
  where s.realm_id = ${realmId} and s.person_id = ${personId}`;

export const starred = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) => pick(sight, marked(sight, sql`k.flags & 1 > 0`, stretch), stretch),
});

export const alerted = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) => pick(sight, marked(sight, sql`k.flags & 16 > 0`, stretch), stretch),
});

/** Mentions of the reader are marks; those of everybody are traits of messages. */
export const mentioned = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) =>
    pick(
      sight,
      union(
        marked(sight, sql`k.flags & 12 > 0`, stretch),
        fromEach(homesOf(sight, 'all'), received(sight, stretch, sql`m.traits & 8 > 0`)),
      ),
      stretch,
    ),
});

/** What could hold a personal mention of the reader among what the reader has. */
export const called = (sight: Sight): Source => ({
  most: loose,
  look: (stretch) =>
    pick(
      sight,
      union(
        marked(sight, sql`k.flags & 12 > 0`, stretch),
        marked(sight, sql`k.flags & 96 > 0`, stretch),
        arrived(sight, stretch),
      ),
      stretch,
    ),
});

/** In which conversations unread messages are looked for. */
export type UnreadPlace =
  | { readonly kind: HomeKind }
  | { readonly kind: 'conversation'; readonly id: number }
  | { readonly kind: 'channel'; readonly channel: ChannelRow };

/**
 * What the reader has not read. The newest of it is mostly among the newest of all; for the rest each
 * conversation is asked, except those that were read to the end.
 */
export const unread = (sight: Sight, place: UnreadPlace): Source => ({
  most: (count, step, direction) => {
    if (!startsAnywhere(place, direction)) return tight(count, step);
    return step === 0 ? loose(count, 0) : tight(count, step - 1);
  },
  look: (stretch, step) =>
    step === 0 && startsAnywhere(place, stretch.direction)
      ? scan(sight, sql`true`, stretch)
      : pick(
          sight,
          union(
            fromEach(unreadHomes(sight, place), unreadIn(sight, stretch)),
            marked(sight, sql`k.flags & 64 > 0`, stretch),
          ),
          stretch,
        ),
});

const startsAnywhere = (place: UnreadPlace, direction: Direction): boolean =>
  place.kind === 'all' && direction === 'older';

const unreadHomes = (sight: Sight, place: UnreadPlace) => sql`
  select distinct h.home_id from (${placeHomes(sight, place)}) as h
  join conversation v on v.realm_id = ${sight.realmId} and v.id = h.home_id
  left join read_state r on r.realm_id = ${sight.realmId} and r.person_id = ${sight.personId}
    and r.conversation_id = h.home_id
  where coalesce(r.prefix, 0) < v.last_ordinal or exists (
    select from read_block b where b.realm_id = ${sight.realmId} and b.person_id = ${sight.personId}
      and b.conversation_id = h.home_id
  )`;

const placeHomes = (sight: Sight, place: UnreadPlace) => {
  switch (place.kind) {
    case 'all':
    case 'direct':
      return homesOf(sight, place.kind);
    case 'conversation':
      return sql`select ${place.id}::bigint as home_id`;
    case 'channel':
      return sql`select ${place.channel.conversation_id}::bigint as home_id union
        select m.home_id from message m
        where m.realm_id = ${sight.realmId} and m.conversation_id = ${place.channel.conversation_id}
          and m.arrived_at is not null`;
  }
};

const unreadIn = ({ realmId, personId }: Sight, { direction, beyond, most }: Stretch) =>
  direction === 'older'
    ? sql`select u.id from unread_in(${realmId}, ${personId}, h.home_id, 0, ${beyond}, true, ${most}) as u`
    : sql`select u.id from unread_in(${realmId}, ${personId}, h.home_id, ${beyond}, ${NEWEST}, false, ${most}) as u`;
