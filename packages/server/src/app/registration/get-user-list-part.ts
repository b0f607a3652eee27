import { getUserListPart as contract } from '@parley/contract/endpoints/users.ts';
import { readMergedSnapshot } from '../../engine/db/snapshot.ts';
import { shareOf } from '../../http/actor.ts';
import { EncodedResult, route } from '../../http/route.ts';
import { encodeMembers } from '../../http/snapshot.ts';
import { visibleUsers } from '../../organization/users/snapshot.ts';
import { readCurrent } from './register-queue.ts';

export const getUserListPartRoute = route(contract, async (call, parameters) => {
  const { world } = call;
  const clientOptions = {
    clientGravatar: parameters.client_gravatar,
    capabilities: { user_list_incomplete: true },
  };
  const part = await world.registrations.run(shareOf(call), () =>
    readMergedSnapshot(world.pool, async (readers) =>
      visibleUsers({
        ...readers,
        ...(await readCurrent(readers.reader, call)),
        shared: world.shared,
        config: world.config,
        sealer: world.sealer,
        usersSince: parameters.users_since,
        clientOptions,
      }),
    ),
  );
  return new EncodedResult(encodeMembers(part));
});
