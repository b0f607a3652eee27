import type { ChannelRow } from '../channels/channel.ts';
import { sql, type Reader } from '../db/sql.ts';
import { only, type Audience } from '../log/audience.ts';
import { hidesPeople } from '../people/access.ts';
import { acquaintancesOf } from '../people/acquaintance.ts';
import { isBot, isGuest, type PersonRow } from '../people/person.ts';
import type { RealmRow } from '../realm/realm.ts';

/** In larger channels somebody is always typing. */
const MOST_SUBSCRIBERS = 100;

/** Whom the news is about: guests hear it only if they may see all of them. */
type Shown = readonly Pick<PersonRow, 'id' | 'bot_type'>[];
type Listener = Pick<PersonRow, 'id' | 'role'>;

/** Those among some people who are active and want to know who is typing. */
export const curiousAmong = async (
  reader: Reader,
  realm: RealmRow,
  ids: readonly number[],
  shown: Shown,
): Promise<Audience> => {
  const rows = await reader.all(
    sql<Listener>`
      select id, role from person p
      where realm_id = ${realm.id} and id = any(${[...ids]}::bigint[]) and ${isCurious}`,
  );
  return seeing(reader, realm, rows, shown);
};

/** The subscribers of a channel who want to know it; nobody where there are too many. */
export const curiousIn = async (
  reader: Reader,
  realm: RealmRow,
  { id, subscriber_count }: Pick<ChannelRow, 'id' | 'subscriber_count'>,
  shown: Shown,
): Promise<Audience | undefined> => {
  if (subscriber_count > MOST_SUBSCRIBERS) return undefined;
  const rows = await reader.all(
    sql<Listener>`
      select p.id, p.role from subscription s join person p on p.realm_id = s.realm_id and p.id = s.person_id
      where s.realm_id = ${realm.id} and s.channel_id = ${id} and s.is_active and ${isCurious}`,
  );
  return seeing(reader, realm, rows, shown);
};

/** Only what differs from the default is stored. */
const isCurious = sql`p.is_active and p.settings -> 'receives_typing_notifications' is distinct from 'false'::jsonb`;

const seeing = async (
  reader: Reader,
  realm: RealmRow,
  listeners: readonly Listener[],
  shown: Shown,
): Promise<Audience> => {
  const guests = listeners.filter(isGuest).map(({ id }) => id);
  if (guests.length === 0 || !(await hidesPeople(reader, realm)))
    return only(...listeners.map(({ id }) => id));
  const people = shown.filter((one) => !isBot(one)).map(({ id }) => id);
  const pairs = await acquaintancesOf(reader, realm.id, guests, people);
  const known = Map.groupBy(pairs, ({ guest_id }) => guest_id);
  const isUnseen = (guest: number, person: number): boolean =>
    guest !== person && known.get(guest)?.some(({ person_id }) => person_id === person) !== true;
  const blind = new Set(guests.filter((guest) => people.some((person) => isUnseen(guest, person))));
  return only(...listeners.map(({ id }) => id).filter((id) => !blind.has(id)));
};
