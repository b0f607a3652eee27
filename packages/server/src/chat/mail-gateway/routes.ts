import { endStreamEmailAddresses, getStreamEmailAddress } from '@parley/contract/endpoints/streams.ts';
import { route, type Route } from '../../http/route.ts';
import { channelAddressFor, endChannelAddresses } from './channel-address.ts';

export const mailGatewayRoutes: readonly Route[] = [
  route(getStreamEmailAddress, async (call, { stream_id, sender_id = call.user.id }) => ({
    email: await channelAddressFor(call.world, call, stream_id, sender_id),
  })),
  route(endStreamEmailAddresses, async (call, { stream_id }) => {
    await call.world.write(call.realm.id, (tx) => endChannelAddresses(tx, call, stream_id));
    return {};
  }),
];
