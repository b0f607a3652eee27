import { visibilityPolicies, type VisibilityPolicy } from '@parley/contract/objects/personal.ts';
import { sql } from '../../../engine/db/sql.ts';
import { MESSAGE_FLAGS } from '../flags.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';
import {
  fromEach,
  inOrder,
  looseLimit,
  pick,
  scan,
  tightLimit,
  union,
  within,
  type MessageSource,
  type ScanWindow,
} from './source.ts';

/** The messages with the given ids. */
export function byIds(visibility: MessageVisibility, ids: readonly number[]): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) => scan(visibility, sql`m.id = any(${[...ids]}::bigint[])`, window),
  };
}

export function inTopic(visibility: MessageVisibility, channelId: number, topic: string): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      scan(visibility, sql`m.channel_id = ${channelId} and m.topic_key = lower(${topic})`, window),
  };
}

export function inConversation(visibility: MessageVisibility, id: number): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) => scan(visibility, sql`m.conversation_id = ${id}`, window),
  };
}

export function bySender(visibility: MessageVisibility, id: number): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) => scan(visibility, sql`m.sender_id = ${id}`, window),
  };
}

export function everything(visibility: MessageVisibility): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) => scan(visibility, sql`true`, window),
  };
}

/** Messages with images or attachments. */
export function withFiles(visibility: MessageVisibility): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) =>
      scan(
        visibility,
        sql`m.message_flags & ${sql.lit(MESSAGE_FLAGS.image | MESSAGE_FLAGS.attachment)} > 0`,
        window,
      ),
  };
}

export function reacted(visibility: MessageVisibility): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window) =>
      pick(
        visibility,
        sql`select distinct r.message_id as id from reaction r
        where r.realm_id = ${visibility.realmId} and ${within(sql`r.message_id`, window)}
        order by ${inOrder(sql`r.message_id`, window)} limit ${window.limit}`,
        window,
      ),
  };
}

/** Messages of the channels `c` that match a condition. */
export function inChannels(visibility: MessageVisibility, kind: Fragment): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(visibility, fromEach(channelsOf(visibility, kind), ofChannel(visibility, window)), window),
  };
}

function channelsOf({ realmId }: MessageVisibility, kind: Fragment): Fragment {
  return sql`
  select c.conversation_id as id from channel c where c.realm_id = ${realmId} and ${kind}`;
}

function ofChannel({ realmId }: MessageVisibility, window: ScanWindow): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.conversation_id = h.id and ${within(sql`m.id`, window)}
  order by ${inOrder(sql`m.id`, window)} limit ${window.limit}`;
}

/** Messages in topics and channels that the reader has muted. */
export function muted(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) => {
      const isMuted = sql`exists (
      select from subscription s where s.realm_id = ${visibility.realmId} and s.user_id = ${visibility.userId}
        and s.channel_id = c.id and s.is_active and s.is_muted)`;
      return pick(
        visibility,
        union(
          fromEach(channelsOf(visibility, isMuted), ofChannel(visibility, window)),
          fromEach(
            topicsWith(visibility, visibilityPolicies.muted),
            ofTopic(visibility, sql`h.topic_key`, window),
          ),
        ),
        window,
      );
    },
  };
}

/** Messages in resolved topics; efficient only for few topics. */
export function inResolved(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(
        visibility,
        fromEach(
          sql`select channel_id as id, topic_key from topic
          where realm_id = ${visibility.realmId} and starts_with(topic_key, '✔ ')`,
          ofTopic(visibility, sql`h.topic_key`, window),
        ),
        window,
      ),
  };
}

/** Messages of a topic in all channels. */
export function inTopicAnywhere(visibility: MessageVisibility, topic: string): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(
        visibility,
        fromEach(
          sql`select id from channel where realm_id = ${visibility.realmId}`,
          ofTopic(visibility, sql`lower(${topic})`, window),
        ),
        window,
      ),
  };
}

export function followed(visibility: MessageVisibility): MessageSource {
  return {
    limit: tightLimit,
    candidates: (window) =>
      pick(
        visibility,
        fromEach(
          topicsWith(visibility, visibilityPolicies.followed),
          ofTopic(visibility, sql`h.topic_key`, window),
        ),
        window,
      ),
  };
}

/** Topics for which the reader has a visibility policy. */
function topicsWith({ realmId, userId }: MessageVisibility, policy: VisibilityPolicy): Fragment {
  return sql`
  select channel_id as id, lower(topic) as topic_key from topic_policy
  where realm_id = ${realmId} and user_id = ${userId} and policy = ${policy}`;
}

function ofTopic({ realmId }: MessageVisibility, topicKey: Fragment, window: ScanWindow): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.channel_id = h.id and m.topic_key = ${topicKey}
    and ${within(sql`m.id`, window)}
  order by ${inOrder(sql`m.id`, window)} limit ${window.limit}`;
}
