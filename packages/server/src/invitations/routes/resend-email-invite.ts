import { resendEmailInvite as contract } from '@parley/contract/endpoints/invites.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { resendInvitation } from '../resend.ts';

export const resendEmailInviteRoute = route(
  contract,
  async (call, { invite_id: id }) => {
    const { world, realm } = call;
    await world.write(realm.id, (tx) => resendInvitation(tx, world, call, id));
    return {};
  },
  noGuestsNoBots,
);
