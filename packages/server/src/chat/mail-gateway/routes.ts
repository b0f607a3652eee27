import { getStreamEmailAddress } from '@parley/contract/endpoints/streams.ts';
import { route, type Route } from '../../http/route.ts';
import { channelAddressFor } from './channel-address.ts';

export const mailGatewayRoutes: readonly Route[] = [
  route(getStreamEmailAddress, async (call, { stream_id, sender_id = call.user.id }) => ({
    email: await channelAddressFor(call.world, call, stream_id, sender_id),
  })),
];
