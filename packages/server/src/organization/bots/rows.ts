import type { OwnedBot, RealmBot } from '@parley/contract/objects/bot.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Audience } from '../../engine/log/audience.ts';
import { isAdministrator, roles } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { openBotKey } from '../credentials/keys.ts';
import { avatarUrl } from '../users/avatar.ts';
import { shownColumns, type ShownUser } from '../users/present.ts';
import type { Server } from '../users/server.ts';

type BotColumns = Omit<Selectable<Schema['bot']>, 'realm_id' | 'user_id' | 'owner_notified_at'>;

/** A bot: its user row and the bot columns. */
export type BotRow = ShownUser &
  BotColumns & {
    readonly key_sealed: Buffer | null;
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
  'service_name',
  'config',
] as const satisfies readonly (keyof BotColumns)[];

type Filter = {
  readonly ownerId?: number;
  readonly notOwnerId?: number;
  readonly id?: number;
  readonly activeOnly?: boolean;
  readonly limit?: number;
};

/** The bots of an organization, oldest first. */
export function listBots(reader: Reader, realmId: number, filter: Filter = {}): Promise<BotRow[]> {
  const { ownerId, notOwnerId, id, activeOnly = false, limit } = filter;
  return reader.all(
    q
      .selectFrom('realm_user')
      .innerJoin('bot', (join) =>
        join.onRef('bot.realm_id', '=', 'realm_user.realm_id').onRef('bot.user_id', '=', 'realm_user.id'),
      )
      .select(shownColumns.map((name) => `realm_user.${name}` as const))
      .select(botColumns.map((name) => `bot.${name}` as const))
      .select('realm_user.key_sealed')
      .select([
        nameOfChannel('default_sending_channel_id').as('sending_channel_name'),
        nameOfChannel('default_events_channel_id').as('events_channel_name'),
      ])
      .where('realm_user.realm_id', '=', realmId)
      .$if(ownerId !== undefined, (query) => query.where('realm_user.bot_owner_id', '=', ownerId ?? 0))
      .$if(notOwnerId !== undefined, (query) =>
        query.where(sql<boolean>`realm_user.bot_owner_id is distinct from ${notOwnerId ?? 0}::bigint`),
      )
      .$if(id !== undefined, (query) => query.where('realm_user.id', '=', id ?? 0))
      .$if(activeOnly, (query) => query.where('realm_user.is_active', '=', true))
      .orderBy('realm_user.date_joined')
      .orderBy('realm_user.id')
      .$if(limit !== undefined, (query) => query.limit(limit ?? 0)),
  );
}

function nameOfChannel(column: 'default_sending_channel_id' | 'default_events_channel_id') {
  return sql<string | null>`(
    select name from channel where realm_id = bot.realm_id and id = ${sql.ref(`bot.${column}`)}
  )`;
}

export const OUTGOING_BOT = 3;
export const EMBEDDED_BOT = 4;

type Defaults = Pick<BotRow, 'default_all_public_streams' | 'sending_channel_name' | 'events_channel_name'>;

export function presentDefaults(bot: Defaults) {
  return {
    default_sending_stream: bot.sending_channel_name,
    default_events_register_stream: bot.events_channel_name,
    default_all_public_streams: bot.default_all_public_streams,
  };
}

/** A bot as shown to its owner and to administrators. */
export function presentBot(bot: BotRow): RealmBot {
  return {
    user_id: bot.id,
    ...presentDefaults(bot),
    services: presentServices(bot),
  };
}

export function presentServices(bot: BotRow): RealmBot['services'] {
  switch (bot.bot_type) {
    case OUTGOING_BOT:
      return [
        { base_url: bot.payload_url ?? '', interface: bot.interface ?? 1, token: bot.service_token ?? '' },
      ];
    case EMBEDDED_BOT:
      return [{ service_name: bot.service_name ?? '', config_data: bot.config }];
    default:
      return [];
  }
}

export function presentOwnedBot(bot: BotRow, server: Server): OwnedBot {
  return {
    username: bot.delivery_email,
    full_name: bot.full_name,
    api_key: openBotKey(server.sealer, bot),
    avatar_url: avatarUrl(server, bot),
    ...presentDefaults(bot),
  };
}

/** The bots that the viewer manages: all bots for administrators, own bots for other users. */
export const realmBotState: ReadState<'realm_bot'> = async ({ reader, realm, user }) => {
  const bots = await listBots(reader, realm.id, isAdministrator(user) ? {} : { ownerId: user.id });
  return { realm_bots: bots.map(presentBot) };
};

/** The users who manage a bot: administrators and its owner. */
export function botManagers({ bot_owner_id }: Pick<UserRow, 'bot_owner_id'>): Audience {
  return {
    kind: 'roles',
    roles: [roles.owner, roles.administrator],
    ...(bot_owner_id === null ? {} : { also: [bot_owner_id] }),
  };
}
