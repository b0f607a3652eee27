import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql } from '../../../engine/db/sql.ts';
import { USER_FLAGS, MESSAGE_FLAGS } from '../flags.ts';
import type { Has, Is, Period } from '../narrow/term.ts';
import type { Condition, ResolvedTerm } from '../narrow/resolve.ts';
import type { Fragment, MessageVisibility } from './message-visibility.ts';

/** A term as an SQL condition on a message `m` and the joins of `MessageVisibility`. */
export function conditionOf(visibility: MessageVisibility, { condition, isNegated }: ResolvedTerm): Fragment {
  return isNegated
    ? sql`(${sqlOf(visibility, condition)}) is not true`
    : sql`(${sqlOf(visibility, condition)})`;
}

function sqlOf(visibility: MessageVisibility, condition: Condition): Fragment {
  switch (condition.kind) {
    case 'channel':
      return sql`m.channel_id = ${condition.channel.id}`;
    case 'channels':
      return CHANNEL_CONDITIONS[condition.which];
    case 'topic':
      return sql`m.channel_id is not null and m.topic_key = lower(${condition.topic})`;
    case 'conversation':
      return condition.id === undefined ? sql`false` : sql`m.conversation_id = ${condition.id}`;
    case 'sender':
      return sql`m.sender_id = ${condition.id}`;
    case 'dm-including':
      return sql`m.channel_id is null and exists (
        select from conversation_user o
        where o.realm_id = ${visibility.realmId} and o.user_id = ${condition.id}
          and o.conversation_id = m.conversation_id)`;
    case 'mentions':
      return sql`exists (
        select from message x where x.realm_id = ${visibility.realmId} and x.id = m.id
          and x.rendered like ${`%<span class="user-mention" data-user-id="${condition.id}">%`})`;
    case 'id':
      return sql`m.id = ${condition.id}`;
    case 'sent':
      return sentIn(condition.period);
    case 'has':
      return hasOf(visibility, condition.what);
    case 'is':
      return isOf(visibility, condition.what);
  }
}

const CHANNEL_CONDITIONS = {
  public: sql`not c.is_private`,
  'web-public': sql`c.is_web_public`,
  archived: sql`c.is_archived`,
};

function sentIn({ from, to }: Period): Fragment {
  return sql.join(
    [
      ...(from === undefined ? [] : [sql`m.sent_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`m.sent_at < ${to}`]),
    ],
    sql` and `,
  );
}

function hasOf(visibility: MessageVisibility, what: Has): Fragment {
  return what === 'reaction'
    ? sql`exists (select from reaction r where r.realm_id = ${visibility.realmId} and r.message_id = m.id)`
    : sql`m.message_flags & ${MESSAGE_FLAGS[what]} > 0`;
}

function isOf(visibility: MessageVisibility, what: Is): Fragment {
  switch (what) {
    case 'dm':
      return sql`m.channel_id is null`;
    case 'unread':
      return sql`case when ${visibility.isReceived}
        then not is_read(${visibility.realmId}, ${visibility.userId}, m.home_id, m.ordinal)
        else k.flags & ${USER_FLAGS.unread} > 0 end`;
    case 'starred':
      return sql`k.flags & ${USER_FLAGS.starred} > 0`;
    case 'mentioned':
      return sql`k.flags & ${USER_FLAGS.mentioned | USER_FLAGS.topicMentioned} > 0
        or (m.message_flags & ${MESSAGE_FLAGS.everyone} > 0 and ${visibility.isReceived})`;
    case 'alerted':
      return sql`k.flags & ${USER_FLAGS.alerted} > 0`;
    case 'resolved':
      return sql`m.channel_id is not null and starts_with(m.topic_key, '✔ ')`;
    case 'followed':
      return sql`t.policy = ${sql.lit(visibilityPolicies.followed)}`;
    case 'muted':
      return sql`${isTopicMuted} or (s.is_active and s.is_muted and coalesce(t.policy, 0) < ${sql.lit(visibilityPolicies.unmuted)})`;
  }
}

export const isTopicMuted = sql`coalesce(t.policy = ${sql.lit(visibilityPolicies.muted)}, false)`;
