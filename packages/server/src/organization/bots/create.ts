import { limits } from '@parley/contract/limits.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { badRequest } from '../../engine/api-error.ts';
import { q, sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { newApiKey } from '../../engine/secrets/seal.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { type BotRow, botManagers, listBots, OUTGOING_BOT, presentBot } from './rows.ts';
import { createUserWithKey } from '../users/create-user.ts';

export type NewBot = {
  readonly type: number;
  readonly email: string;
  readonly fullName: string;
  readonly allPublicChannels: boolean;
  readonly sendingChannelId?: number | null;
  readonly eventsChannelId?: number | null;
  readonly payloadUrl: string;
  readonly interface: number;
  /** The service of an embedded bot. */
  readonly serviceName?: string | null;
  readonly config: Readonly<Record<string, string>>;
};

/** Creates a bot owned by the actor. The caller has locked the accounts of the organization. */
export async function createBot(
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  { user: owner }: Actor,
  spec: NewBot,
): Promise<{ bot: BotRow; apiKey: string }> {
  await checkRoom(tx, owner);
  const { user, apiKey } = await createUserWithKey(tx, world, {
    email: spec.email,
    fullName: spec.fullName,
    role: roles.member,
    bot: { type: spec.type, ownerId: owner.id },
  });
  const outgoing = spec.type === OUTGOING_BOT;
  await tx.all(
    q
      .updateTable('bot')
      .set({
        default_all_public_streams: spec.allPublicChannels,
        default_sending_channel_id: spec.sendingChannelId ?? null,
        default_events_channel_id: spec.eventsChannelId ?? null,
        payload_url: outgoing ? spec.payloadUrl : null,
        interface: outgoing ? spec.interface : null,
        service_token: outgoing ? newApiKey() : null,
        service_name: spec.serviceName ?? null,
        config: toJson(spec.config),
      })
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', user.id),
  );
  const bot = await botRow(tx, user);
  tx.emit(botManagers(bot), { type: 'realm_bot', op: 'add', bot: presentBot(bot) });
  return { bot, apiKey };
}

async function checkRoom(tx: Tx, owner: Pick<UserRow, 'id'>): Promise<void> {
  const counted = await tx.first(
    sql<{ all: number; own: number }>`
      select count(*) as all, count(*) filter (where bot_owner_id = ${owner.id}) as own
      from realm_user where realm_id = ${tx.realmId} and bot_owner_id is not null`,
  );
  if ((counted?.own ?? 0) >= limits.botsPerUser)
    throw badRequest(`A user can own at most ${limits.botsPerUser} bots. Reactivate one instead.`);
  if ((counted?.all ?? 0) >= limits.botsPerRealm)
    throw badRequest(`An organization can have at most ${limits.botsPerRealm} bots.`);
}

export async function botRow(tx: Tx, { id }: Pick<UserRow, 'id'>): Promise<BotRow> {
  const [bot] = await listBots(tx, tx.realmId, { id });
  if (bot === undefined) throw new Error(`User ${id} is not a bot.`);
  return bot;
}
