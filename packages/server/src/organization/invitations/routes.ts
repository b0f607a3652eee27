import * as endpoints from '@parley/contract/endpoints/invites.ts';
import { route, type Route } from '../../http/route.ts';
import { createLink } from './create-link.ts';
import { resendInvitation } from './resend.ts';
import { revokeInvitation } from './revoke.ts';
import { listInvitations } from './rows.ts';
import { failed, sendInvitations } from './send.ts';
import { noGuestsNoBots } from '../users/gates.ts';

export const invitationRoutes: readonly Route[] = [
  route(
    endpoints.getInvites,
    async (call) => ({ invites: await listInvitations(call.world, call) }),
    noGuestsNoBots,
  ),
  route(
    endpoints.sendInvites,
    async (call, given) => {
      const { world, realm } = call;
      const { sent, skipped } = await world.write(realm.id, (tx) => sendInvitations(tx, call, given));
      if (skipped.length > 0)
        throw failed(
          sent === 0
            ? 'All addresses already have accounts; no invitation was sent.'
            : 'Some addresses already have accounts; the others were invited.',
          skipped,
          { sent_invitations: sent > 0 },
        );
      return {};
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.createInviteLink,
    async (call, given) => {
      const { world, realm } = call;
      return { invite_link: await world.write(realm.id, (tx) => createLink(tx, call, given)) };
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.revokeEmailInvite,
    async (call, { invite_id: id }) => {
      const { world, realm } = call;
      await world.write(realm.id, (tx) => revokeInvitation(tx, call, 'email', id, world.clock.now()));
      return {};
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.revokeInviteLink,
    async (call, { invite_id: id }) => {
      const { world, realm } = call;
      await world.write(realm.id, (tx) => revokeInvitation(tx, call, 'link', id, world.clock.now()));
      return {};
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.resendEmailInvite,
    async (call, { invite_id: id }) => {
      const { world, realm } = call;
      await world.write(realm.id, (tx) => resendInvitation(tx, world, call, id));
      return {};
    },
    noGuestsNoBots,
  ),
];
