import { sendInvites as contract } from '@parley/contract/endpoints/invites.ts';
import { route } from '../../http/route.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { failed, sendInvitations } from '../send.ts';

export const sendInvitesRoute = route(
  contract,
  async (call, given) => {
    const { world, realm } = call;
    const { sent, skipped } = await world.write(realm.id, (tx) => sendInvitations(tx, world, call, given));
    if (skipped.length > 0)
      throw failed(
        sent === 0
          ? 'All these addresses have accounts, so nobody was invited.'
          : 'Some of these addresses have accounts; the others were invited.',
        skipped,
        { sent_invitations: sent > 0 },
      );
    return {};
  },
  noGuestsNoBots,
);
