import type { ChannelRow } from '../channels/channel.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { only, type Audience } from '../../engine/log/audience.ts';
import { hidesUsers } from '../../organization/users/access.ts';
import { acquaintancesOf } from '../../organization/users/visibility/acquaintance.ts';
import { isBot, isGuest, type UserRow } from '../../http/actor.ts';
import type { RealmRow } from '../../engine/db/realm.ts';

/** In larger channels somebody is always typing. */
const MOST_SUBSCRIBERS = 100;

/** Whom the news is about: guests hear it only if they may see all of them. */
type Shown = readonly Pick<UserRow, 'id' | 'bot_type'>[];
type Listener = Pick<UserRow, 'id' | 'role'>;

/** Those among some users who are active and want to know who is typing. */
export async function curiousAmong(
  reader: Reader,
  realm: RealmRow,
  ids: readonly number[],
  shown: Shown,
): Promise<Audience> {
  const rows = await reader.all(
    sql<Listener>`
      select id, role from realm_user p
      where realm_id = ${realm.id} and id = any(${[...ids]}::bigint[]) and ${isCurious}`,
  );
  return seeing(reader, realm, rows, shown);
}

/** The subscribers of a channel who want to know it; nobody where there are too many. */
export async function curiousIn(
  reader: Reader,
  realm: RealmRow,
  { id, subscriber_count }: Pick<ChannelRow, 'id' | 'subscriber_count'>,
  shown: Shown,
): Promise<Audience | undefined> {
  if (subscriber_count > MOST_SUBSCRIBERS) return undefined;
  const rows = await reader.all(
    sql<Listener>`
      select p.id, p.role from subscription s join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
      where s.realm_id = ${realm.id} and s.channel_id = ${id} and s.is_active and ${isCurious}`,
  );
  return seeing(reader, realm, rows, shown);
}

/** Only what differs from the default is stored. */
const isCurious = sql`p.is_active and p.settings -> 'receives_typing_notifications' is distinct from 'false'::jsonb`;

async function seeing(
  reader: Reader,
  realm: RealmRow,
  listeners: readonly Listener[],
  shown: Shown,
): Promise<Audience> {
  const guests = listeners.filter(isGuest).map(({ id }) => id);
  if (guests.length === 0 || !(await hidesUsers(reader, realm)))
    return only(...listeners.map(({ id }) => id));
  const users = shown.filter((one) => !isBot(one)).map(({ id }) => id);
  const pairs = await acquaintancesOf(reader, realm.id, guests, users);
  const known = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const isUnseen = (guest: number, user: number): boolean =>
    guest !== user && known.get(guest)?.some(({ user_id }) => user_id === user) !== true;
  const blind = new Set(guests.filter((guest) => users.some((user) => isUnseen(guest, user))));
  return only(...listeners.map(({ id }) => id).filter((id) => !blind.has(id)));
}
