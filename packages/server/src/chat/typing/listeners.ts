import type { ChannelRow } from '../channels/channel.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { only, type Audience } from '../../engine/log/audience.ts';
import { hidesUsers } from '../../organization/users/access.ts';
import { acquaintancesOf } from '../../organization/users/visibility/acquaintance.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import { isBot, type UserRow } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

/** Larger channels publish no typing events, because they would be constant. */
const MAX_CHANNEL_SUBSCRIBERS = 100;

/** Users named in the event; guests receive it only if they may see all of them. */
type NamedUsers = readonly Pick<UserRow, 'id' | 'bot_type'>[];
type Listener = Pick<UserRow, 'id' | 'role'>;

/** The active users among `ids` who receive typing notifications. */
export async function typingAudienceAmong(
  reader: Reader,
  realm: RealmRow,
  ids: readonly number[],
  named: NamedUsers,
): Promise<Audience> {
  const rows = await reader.all(
    sql<Listener>`
      select id, role from realm_user p
      where realm_id = ${realm.id} and id = any(${[...ids]}::bigint[]) and ${receivesTyping}`,
  );
  return audienceSeeing(reader, realm, rows, named);
}

/** Subscribers of a channel who receive typing notifications; undefined if the channel is too large. */
export async function typingAudienceIn(
  reader: Reader,
  realm: RealmRow,
  { id, subscriber_count }: Pick<ChannelRow, 'id' | 'subscriber_count'>,
  named: NamedUsers,
): Promise<Audience | undefined> {
  if (subscriber_count > MAX_CHANNEL_SUBSCRIBERS) return undefined;
  const rows = await reader.all(
    sql<Listener>`
      select p.id, p.role from subscription s join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
      where s.realm_id = ${realm.id} and s.channel_id = ${id} and s.is_active and ${receivesTyping}`,
  );
  return audienceSeeing(reader, realm, rows, named);
}

/** The settings contain only values that differ from the default. */
const receivesTyping = sql`p.is_active and p.settings -> 'receives_typing_notifications' is distinct from 'false'::jsonb`;

async function audienceSeeing(
  reader: Reader,
  realm: RealmRow,
  listeners: readonly Listener[],
  named: NamedUsers,
): Promise<Audience> {
  const guests = listeners.filter(isGuest).map(({ id }) => id);
  if (guests.length === 0 || !(await hidesUsers(reader, realm)))
    return only(...listeners.map(({ id }) => id));
  const users = named.filter((user) => !isBot(user)).map(({ id }) => id);
  const pairs = await acquaintancesOf(reader, realm.id, guests, users);
  const visibleTo = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const isHidden = (guest: number, user: number): boolean =>
    guest !== user && visibleTo.get(guest)?.some(({ user_id }) => user_id === user) !== true;
  const excluded = new Set(guests.filter((guest) => users.some((user) => isHidden(guest, user))));
  return only(...listeners.map(({ id }) => id).filter((id) => !excluded.has(id)));
}
