import { recordChange } from '../../engine/audit/record-change.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateBot as contract } from '@parley/contract/endpoints/bots.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { type Actor, isBot, type UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { lockBot } from './access.ts';
import { changeOwner, hasActiveOwner } from './change-owner.ts';
import { botRow } from './create.ts';
import { defaultChannelNamed } from './default-channels.ts';
import {
  type BotRow,
  botManagers,
  EMBEDDED_BOT,
  OUTGOING_BOT,
  presentDefaults,
  presentServices,
} from './rows.ts';
import { botAddress, checkConfig, checkPayloadUrl, refuseActiveName } from './checks.ts';
import { changeEmail } from '../users/change-email.ts';
import { changeRole, checkRole } from '../users/change-role.ts';
import { checkFullName } from '../users/full-name.ts';
import { rename } from '../users/rename.ts';

export type BotChanges = Omit<ParametersOf<typeof contract>, 'bot_id'>;

/** Applies the given changes to a bot, all or none. */
export async function updateBot(
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  caller: Actor,
  id: number,
  changes: BotChanges,
): Promise<BotRow> {
  const { actor, bot } = await lockBot(tx, caller, id);
  await checkMayRedirect(tx, actor, bot, changes);
  await changeAccount(tx, world, actor, bot, changes);
  await changeService(tx, actor, bot, changes);
  if (changes.bot_owner_id !== undefined)
    await changeOwner(tx, world.sealer, actor.realm, bot, await newOwner(tx, changes.bot_owner_id));
  return botRow(tx, bot);
}

/**
 * The key and the webhook of a bot give access to its private channels and direct messages. Administrators may not read
 * those of others, so they pass on a bot only after its owner was deactivated.
 */
async function checkMayRedirect(
  tx: Tx,
  { user: me }: Actor,
  bot: UserRow,
  { bot_owner_id, service_payload_url }: BotChanges,
): Promise<void> {
  const isRedirected =
    service_payload_url !== undefined || (bot_owner_id !== undefined && bot_owner_id !== bot.bot_owner_id);
  if (isRedirected && bot.bot_owner_id !== me.id && (await hasActiveOwner(tx, bot)))
    throw badRequest('Only the owner of this bot can give it away or change its URL.');
}

async function changeAccount(
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  { realm, user: me }: Actor,
  bot: UserRow,
  { full_name, role, short_name }: BotChanges,
): Promise<void> {
  if (full_name !== undefined) {
    const name = checkFullName(full_name);
    if (name !== bot.full_name) await refuseActiveName(tx, name, bot.id);
    await rename(tx, realm, bot, name);
  }
  if (role !== undefined && role !== bot.role) {
    await checkRole(tx, me, bot, role);
    await changeRole(tx, realm, bot, role, world.clock.now());
  }
  if (short_name !== undefined)
    await changeEmail(tx, world, realm, bot, botAddress(world.config, realm.subdomain, short_name));
}

async function changeService(tx: Tx, actor: Actor, bot: UserRow, changes: BotChanges): Promise<void> {
  const { default_all_public_streams: all, service_payload_url: url, service_interface: kind } = changes;
  const touchesUrl = url !== undefined || kind !== undefined;
  if (touchesUrl && bot.bot_type !== OUTGOING_BOT)
    throw badRequest('Only outgoing webhook bots have a URL and an interface.');
  const touchesService = touchesUrl || (changes.config_data !== undefined && bot.bot_type === EMBEDDED_BOT);
  const { default_sending_stream: sending, default_events_register_stream: events } = changes;
  const columns = {
    ...(sending === undefined
      ? {}
      : { default_sending_channel_id: await defaultChannelNamed(tx, actor, sending) }),
    ...(events === undefined
      ? {}
      : { default_events_channel_id: await defaultChannelNamed(tx, actor, events) }),
    ...(all === undefined ? {} : { default_all_public_streams: all }),
    ...(url === undefined ? {} : { payload_url: checkPayloadUrl(url) }),
    ...(kind === undefined ? {} : { interface: kind }),
    ...(changes.config_data === undefined ? {} : { config: toJson(checkConfig(changes.config_data)) }),
  };
  if (Object.keys(columns).length === 0) return;
  const before = await botRow(tx, bot);
  await tx.all(
    q.updateTable('bot').set(columns).where('realm_id', '=', tx.realmId).where('user_id', '=', bot.id),
  );
  const after = await botRow(tx, bot);
  recordChange(
    tx,
    'bot.changed',
    { type: 'user', id: bot.id },
    recordedValues(before),
    recordedValues(after),
  );
  for (const change of changedDefaults(before, after))
    tx.emit(botManagers(bot), { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...change } });
  if (touchesService)
    tx.emit(botManagers(bot), {
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: bot.id, services: presentServices(after) },
    });
}

/** Values of the configuration can be secrets of other services, so the audit trail has their names only. */
function recordedValues(bot: BotRow) {
  const { payload_url, interface: kind, config } = bot;
  return { ...presentDefaults(bot), payload_url, interface: kind, config: Object.keys(config).toSorted() };
}

/** The changed defaults, each for its own event. */
function changedDefaults(before: BotRow, after: BotRow) {
  const [old, now] = [presentDefaults(before), presentDefaults(after)];
  const names = Object.keys(now) as (keyof typeof now)[];
  return names.filter((name) => old[name] !== now[name]).map((name) => ({ [name]: now[name] }));
}

async function newOwner(tx: Tx, id: number): Promise<UserRow> {
  const owner = await tx.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', id).forShare(),
  );
  if (owner?.is_active !== true || isBot(owner))
    throw badRequest('bot_owner_id must be an active human user.');
  return owner;
}
