import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

/** Inviting users, by mail and by a link. */
export async function invites(stage: Recorder, sky: number): Promise<void> {
  const { show, prepare, refuse, iris, amara } = stage;
  await show(api.sendInvites, iris, {
    invitee_emails: 'yuki@example.org, Paula Reyes <paula@example.org>',
    invite_expires_in_minutes: 14_400,
    stream_ids: [sky],
  });
  await refuse('INVITATION_FAILED', api.sendInvites, iris, {
    invitee_emails: amara.email,
    stream_ids: [sky],
  });
  await show(api.createInviteLink, iris, { invite_expires_in_minutes: 1440, stream_ids: [sky] });
  await show(api.getInvites, iris, {});
  const { invites: all } = await prepare(api.getInvites, iris, {});
  const mailed = all.find(({ is_multiuse }) => !is_multiuse)?.id ?? 0;
  const link = all.find(({ is_multiuse }) => is_multiuse)?.id ?? 0;
  await show(api.resendEmailInvite, iris, { invite_id: mailed });
  await show(api.revokeEmailInvite, iris, { invite_id: mailed });
  await show(api.revokeInviteLink, iris, { invite_id: link });
}
