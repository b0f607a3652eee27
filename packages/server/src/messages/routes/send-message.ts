import { sendMessage as contract } from '@parley/contract/endpoints/messages.ts';
import { urlOf } from '../../http/hosts.ts';
import { confirmingRoute } from '../../http/route.ts';
import { findLinkPlace, linksTo } from '../links.ts';
import { send } from '../send.ts';

export const sendMessageRoute = confirmingRoute(contract, async (call, parameters) => {
  const { world, realm, person } = call;
  const { id, policy, place } = await send(call, parameters);
  return {
    id,
    ...(policy === 0 ? {} : { automatic_new_visibility_policy: policy }),
    ...linksTo(
      urlOf(world.config.hosts, realm.subdomain),
      place ?? (await findLinkPlace(world.pool, person, id)),
      id,
    ),
  };
});
