import type { RawBuilder } from 'kysely';
import { channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import { CONTENT_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import { groupsOf } from '../../../organization/groups/permissions.ts';
import { isInSystemGroup } from '../../../organization/groups/system-groups.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isBot, type Actor } from '../../../http/actor.ts';
import { USER_FLAGS } from '../flags.ts';

export type Fragment = RawBuilder<unknown>;

/** SQL conditions for a reader's relation to a message `m`, which has at least `lightColumns`. */
export type MessageVisibility = {
  readonly realmId: number;
  readonly userId: number;
  readonly isGuest: boolean;
  readonly isBot: boolean;
  /** Joins that the conditions below use. */
  readonly joins: Fragment;
  /** The user received the message. */
  readonly isReceived: Fragment;
  /** The user received, flagged or was subscribed at the arrival of the message, and may still read it. */
  readonly isOwn: Fragment;
};

export const lightColumns = sql`m.id, m.sender_id, m.home_id, m.ordinal, m.conversation_id, m.channel_id,
  m.arrived_at, m.message_flags, m.sent_at, m.topic_key`;

export async function messageVisibilityOf(
  reader: Reader,
  { realm, user }: Actor,
): Promise<MessageVisibility> {
  const groups = isGuest(user) ? [] : [...(await groupsOf(reader, realm.id, user))];
  const isReceived = sql`(d.user_id is not null or coalesce(hs.ordinals @> m.ordinal, false))`;
  return {
    realmId: realm.id,
    userId: user.id,
    isGuest: isGuest(user),
    isBot: isBot(user),
    joins: joinsOf(realm.id, user.id),
    isReceived,
    isOwn: sql`case when m.channel_id is null then d.user_id is not null
      when ${isMentionedBot(isBot(user))} then true
      when c.is_private and not c.is_history_public
        then (s.is_active or ${hasOpeningPermission(user, groups)})
          and coalesce(s.periods @> coalesce(m.arrived_at, m.id), false)
      else (${isReceived} or k.message_id is not null)
        and (coalesce(s.is_active, false) or ${
          isGuest(user) ? sql`false` : sql`not c.is_private or ${hasOpeningPermission(user, groups)}`
        })
      end`,
  };
}

function joinsOf(realmId: number, userId: number): Fragment {
  return sql`
  left join conversation_user d on d.realm_id = ${realmId} and d.user_id = ${userId}
    and d.conversation_id = m.conversation_id and m.channel_id is null
  left join channel c on c.realm_id = ${realmId} and c.id = m.channel_id
  left join subscription s on s.realm_id = ${realmId} and s.user_id = ${userId} and s.channel_id = m.channel_id
  left join channel hc on hc.realm_id = ${realmId} and hc.conversation_id = m.home_id
  left join subscription hs on hs.realm_id = ${realmId} and hs.user_id = ${userId} and hs.channel_id = hc.id
  left join message_user_flag k on k.realm_id = ${realmId} and k.user_id = ${userId} and k.message_id = m.id
  left join topic_policy t on t.realm_id = ${realmId} and t.user_id = ${userId}
    and t.channel_id = m.channel_id and lower(t.topic) = m.topic_key`;
}

/** A bot receives messages that mention it, also in channels to which it is not subscribed. */
function isMentionedBot(isABot: boolean): Fragment {
  return isABot
    ? sql`k.flags & ${USER_FLAGS.mentioned} > 0 and k.flags & ${USER_FLAGS.historical} = 0`
    : sql`false`;
}

/** The user has a permission that gives access to a private channel without a subscription. */
function hasOpeningPermission(user: Actor['user'], groups: readonly number[]): Fragment {
  if (groups.length === 0) return sql`false`;
  const each = CONTENT_PERMISSIONS.map((name) =>
    isInSystemGroup(channelPermissions[name].default, user)
      ? sql`coalesce((c.permissions->>${name}::text)::bigint = any(${[...groups]}::bigint[]), true)`
      : sql`coalesce((c.permissions->>${name}::text)::bigint = any(${[...groups]}::bigint[]), false)`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
}
