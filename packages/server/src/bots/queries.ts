import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { shownColumns, type ShownPerson } from '../people/present.ts';

type BotColumns = Omit<Selectable<Schema['bot']>, 'realm_id' | 'person_id' | 'owner_told_at'>;

/** A bot: its account and what it has beyond one. */
export type BotRow = ShownPerson &
  BotColumns & {
    readonly key_sealed: Buffer;
    readonly sending_channel_name: string | null;
    readonly events_channel_name: string | null;
  };

const botColumns = [
  'default_all_public_streams',
  'default_sending_channel_id',
  'default_events_channel_id',
  'payload_url',
  'interface',
  'service_token',
  'config',
] as const satisfies readonly (keyof BotColumns)[];

type Filter = {
  readonly of?: number;
  readonly notOf?: number;
  readonly id?: number;
  readonly activeOnly?: boolean;
  readonly limit?: number;
};

/** The bots of an organization, the oldest first. */
export const listBots = (reader: Reader, realmId: number, filter: Filter = {}): Promise<BotRow[]> => {
  const { of, notOf, id, activeOnly = false, limit } = filter;
  return reader.all(
    q
      .selectFrom('person')
      .innerJoin('bot', (join) =>
        join.onRef('bot.realm_id', '=', 'person.realm_id').onRef('bot.person_id', '=', 'person.id'),
      )
      .select(shownColumns.map((name) => `person.${name}` as const))
      .select(botColumns.map((name) => `bot.${name}` as const))
      .select('person.key_sealed')
      .select([
        nameOfChannel('default_sending_channel_id').as('sending_channel_name'),
        nameOfChannel('default_events_channel_id').as('events_channel_name'),
      ])
      .where('person.realm_id', '=', realmId)
      .$if(of !== undefined, (query) => query.where('person.bot_owner_id', '=', of ?? 0))
      .$if(notOf !== undefined, (query) =>
        query.where(sql<boolean>`person.bot_owner_id is distinct from ${notOf ?? 0}::bigint`),
      )
      .$if(id !== undefined, (query) => query.where('person.id', '=', id ?? 0))
      .$if(activeOnly, (query) => query.where('person.is_active', '=', true))
      .orderBy('person.date_joined')
      .orderBy('person.id')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0)),
  );
};

const nameOfChannel = (column: 'default_sending_channel_id' | 'default_events_channel_id') =>
  sql<string | null>`(
    select name from channel where realm_id = bot.realm_id and id = ${sql.ref(`bot.${column}`)}
  )`;
