import { q, toJson } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { createPerson } from '../people/create-person.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { newApiKey } from '../secrets/seal.ts';
import type { World } from '../world.ts';
import { keepersOf } from './keepers.ts';
import { OUTGOING, presentBot } from './present.ts';
import { listBots, type BotRow } from './queries.ts';

export type NewBot = {
  readonly type: number;
  readonly email: string;
  readonly fullName: string;
  readonly allPublicChannels: boolean;
  readonly sendingChannelId?: number | null;
  readonly eventsChannelId?: number | null;
  readonly payloadUrl: string;
  readonly interface: number;
  readonly config: Readonly<Record<string, string>>;
};

/** Adds a bot that belongs to the actor. */
export const createBot = async (
  tx: Tx,
  world: Pick<World, 'config' | 'sealer' | 'clock'>,
  { person: owner }: Actor,
  spec: NewBot,
): Promise<{ bot: BotRow; apiKey: string }> => {
  const { person, apiKey } = await createPerson(tx, world, {
    email: spec.email,
    fullName: spec.fullName,
    role: 400,
    bot: { type: spec.type, ownerId: owner.id },
  });
  const outgoing = spec.type === OUTGOING;
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
        config: toJson(spec.config),
      })
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', person.id),
  );
  const bot = await botRow(tx, person);
  tx.emit(keepersOf(bot), { type: 'realm_bot', op: 'add', bot: presentBot(bot) });
  return { bot, apiKey };
};

export const botRow = async (tx: Tx, { id }: Pick<PersonRow, 'id'>): Promise<BotRow> => {
  const [bot] = await listBots(tx, tx.realmId, { id });
  if (bot === undefined) throw new Error(`The account ${id} is no bot.`);
  return bot;
};
