import { sql, type Reader } from '../db/sql.ts';
import { only, type Audience } from '../log/audience.ts';
import type { ChannelRow } from '../channels/channel.ts';

/** In larger channels somebody is always typing. */
const MOST_SUBSCRIBERS = 100;

/** Those among some people who are active and want to know who is typing. */
export const curiousAmong = async (
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<Audience> => {
  const rows = await reader.all(
    sql<{ id: number }>`
      select id from person p
      where realm_id = ${realmId} and id = any(${[...ids]}::bigint[]) and ${isCurious}`,
  );
  return only(...rows.map(({ id }) => id));
};

/** The subscribers of a channel who want to know it; nobody where there are too many. */
export const curiousIn = async (
  reader: Reader,
  { realm_id, id, subscriber_count }: Pick<ChannelRow, 'realm_id' | 'id' | 'subscriber_count'>,
): Promise<Audience | undefined> => {
  if (subscriber_count > MOST_SUBSCRIBERS) return undefined;
  const rows = await reader.all(
    sql<{ id: number }>`
      select p.id from subscription s join person p on p.realm_id = s.realm_id and p.id = s.person_id
      where s.realm_id = ${realm_id} and s.channel_id = ${id} and s.is_active and ${isCurious}`,
  );
  return only(...rows.map((row) => row.id));
};

/** Only what differs from the default is stored. */
const isCurious = sql`p.is_active and p.settings -> 'receives_typing_notifications' is distinct from 'false'::jsonb`;
