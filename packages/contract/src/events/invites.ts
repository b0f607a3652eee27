import { event } from '../event.ts';

export const invitesChanged = event(
  'invites_changed',
  null,
  {},
  'Invitations came, went or changed. For administrators and who invited; they are listed by `get-invites`.',
);
