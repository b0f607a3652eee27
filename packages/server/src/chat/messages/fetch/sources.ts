import { sql } from '../../../engine/db/sql.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';
import {
  fromEach,
  inOrder,
  loose,
  pick,
  scan,
  tight,
  union,
  within,
  type Source,
  type Stretch,
} from './source.ts';

/** Some messages by their ids. */
export function chosen(visibility: MessageVisibility, ids: readonly number[]): Source {
  return {
    most: loose,
    look: (stretch) => scan(visibility, sql`m.id = any(${[...ids]}::bigint[])`, stretch),
  };
}

export function inTopic(visibility: MessageVisibility, channelId: number, topic: string): Source {
  return {
    most: tight,
    look: (stretch) =>
      scan(visibility, sql`m.channel_id = ${channelId} and m.topic_key = lower(${topic})`, stretch),
  };
}

export function inConversation(visibility: MessageVisibility, id: number): Source {
  return {
    most: tight,
    look: (stretch) => scan(visibility, sql`m.conversation_id = ${id}`, stretch),
  };
}

export function bySender(visibility: MessageVisibility, id: number): Source {
  return {
    most: loose,
    look: (stretch) => scan(visibility, sql`m.sender_id = ${id}`, stretch),
  };
}

export function everything(visibility: MessageVisibility): Source {
  return {
    most: loose,
    look: (stretch) => scan(visibility, sql`true`, stretch),
  };
}

/** Messages with pictures or files. */
export function withFiles(visibility: MessageVisibility): Source {
  return {
    most: loose,
    look: (stretch) => scan(visibility, sql`m.traits & 6 > 0`, stretch),
  };
}

export function reacted(visibility: MessageVisibility): Source {
  return {
    most: loose,
    look: (stretch) =>
      pick(
        visibility,
        sql`select distinct r.message_id as id from reaction r
        where r.realm_id = ${visibility.realmId} and ${within(sql`r.message_id`, stretch)}
        order by ${inOrder(sql`r.message_id`, stretch)} limit ${stretch.most}`,
        stretch,
      ),
  };
}

/** Channels of some kind, `c`, as a whole. */
export function inChannels(visibility: MessageVisibility, kind: Fragment): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(visibility, fromEach(channelsOf(visibility, kind), ofChannel(visibility, stretch)), stretch),
  };
}

function channelsOf({ realmId }: MessageVisibility, kind: Fragment): Fragment {
  return sql`
  select c.conversation_id as id from channel c where c.realm_id = ${realmId} and ${kind}`;
}

function ofChannel({ realmId }: MessageVisibility, stretch: Stretch): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.conversation_id = h.id and ${within(sql`m.id`, stretch)}
  order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`;
}

/** What is in topics and channels that the reader has muted. */
export function muted(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) => {
      const isMuted = sql`exists (
      select from subscription s where s.realm_id = ${visibility.realmId} and s.user_id = ${visibility.userId}
        and s.channel_id = c.id and s.is_active and s.is_muted)`;
      return pick(
        visibility,
        union(
          fromEach(channelsOf(visibility, isMuted), ofChannel(visibility, stretch)),
          fromEach(topicsWith(visibility, 1), ofTopic(visibility, sql`h.topic_key`, stretch)),
        ),
        stretch,
      );
    },
  };
}

/** Topics that are resolved, if they are few. */
export function inResolved(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(
        visibility,
        fromEach(
          sql`select channel_id as id, topic_key from topic
          where realm_id = ${visibility.realmId} and starts_with(topic_key, '✔ ')`,
          ofTopic(visibility, sql`h.topic_key`, stretch),
        ),
        stretch,
      ),
  };
}

/** A topic wherever it is. */
export function inTopicAnywhere(visibility: MessageVisibility, topic: string): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(
        visibility,
        fromEach(
          sql`select id from channel where realm_id = ${visibility.realmId}`,
          ofTopic(visibility, sql`lower(${topic})`, stretch),
        ),
        stretch,
      ),
  };
}

export function followed(visibility: MessageVisibility): Source {
  return {
    most: tight,
    look: (stretch) =>
      pick(
        visibility,
        fromEach(topicsWith(visibility, 3), ofTopic(visibility, sql`h.topic_key`, stretch)),
        stretch,
      ),
  };
}

/** Topics about which the reader has a wish. */
function topicsWith({ realmId, userId }: MessageVisibility, policy: 1 | 3): Fragment {
  return sql`
  select channel_id as id, lower(topic) as topic_key from topic_policy
  where realm_id = ${realmId} and user_id = ${userId} and policy = ${policy}`;
}

function ofTopic({ realmId }: MessageVisibility, topicKey: Fragment, stretch: Stretch): Fragment {
  return sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.channel_id = h.id and m.topic_key = ${topicKey}
    and ${within(sql`m.id`, stretch)}
  order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`;
}
