import { createChannel as contract } from '@parley/contract/endpoints/streams.ts';
import { route } from '../../http/route.ts';
import { noGuests } from '../../people/gates.ts';
import { createChannel } from '../create-channel.ts';

export const createChannelRoute = route(
  contract,
  async ({ world, realm, person }, request) => {
    const context = { world, now: world.clock.now() };
    const { id } = await world.write(realm.id, (tx) =>
      createChannel(tx, { realm, person }, request, context),
    );
    return { id };
  },
  noGuests,
);
