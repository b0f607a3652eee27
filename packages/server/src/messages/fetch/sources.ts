import { sql } from '../../db/sql.ts';
import type { Fragment, Sight } from './sight.ts';
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
export const chosen = (sight: Sight, ids: readonly number[]): Source => ({
  most: loose,
  look: (stretch) => scan(sight, sql`m.id = any(${[...ids]}::bigint[])`, stretch),
});

export const inTopic = (sight: Sight, channelId: number, topic: string): Source => ({
  most: tight,
  look: (stretch) => scan(sight, sql`m.channel_id = ${channelId} and m.topic_key = lower(${topic})`, stretch),
});

export const inConversation = (sight: Sight, id: number): Source => ({
  most: tight,
  look: (stretch) => scan(sight, sql`m.conversation_id = ${id}`, stretch),
});

export const bySender = (sight: Sight, id: number): Source => ({
  most: loose,
  look: (stretch) => scan(sight, sql`m.sender_id = ${id}`, stretch),
});

export const everything = (sight: Sight): Source => ({
  most: loose,
  look: (stretch) => scan(sight, sql`true`, stretch),
});

/** Messages with pictures or files. */
export const withFiles = (sight: Sight): Source => ({
  most: loose,
  look: (stretch) => scan(sight, sql`m.traits & 6 > 0`, stretch),
});

export const reacted = (sight: Sight): Source => ({
  most: loose,
  look: (stretch) =>
    pick(
      sight,
      sql`select distinct r.message_id as id from reaction r
        where r.realm_id = ${sight.realmId} and ${within(sql`r.message_id`, stretch)}
        order by ${inOrder(sql`r.message_id`, stretch)} limit ${stretch.most}`,
      stretch,
    ),
});

/** Channels of some kind, `c`, as a whole. */
export const inChannels = (sight: Sight, kind: Fragment): Source => ({
  most: tight,
  look: (stretch) => pick(sight, fromEach(channelsOf(sight, kind), ofChannel(sight, stretch)), stretch),
});

const channelsOf = ({ realmId }: Sight, kind: Fragment): Fragment => sql`
  select c.conversation_id as id from channel c where c.realm_id = ${realmId} and ${kind}`;

const ofChannel = ({ realmId }: Sight, stretch: Stretch): Fragment => sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.conversation_id = h.id and ${within(sql`m.id`, stretch)}
  order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`;

/** What is in topics and channels that the reader has muted. */
export const muted = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) => {
    const isMuted = sql`exists (
      select from subscription s where s.realm_id = ${sight.realmId} and s.person_id = ${sight.personId}
        and s.channel_id = c.id and s.is_active and s.is_muted)`;
    return pick(
      sight,
      union(
        fromEach(channelsOf(sight, isMuted), ofChannel(sight, stretch)),
        fromEach(topicsWith(sight, 1), ofTopic(sight, sql`h.topic_key`, stretch)),
      ),
      stretch,
    );
  },
});

/** Topics that are resolved, if they are few. */
export const inResolved = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) =>
    pick(
      sight,
      fromEach(
        sql`select channel_id as id, topic_key from topic
          where realm_id = ${sight.realmId} and starts_with(topic_key, '✔ ')`,
        ofTopic(sight, sql`h.topic_key`, stretch),
      ),
      stretch,
    ),
});

/** A topic wherever it is. */
export const inTopicAnywhere = (sight: Sight, topic: string): Source => ({
  most: tight,
  look: (stretch) =>
    pick(
      sight,
      fromEach(
        sql`select id from channel where realm_id = ${sight.realmId}`,
        ofTopic(sight, sql`lower(${topic})`, stretch),
      ),
      stretch,
    ),
});

export const followed = (sight: Sight): Source => ({
  most: tight,
  look: (stretch) =>
    pick(sight, fromEach(topicsWith(sight, 3), ofTopic(sight, sql`h.topic_key`, stretch)), stretch),
});

/** Topics about which the reader has a wish. */
const topicsWith = ({ realmId, personId }: Sight, policy: 1 | 3): Fragment => sql`
  select channel_id as id, lower(topic) as topic_key from topic_policy
  where realm_id = ${realmId} and person_id = ${personId} and policy = ${policy}`;

const ofTopic = ({ realmId }: Sight, topicKey: Fragment, stretch: Stretch): Fragment => sql`
  select m.id from message m
  where m.realm_id = ${realmId} and m.channel_id = h.id and m.topic_key = ${topicKey}
    and ${within(sql`m.id`, stretch)}
  order by ${inOrder(sql`m.id`, stretch)} limit ${stretch.most}`;
