import { revokeEmailInvite as contract } from '@parley/contract/endpoints/invites.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { revokeInvitation } from '../revoke.ts';

export const revokeEmailInviteRoute = route(
  contract,
  async (call, { invite_id: id }) => {
    const { world, realm } = call;
    await world.write(realm.id, (tx) => revokeInvitation(tx, call, 'email', id, world.clock.now()));
    return {};
  },
  noGuestsNoBots,
);
