import { getInvites as contract } from '@parley/contract/endpoints/invites.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { listInvitations } from '../list.ts';

export const getInvitesRoute = route(
  contract,
  async (call) => ({ invites: await listInvitations(call.world, call) }),
  noGuestsNoBots,
);
