import { setTimeout as pause } from 'node:timers/promises';
import { PNG } from '@parley/test-support/pictures.ts';
import { evidence, type Attack } from '../attack.ts';
import type { Account, Send } from '../client.ts';
import { GUEST, OWNER } from '../stage.ts';
import { movingGif, whitePng } from './hostile-pictures.ts';
import { times, upload } from './helpers.ts';

/** Longest wait for a small picture while others are converted. */
const MAX_PICTURE_MS = 10_000;

/** Attempts to take more than a fair share of what organizations have in common. */
export const shareAttacks: readonly Attack[] = [
  {
    name: 'an owner of another organization renders with expensive linkifiers',
    success: 'the bystander is kept waiting',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account(OWNER, 'evil');
      const choice = Array.from({ length: 20 }, (_, n) => `[a-m]{${n + 1},40}`).join('|');
      for (let n = 1; n <= 5; n += 1) {
        const form = {
          pattern: `(?P<x>(?:(?:${choice})+)[0-9]{${n}})`,
          url_template: 'https://x.example/{x}',
        };
        await send('/api/v1/realm/filters', { as, form });
      }
      await times(15, () =>
        send('/api/v1/messages/render', { as, form: { content: 'abcdefghij'.repeat(999) } }),
      );
      return undefined;
    },
  },
  {
    name: 'a member searches for 600 kB of text, 16 times at once',
    success: 'a search is run, or the bystander is kept waiting',
    attempt: async ({ send, account }) => {
      const as = await account(undefined, 'evil');
      const operand = Array.from({ length: 60_000 }, (_, n) => `word${n}`).join(' ');
      const narrow = JSON.stringify([{ operator: 'search', operand }]);
      const answers = await times(16, () => search(send, as, narrow));
      const run = answers.filter((status) => status === 200 || status >= 500).length;
      return evidence(run > 0, `${run} were run`);
    },
  },
  {
    name: 'a member searches with 200 terms',
    success: 'the search is run',
    attempt: async ({ send, account }) => {
      const terms = Array.from({ length: 200 }, (_, n) => ({ operator: 'search', operand: `term ${n}` }));
      const status = await search(send, await account(undefined, 'evil'), JSON.stringify(terms));
      return evidence(status === 200 || status >= 500, `status ${status}`);
    },
  },
  {
    name: 'a member reads 5,000 messages, 30 times at once',
    success: 'the bystander is kept waiting or gets an error',
    attempt: async ({ send, account }) => {
      const as = await account(undefined, 'evil');
      await times(30, () => send('/api/v1/messages?anchor=newest&num_before=5000&num_after=0', { as }));
      return undefined;
    },
  },
  {
    name: 'a member uploads three pictures of 1,000 frames',
    success: `a small picture of another organization takes longer than ${MAX_PICTURE_MS / 1000} seconds`,
    isLong: true,
    attempt: async ({ send, from, account }) => {
      const [evil, other] = [await account(undefined, 'evil'), await account()];
      const content = movingGif(500, 500, 1_000);
      const hostile = times(3, () => upload(send, evil, { name: 'moving.gif', type: 'image/gif', content }));
      await pause(500);
      const begun = performance.now();
      const { status } = await upload(from('127.9.3.1'), other, {
        name: 'dot.png',
        type: 'image/png',
        content: PNG,
      });
      const milliseconds = performance.now() - begun;
      await hostile;
      return evidence(
        status !== 200 || milliseconds > MAX_PICTURE_MS,
        `${status} after ${milliseconds.toFixed(0)} ms`,
      );
    },
  },
  {
    name: 'a member uploads a picture of 400 million pixels in 50 kB',
    success: 'the node fails, or the upload takes longer than 10 seconds',
    attempt: async ({ send, account }) => {
      const as = await account(undefined, 'evil');
      const begun = performance.now();
      const content = whitePng(20_000, 20_000);
      const answers = await Promise.all([
        upload(send, as, { name: 'large.png', type: 'image/png', content }),
        send('/api/v1/users/me/avatar', { method: 'POST', as, ...pictureForm(content) }),
      ]);
      const milliseconds = performance.now() - begun;
      const isFailed = answers.some(({ status }) => status >= 500 || status === 0);
      return evidence(
        isFailed || milliseconds > MAX_PICTURE_MS,
        `${answers.map(({ status }) => status).join(', ')} after ${milliseconds.toFixed(0)} ms`,
      );
    },
  },
  {
    name: 'a member resends an invitation 30 times',
    success: 'more than three e-mails arrive',
    attempt: async ({ send, account, mailbox }) => {
      const as = await account();
      const invitee = `bombed${as.id}@example.com`;
      await send('/api/v1/invites', { as, form: { invitee_emails: invitee, stream_ids: '[]' } });
      const { json } = await send('/api/v1/invites', { as });
      const invite = (json['invites'] as { id: number; email?: string }[]).find(
        ({ email }) => email === invitee,
      );
      await times(30, () => send(`/api/v1/invites/${invite?.id ?? 0}/resend`, { method: 'POST', as }));
      await pause(3_000);
      const count = mailbox.emails.filter(({ to }) => to === invitee).length;
      return evidence(count > 3, `${count} e-mails`);
    },
  },
  {
    name: 'four organizations invite one address',
    success: 'more than three e-mails arrive',
    attempt: async ({ send, organization, mailbox }) => {
      const invitee = 'wanted-by-all@example.com';
      for (let n = 0; n < 4; n += 1) {
        const as = await organization();
        await send('/api/v1/invites', { as, form: { invitee_emails: invitee, stream_ids: '[]' } });
      }
      await pause(3_000);
      const count = mailbox.emails.filter(({ to }) => to === invitee).length;
      return evidence(count > 3, `${count} e-mails`);
    },
  },
  {
    name: 'an owner writes a link into names that e-mails show',
    success: 'the e-mail contains the link',
    attempt: async ({ send, organization, mailbox }) => {
      const as = await organization();
      const invitee = `phished${as.id}@example.com`;
      const name = 'Bank http://phish.example/ www.phish.example';
      await send('/api/v1/realm', { method: 'PATCH', as, form: { name } });
      await send('/api/v1/settings', { method: 'PATCH', as, form: { full_name: name } });
      const invited = await send('/api/v1/invites', {
        as,
        form: { invitee_emails: invitee, stream_ids: '[]' },
      });
      if (invited.status !== 200) return undefined;
      const { subject, text } = await mailbox.emailTo(invitee);
      return evidence(/https?:\/\/phish\.example|www\.phish\.example/.test(subject + text), subject);
    },
  },
  {
    name: 'a guest stores 1,350 drafts',
    success: 'all are stored',
    attempt: async ({ send, account }) => {
      const as = await account(GUEST);
      const draft = { type: 'private', to: [], topic: '', content: 'x'.repeat(1_000) };
      const drafts = JSON.stringify(Array.from({ length: 90 }, () => draft));
      const answers = await times(15, () => send('/api/v1/drafts', { as, form: { drafts } }));
      return evidence(
        answers.every(({ status }) => status === 200),
        'all were stored',
      );
    },
  },
  {
    name: 'a guest stores 600 MiB of files',
    success: 'all are stored',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account(GUEST);
      const content = Buffer.alloc(30 * 1024 * 1024, 'x');
      for (let n = 0; n < 20; n += 1) {
        const { status } = await upload(send, as, {
          name: `${n}.bin`,
          type: 'application/octet-stream',
          content,
        });
        if (status !== 200) return undefined;
      }
      return 'all were stored';
    },
  },
  {
    name: 'a member of the same organization sends 190 writes at once',
    success: 'the bystander is kept waiting or gets an error',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account();
      const at = String(Math.floor(Date.now() / 1000) + 86_400);
      const form = { type: 'direct', to: `[${as.id}]`, content: 'x', scheduled_delivery_timestamp: at };
      await times(190, () => send('/api/v1/scheduled_messages', { as, form }));
      return undefined;
    },
  },
];

async function search(send: Send, as: Account, narrow: string): Promise<number> {
  const form = { method: 'GET', anchor: 'newest', num_before: '10', num_after: '0', narrow };
  return (await send('/api/v1/messages', { as, form })).status;
}

function pictureForm(content: Buffer): { headers: Record<string, string>; body: Buffer } {
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--x--\r\n')]),
  };
}
