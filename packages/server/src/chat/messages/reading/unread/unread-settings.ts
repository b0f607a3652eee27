import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql, type Reader } from '../../../../engine/db/sql.ts';
import type { Owner } from './owner.ts';
import type { UnreadRow } from './row.ts';

/** The effect of a user's subscriptions and topic visibility policies on unread messages. */
export type UnreadSettings = {
  /**
   * A channel message is listed only while the user is subscribed to its channel and, with protected history, was
   * subscribed when the message arrived.
   */
  isListed(row: Pick<UnreadRow, 'id' | 'channel_id' | 'arrived_at'>): boolean;
  isMuted(row: Pick<UnreadRow, 'channel_id' | 'topic_key'>): boolean;
  isMutedChannel(channelId: number | null): boolean;
};

type Subscribed = { channel_id: number; is_muted: boolean; periods: string | null };

/** Reads the settings once, because joining them to each of 50,000 messages would take most of a second. */
export async function readUnreadSettings(reader: Reader, owner: Owner): Promise<UnreadSettings> {
  const { realmId, userId } = owner;
  const [subscribed, policies] = await Promise.all([
    reader.all(
      sql<Subscribed>`
      select s.channel_id, s.is_muted,
        case when c.is_private and not c.is_history_public then s.periods::text end as periods
      from subscription s join channel c on c.realm_id = s.realm_id and c.id = s.channel_id
      where s.realm_id = ${realmId} and s.user_id = ${userId} and s.is_active
        and (not c.is_archived or ${owner.seesArchived})`,
    ),
    reader.all(
      sql<{ channel_id: number; topic_key: string; policy: number }>`
      select t.channel_id, lower(t.topic) as topic_key, t.policy
      from topic_policy t join channel c on c.realm_id = t.realm_id and c.id = t.channel_id
      where t.realm_id = ${realmId} and t.user_id = ${userId} and not c.is_archived`,
    ),
  ]);
  return settingsOf(subscribed, new Map(policies.map((setting) => [keyOf(setting), setting.policy])));
}

function settingsOf(
  subscribed: readonly Subscribed[],
  policies: ReadonlyMap<string, number>,
): UnreadSettings {
  const channels = new Map(subscribed.map((one) => [one.channel_id, one]));
  const isMutedChannel = (id: number | null): boolean => channels.get(id ?? 0)?.is_muted === true;
  return {
    isListed: ({ id, channel_id, arrived_at }) => {
      if (channel_id === null) return true;
      const channel = channels.get(channel_id);
      if (channel === undefined) return false;
      return channel.periods === null || containsPosition(channel.periods, arrived_at ?? id);
    },
    isMuted: (row) => {
      const setting = policies.get(keyOf(row));
      return setting === undefined ? isMutedChannel(row.channel_id) : setting === visibilityPolicies.muted;
    },
    isMutedChannel,
  };
}

function keyOf({ channel_id, topic_key }: Pick<UnreadRow, 'channel_id' | 'topic_key'>): string {
  return `${channel_id} ${topic_key}`;
}

/** Whether an int8multirange in PostgreSQL's text format contains a number. */
function containsPosition(ranges: string, position: number): boolean {
  return [...ranges.matchAll(/\[(\d*),(\d*)\)/g)].some(
    ([, from, to]) => position >= Number(from ?? 0) && (to === '' || position < Number(to)),
  );
}
