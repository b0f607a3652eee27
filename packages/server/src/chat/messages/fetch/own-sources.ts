import type { ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';
import { MESSAGE_FLAGS, USER_FLAGS } from '../flags.ts';
import { NEWEST } from './anchor.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';
import {
  fromEach,
  homesOf,
  inOrder,
  looseLimit,
  withUserFlags,
  pick,
  received,
  scan,
  tightLimit,
  union,
  within,
  type Direction,
  type HomeScope,
  type MessageSource,
  type ScanWindow,
} from './source.ts';

/** Messages that the reader received in direct conversations. */
export function direct(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(visibility, fromEach(homesOf(visibility, 'direct'), received(visibility, window)), window),
  };
}

/**
 * All messages that the reader has. Most users have limit of the organization's newest messages, so the first step
 * scans those; later steps query each of the reader's conversations.
 */
export function own(visibility: MessageVisibility): MessageSource {
  return {
    limit: (count, step) => (step === 0 ? looseLimit(count, 0) : tightLimit(count, step - 1)),
    candidates: (window, step) =>
      step === 0
        ? scan(visibility, sql`true`, window)
        : pick(
            visibility,
            union(
              fromEach(homesOf(visibility, 'all'), received(visibility, window)),
              withUserFlags(visibility, visibility.isBot ? sql`true` : hasFlag(OUTSIDE), window),
              arrived(visibility, window),
            ),
            window,
          ),
  };
}

/** Flags of messages that the reader has without a subscription. */
const OUTSIDE = USER_FLAGS.historical | USER_FLAGS.unread;
const MENTIONED = USER_FLAGS.mentioned | USER_FLAGS.topicMentioned;

/** A literal, not a parameter, so that PostgreSQL uses the partial index of the flag. */
function hasFlag(bits: number): Fragment {
  return sql`k.flags & ${sql.lit(bits)} > 0`;
}

/** Messages that were moved into the reader's channels with protected history. */
function arrived({ realmId, userId }: MessageVisibility, window: ScanWindow) {
  return sql`
  select e.id from subscription s
  join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
    and c.is_private and not c.is_history_public
  cross join lateral (
    select m.id from message m
    where m.realm_id = ${realmId} and m.conversation_id = c.conversation_id and m.arrived_at is not null
      and ${within(sql`m.id`, window)}
    order by ${inOrder(sql`m.id`, window)} limit ${window.limit}
  ) as e
  where s.realm_id = ${realmId} and s.user_id = ${userId}`;
}

export function starred(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(visibility, withUserFlags(visibility, hasFlag(USER_FLAGS.starred), window), window),
  };
}

export function alerted(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(visibility, withUserFlags(visibility, hasFlag(USER_FLAGS.alerted), window), window),
  };
}

/** Personal mentions are user flags; mentions of everyone are message flags. */
export function mentioned(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(
        visibility,
        union(
          withUserFlags(visibility, hasFlag(MENTIONED), window),
          fromEach(
            homesOf(visibility, 'all'),
            received(visibility, window, sql`m.message_flags & ${sql.lit(MESSAGE_FLAGS.everyone)} > 0`),
          ),
        ),
        window,
      ),
  };
}

/** Messages of the reader that could mention the reader personally. */
export function mentionCandidates(visibility: MessageVisibility): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) =>
      pick(
        visibility,
        union(
          withUserFlags(visibility, hasFlag(MENTIONED), window),
          withUserFlags(visibility, hasFlag(OUTSIDE), window),
          arrived(visibility, window),
        ),
        window,
      ),
  };
}

/** The conversations in which unread messages are searched. */
export type UnreadScope =
  | { readonly kind: HomeScope }
  | { readonly kind: 'conversation'; readonly id: number }
  | { readonly kind: 'channel'; readonly channel: ChannelRow };

/**
 * Unread messages of the reader. Most are among the organization's newest messages, so the first step scans those;
 * later steps query each conversation that is not read to its end.
 */
export function unread(visibility: MessageVisibility, unreadScope: UnreadScope): MessageSource {
  return {
    limit: (count, step, direction) => {
      if (!startsWithScan(unreadScope, direction)) return tightLimit(count, step);
      return step === 0 ? looseLimit(count, 0) : tightLimit(count, step - 1);
    },
    candidates: (window, step) =>
      step === 0 && startsWithScan(unreadScope, window.direction)
        ? scan(visibility, sql`true`, window)
        : pick(
            visibility,
            union(
              fromEach(unreadHomes(visibility, unreadScope), unreadIn(visibility, window)),
              withUserFlags(visibility, hasFlag(USER_FLAGS.unread), window),
            ),
            window,
          ),
  };
}

function startsWithScan(unreadScope: UnreadScope, direction: Direction): boolean {
  return unreadScope.kind === 'all' && direction === 'older';
}

function unreadHomes(visibility: MessageVisibility, unreadScope: UnreadScope) {
  return sql`
  select distinct h.home_id from (${homesInScope(visibility, unreadScope)}) as h
  join conversation v on v.realm_id = ${visibility.realmId} and v.id = h.home_id
  left join read_state r on r.realm_id = ${visibility.realmId} and r.user_id = ${visibility.userId}
    and r.conversation_id = h.home_id
  where coalesce(r.prefix, 0) < v.last_ordinal or exists (
    select from read_block b where b.realm_id = ${visibility.realmId} and b.user_id = ${visibility.userId}
      and b.conversation_id = h.home_id
  )`;
}

function homesInScope(visibility: MessageVisibility, unreadScope: UnreadScope) {
  switch (unreadScope.kind) {
    case 'all':
    case 'direct':
      return homesOf(visibility, unreadScope.kind);
    case 'conversation':
      return sql`select ${unreadScope.id}::bigint as home_id`;
    case 'channel':
      return sql`select ${unreadScope.channel.conversation_id}::bigint as home_id union
        select m.home_id from message m
        where m.realm_id = ${visibility.realmId} and m.conversation_id = ${unreadScope.channel.conversation_id}
          and m.arrived_at is not null`;
  }
}

function unreadIn({ realmId, userId }: MessageVisibility, { direction, beyond, limit }: ScanWindow) {
  return direction === 'older'
    ? sql`select u.id from unread_in(${realmId}, ${userId}, h.home_id, 0, ${beyond}, true, ${limit}) as u`
    : sql`select u.id from unread_in(${realmId}, ${userId}, h.home_id, ${beyond}, ${NEWEST}, false, ${limit}) as u`;
}
