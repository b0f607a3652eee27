import {
  createInviteLink,
  getInvites,
  resendEmailInvite,
  revokeEmailInvite,
  revokeInviteLink,
  sendInvites,
} from '@parley/contract/endpoints/invites.ts';
import type { Act } from './acts.ts';
import { raw } from '../raw.ts';

export function invitationActs(): Act[] {
  let link = '';
  return [
    {
      name: 'users are invited by mail and by a link',
      run: async ({ cast: { hero, owner } }) => {
        const form = { invitee_emails: 'one@example.com,two@example.com', stream_ids: [] };
        await hero.connection.call(sendInvites, form);
        link = (await owner.connection.call(createInviteLink, { invite_as: 600 })).invite_link;
      },
    },
    {
      name: 'an invitation is sent again, another one revoked',
      run: async ({ cast: { hero } }) => {
        const { invites } = await hero.connection.call(getInvites);
        await hero.connection.call(resendEmailInvite, { invite_id: invites[0]?.id ?? 0 });
        await hero.connection.call(revokeEmailInvite, { invite_id: invites[1]?.id ?? 0 });
      },
    },
    {
      name: 'the link is revoked',
      run: async ({ server, cast: { owner } }) => {
        const { invites } = await owner.connection.call(getInvites);
        const { id } = invites.find(({ link_url }) => link_url === link) ?? { id: 0 };
        await owner.connection.call(revokeInviteLink, { invite_id: id });
        const page = await raw(server, new URL(link).pathname);
        if (page.status !== 404) throw new Error('The link still leads somewhere.');
      },
    },
  ];
}
