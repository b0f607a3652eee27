import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createChannel as contract } from '@parley/contract/endpoints/streams.ts';
import type { Tx } from '../db/tx.ts';
import { announceChannels } from '../notices/channel-notices.ts';
import type { Actor } from '../people/person.ts';
import { Problem } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';
import { addSubscribers } from './add-subscribers.ts';
import type { ChannelRow } from './channel.ts';
import { createChannels } from './create.ts';
import { checkGivenSettings } from './initial-settings.ts';
import { checkName } from './names.ts';
import { checkPrincipals, findPrincipals } from './principals.ts';
import { findByNames } from './queries.ts';
import { noteCreation, type Context } from './subscribe.ts';

/** Makes one channel that does not exist yet, with its first subscribers, or with none. */
export const createChannel = async (
  tx: Tx,
  caller: Actor,
  request: ParametersOf<typeof contract>,
  { world, now }: Context,
): Promise<ChannelRow> => {
  const name = checkName(request.name);
  const realm = await lockRealm(tx);
  const found = await findPrincipals(tx, { ...caller, realm }, world.config, request.subscribers);
  const actor = { realm, person: found.me };
  const [named] = await findByNames(tx, tx.realmId, [name]);
  if (named?.channel !== undefined) throw nameTaken(name);
  await checkGivenSettings(tx, actor, request);
  const [channel] = await createChannels(tx, actor, [{ name, description: request.description }], request, {
    world,
    now,
  });
  if (channel === undefined) throw new Error('The channel was not created.');
  if (request.subscribers.length > 0) {
    await checkPrincipals(tx, actor, found);
    await addSubscribers(tx, world, [channel], found.people);
  }
  if (request.announce) await announceChannels(tx, world, actor, [channel]);
  await noteCreation(tx, world, actor, channel);
  return channel;
};

export const nameTaken = (name: string): Problem =>
  new Problem('CHANNEL_ALREADY_EXISTS', 'Another channel has this name.', { extra: { channel_name: name } });
