import * as endpoints from '@parley/contract/endpoints/streams.ts';
import { accessChannelByName, accessChannel } from './access.ts';
import { archiveChannel } from './archive.ts';
import { readHolders } from './channel.ts';
import { createChannel } from './create-channel.ts';
import { addDefault, removeDefault } from './defaults.ts';
import { listChannels } from './list.ts';
import { presentChannel } from './present.ts';
import { subscribersOf } from './queries.ts';
import { updateChannel } from './update.ts';
import { route, type Route } from '../../http/route.ts';
import { administratorsOnly, noGuests } from '../../organization/users/gates.ts';

export const channelRoutes: readonly Route[] = [
  route(
    endpoints.createChannel,
    async ({ world, realm, user }, request) => {
      const context = { world, now: world.clock.now() };
      const { id } = await world.write(realm.id, (tx) =>
        createChannel(tx, { realm, user }, request, context),
      );
      return { id };
    },
    noGuests,
  ),
  route(endpoints.getStreams, async ({ world, realm, user }, filter) => {
    const channels = await listChannels(world.pool, { realm, user }, filter);
    const holders = await readHolders(world.pool, realm.id, channels);
    return {
      streams: channels.map((channel) => ({
        ...presentChannel(channel, holders),
        ...(filter.include_default ? { is_default: channel.is_default } : {}),
      })),
    };
  }),
  route(endpoints.getStreamById, async ({ world, realm, user }, { stream_id }) => {
    const channel = await accessChannel(world.pool, { realm, user }, stream_id, 'metadata', {
      archived: 'allowed',
    });
    return { stream: presentChannel(channel, await readHolders(world.pool, realm.id, [channel])) };
  }),
  route(endpoints.getSubscribers, async ({ world, realm, user }, { stream_id }) => {
    const { id } = await accessChannel(world.pool, { realm, user }, stream_id, 'metadata', {
      archived: 'allowed',
    });
    const usersIn = await subscribersOf(world.pool, realm.id, [id]);
    return { subscribers: usersIn(id) };
  }),
  route(endpoints.getStreamId, async ({ world, realm, user }, { stream }) => {
    const { id } = await accessChannelByName(world.pool, { realm, user }, stream, 'content', {
      archived: 'refused',
    });
    return { stream_id: id };
  }),
  route(endpoints.updateStream, async ({ world, realm, user }, { stream_id, ...change }) => {
    await world.write(realm.id, (tx) => updateChannel(tx, { realm, user }, stream_id, change, world));
    return {};
  }),
  route(endpoints.archiveStream, async ({ world, realm, user }, { stream_id }) => {
    await world.write(realm.id, (tx) => archiveChannel(tx, { realm, user }, stream_id, world));
    return {};
  }),
  route(
    endpoints.addDefaultStream,
    async ({ world, realm, user }, { stream_id }) => {
      await world.write(realm.id, (tx) => addDefault(tx, { realm, user }, stream_id));
      return {};
    },
    administratorsOnly,
  ),
  route(
    endpoints.removeDefaultStream,
    async ({ world, realm, user }, { stream_id }) => {
      await world.write(realm.id, (tx) => removeDefault(tx, { realm, user }, stream_id));
      return {};
    },
    administratorsOnly,
  ),
];
