import * as z from 'zod';
import { boolean, integer, role, string, unixSeconds } from '../primitives.ts';

export const invite = z
  .strictObject({
    id: integer.describe('Invitations by e-mail and links have ids of one sequence.'),
    invited_by_user_id: integer,
    invited: unixSeconds.describe('When.'),
    expiry_date: unixSeconds.nullable().describe('Null for never.'),
    invited_as: role,
    is_multiuse: boolean.describe('Whether it is a link that many may use.'),
    email: string.optional().describe('The invited address, if there is one.'),
    notify_referrer_on_join: boolean.optional().describe('Only of invitations by e-mail.'),
    link_url: string.optional().describe('Only of links.'),
  })
  .meta({ id: 'Invite', description: 'An invitation that nobody has used up, revoked or let expire.' });
export type Invite = z.infer<typeof invite>;
