import { createInviteLink as contract } from '@parley/contract/endpoints/invites.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { createLink } from '../create-link.ts';

export const createInviteLinkRoute = route(
  contract,
  async (call, given) => {
    const { world, realm } = call;
    return { invite_link: await world.write(realm.id, (tx) => createLink(tx, world, call, given)) };
  },
  noGuestsNoBots,
);
