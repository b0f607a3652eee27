import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createChannel as contract } from '@parley/contract/endpoints/streams.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { announceChannels } from '../notices/channel-notices.ts';
import type { Actor } from '../../http/actor.ts';
import { ApiError } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { addSubscribers } from '../subscriptions/add-subscribers.ts';
import type { ChannelRow } from './channel.ts';
import { createChannels } from './create.ts';
import { checkGivenSettings } from './initial-settings.ts';
import { checkName } from './names.ts';
import { checkPrincipals, findPrincipals } from '../subscriptions/principals.ts';
import { findByNames } from './queries.ts';
import { postCreationNotice, type Context } from '../subscriptions/subscribe.ts';

/** Creates a channel, optionally with its first subscribers. */
export async function createChannel(
  tx: Tx,
  caller: Actor,
  request: ParametersOf<typeof contract>,
  { world, now }: Context,
): Promise<ChannelRow> {
  const name = checkName(request.name);
  const realm = await lockRealm(tx);
  const found = await findPrincipals(tx, { ...caller, realm }, world.config, request.subscribers);
  const actor = { realm, user: found.me };
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
    await addSubscribers(tx, world, [channel], found.users);
  }
  if (request.announce) await announceChannels(tx, world, actor, [channel]);
  await postCreationNotice(tx, world, actor, channel);
  return channel;
}

export function nameTaken(name: string): ApiError {
  return new ApiError('CHANNEL_ALREADY_EXISTS', 'A channel with this name already exists.', {
    extra: { channel_name: name },
  });
}
