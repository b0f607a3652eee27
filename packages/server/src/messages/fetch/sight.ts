import type { RawBuilder } from 'kysely';
import { channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import { OPENING } from '../../channels/rights.ts';
import { sql, type Reader } from '../../db/sql.ts';
import { groupsOf } from '../../groups/permissions.ts';
import { isInSystemGroup } from '../../groups/system-groups.ts';
import { isBot, isGuest, type Actor } from '../../people/person.ts';
import { MARKS } from '../flags.ts';

export type Fragment = RawBuilder<unknown>;

/** What a reader has to do with messages, as SQL about a row `m` of which at least the light columns are known. */
export type Sight = {
  readonly realmId: number;
  readonly personId: number;
  readonly isGuest: boolean;
  readonly isBot: boolean;
  /** Joins what the conditions below ask for. */
  readonly joins: Fragment;
  /** The person received the message. */
  readonly isReceived: Fragment;
  /** The person has it: received, marked, or brought where the person was; and may still read it. */
  readonly isOwn: Fragment;
};

export const lightColumns = sql`m.id, m.sender_id, m.home_id, m.ordinal, m.conversation_id, m.channel_id,
  m.arrived_at, m.traits, m.sent_at, m.topic_key`;

export const sightOf = async (reader: Reader, { realm, person }: Actor): Promise<Sight> => {
  const groups = isGuest(person) ? [] : [...(await groupsOf(reader, realm.id, person))];
  const isReceived = sql`(d.person_id is not null or coalesce(hs.ordinals @> m.ordinal, false))`;
  return {
    realmId: realm.id,
    personId: person.id,
    isGuest: isGuest(person),
    isBot: isBot(person),
    joins: joinsOf(realm.id, person.id),
    isReceived,
    isOwn: sql`case when m.channel_id is null then d.person_id is not null
      when ${wasCalled(isBot(person))} then true
      when c.is_private and not c.is_history_public
        then (s.is_active or ${holdsOpening(person, groups)})
          and coalesce(s.periods @> coalesce(m.arrived_at, m.id), false)
      else (${isReceived} or k.message_id is not null)
        and (coalesce(s.is_active, false) or ${
          isGuest(person) ? sql`false` : sql`not c.is_private or ${holdsOpening(person, groups)}`
        })
      end`,
  };
};

const joinsOf = (realmId: number, personId: number): Fragment => sql`
  left join conversation_person d on d.realm_id = ${realmId} and d.person_id = ${personId}
    and d.conversation_id = m.conversation_id and m.channel_id is null
  left join channel c on c.realm_id = ${realmId} and c.id = m.channel_id
  left join subscription s on s.realm_id = ${realmId} and s.person_id = ${personId} and s.channel_id = m.channel_id
  left join channel hc on hc.realm_id = ${realmId} and hc.conversation_id = m.home_id
  left join subscription hs on hs.realm_id = ${realmId} and hs.person_id = ${personId} and hs.channel_id = hc.id
  left join message_mark k on k.realm_id = ${realmId} and k.person_id = ${personId} and k.message_id = m.id
  left join topic_policy t on t.realm_id = ${realmId} and t.person_id = ${personId}
    and t.channel_id = m.channel_id and lower(t.topic) = m.topic_key`;

/** A bot that was mentioned where it is not subscribed has the message all the same. */
const wasCalled = (isABot: boolean): Fragment =>
  isABot ? sql`k.flags & ${MARKS.mentioned} > 0 and k.flags & ${MARKS.historical} = 0` : sql`false`;

/** Holds a permission that opens a private channel to those who are not in it. */
const holdsOpening = (person: Actor['person'], groups: readonly number[]): Fragment => {
  if (groups.length === 0) return sql`false`;
  const each = OPENING.map((name) =>
    isInSystemGroup(channelPermissions[name].default, person)
      ? sql`coalesce((c.permissions->>${name}::text)::bigint = any(${[...groups]}::bigint[]), true)`
      : sql`coalesce((c.permissions->>${name}::text)::bigint = any(${[...groups]}::bigint[]), false)`,
  );
  return sql`(${sql.join(each, sql` or `)})`;
};
