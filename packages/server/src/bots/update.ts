import type { updateBot as contract } from '@parley/contract/endpoints/bots.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import { q, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { changeEmail } from '../people/change-email.ts';
import { changeRole } from '../people/change-role.ts';
import { checkFullName } from '../people/full-name.ts';
import { isBot, type Actor, type PersonRow } from '../people/person.ts';
import { rename } from '../people/rename.ts';
import { checkRole } from '../people/role-rules.ts';
import { badRequest } from '../problem.ts';
import type { World } from '../world.ts';
import { holdBot } from './access.ts';
import { changeOwner } from './change-owner.ts';
import { botRow } from './create.ts';
import { defaultChannelNamed } from './default-channels.ts';
import { keepersOf } from './keepers.ts';
import { OUTGOING, presentDefaults, presentServices } from './present.ts';
import type { BotRow } from './queries.ts';
import { botAddress, checkConfig, checkPayloadUrl, refuseActiveName } from './rules.ts';

export type BotChanges = Omit<ParametersOf<typeof contract>, 'bot_id'>;

/** Changes what is given about a bot, all of it or nothing. */
export const updateBot = async (
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  caller: Actor,
  id: number,
  changes: BotChanges,
): Promise<BotRow> => {
  const { actor, bot } = await holdBot(tx, caller, id);
  await changeAccount(tx, world, actor, bot, changes);
  await changeService(tx, actor, bot, changes);
  if (changes.bot_owner_id !== undefined)
    await changeOwner(tx, actor.realm, bot, await newOwner(tx, changes.bot_owner_id));
  return botRow(tx, bot);
};

const changeAccount = async (
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  { realm, person: me }: Actor,
  bot: PersonRow,
  { full_name, role, short_name }: BotChanges,
): Promise<void> => {
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
};

const changeService = async (tx: Tx, actor: Actor, bot: PersonRow, changes: BotChanges): Promise<void> => {
  const { default_all_public_streams: all, service_payload_url: url, service_interface: kind } = changes;
  const touchesService = url !== undefined || kind !== undefined;
  if (touchesService && bot.bot_type !== OUTGOING) throw badRequest('This bot calls no address.');
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
    q.updateTable('bot').set(columns).where('realm_id', '=', tx.realmId).where('person_id', '=', bot.id),
  );
  const after = await botRow(tx, bot);
  for (const change of changedDefaults(before, after))
    tx.emit(keepersOf(bot), { type: 'realm_bot', op: 'update', bot: { user_id: bot.id, ...change } });
  if (touchesService)
    tx.emit(keepersOf(bot), {
      type: 'realm_bot',
      op: 'update',
      bot: { user_id: bot.id, services: presentServices(after) },
    });
};

/** One event for each that is another one now. */
const changedDefaults = (before: BotRow, after: BotRow) => {
  const [old, now] = [presentDefaults(before), presentDefaults(after)];
  const names = Object.keys(now) as (keyof typeof now)[];
  return names.filter((name) => old[name] !== now[name]).map((name) => ({ [name]: now[name] }));
};

const newOwner = async (tx: Tx, id: number): Promise<PersonRow> => {
  const owner = await tx.first(
    q.selectFrom('person').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', id).forShare(),
  );
  if (owner?.is_active !== true || isBot(owner)) throw badRequest('The new owner must be an active person.');
  return owner;
};
