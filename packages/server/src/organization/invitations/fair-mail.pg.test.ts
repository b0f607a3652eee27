import { resendEmailInvite, getInvites, sendInvites } from '@parley/contract/endpoints/invites.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendDueMail } from '../../app/jobs/send-mail.ts';
import { sql } from '../../engine/db/sql.ts';
import { queueEmail } from '../../http/mail/queue-email.ts';

let mailbox: Mailbox;
let server: TestServer;
let hostile: TestUser;
let neighbor: TestUser;
beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({
    ...config,
    mail: { url: mailbox.url, from: 'chat@parley.test' },
    invitesPerDay: 10,
    rateLimits: true,
  }));
  hostile = await server.user({ role: 100, fullName: 'Your bank: log in at http://evil.example/now' });
  const realmId = await server.realm('other');
  neighbor = await server.user({ role: 100, realmId, host: 'other.parley.test' });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});

function invite(by: TestUser, invitee_emails: string) {
  return by.connection.call(sendInvites, { invitee_emails, stream_ids: [] });
}

test('an address gets two invitations in an hour, from all organizations together', async () => {
  await invite(hostile, 'victim@example.com');
  const [row] = (await hostile.connection.call(getInvites)).invites;
  const resend = () => hostile.connection.call(resendEmailInvite, { invite_id: row?.id ?? 0 });
  await resend();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, resend));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  await expect(resend()).rejects.toMatchObject({ status: 429, code: 'RATE_LIMIT_HIT' });
  await expect(invite(neighbor, 'Victim@example.com')).rejects.toMatchObject({
    code: 'INVITATION_FAILED',
    body: { errors: [['Victim@example.com', expect.stringContaining('too many invitations'), false]] },
  });
  await expect(invite(neighbor, 'friend@example.com')).resolves.toBeDefined();
});

test('resends count for the invitations of the day', async () => {
  const addresses = Array.from({ length: 8 }, (_, n) => `day${n}@example.com`);
  await invite(hostile, addresses.join(','));
  const { invites } = await hostile.connection.call(getInvites);
  const row = invites.find((found) => 'email' in found && found.email === 'day0@example.com');
  // Two in the test before, eight here.
  await expect(hostile.connection.call(resendEmailInvite, { invite_id: row?.id ?? 0 })).rejects.toThrow(
    'daily limit of invitations',
  );
});

test('e-mails name no user or organization by a name that looks like a link', async () => {
  const sent = await mailbox.emailTo('victim@example.com');
  expect(sent.subject).toBe('A user invites you to Root');
  await neighbor.connection.call(updateRealm, { name: 'Bank http://evil.example/' });
  await invite(neighbor, 'third@example.com');
  const named = await mailbox.emailTo('third@example.com');
  expect(named.subject).toMatch(/ invites you to other\.parley\.test$/);
  expect(`${sent.text}${named.text}`).not.toContain('evil');
});

test('a full outbox of one organization does not delay the e-mail of another', async () => {
  const { world } = server.server;
  const queue = (realmId: number, to: string) =>
    world.write(realmId, async (tx) => {
      await queueEmail(tx, world, 'password', { to, subject: 'x', text: 'x' });
      await tx.all(sql`update mail set next_try_at = now() + interval '1 hour' where realm_id = ${realmId}`);
    });
  for (let n = 0; n < 40; n += 1) await queue(hostile.realmId, `crowd${n}@example.com`);
  await queue(neighbor.realmId, 'reset@example.com');
  await world.pool.all(
    sql`update mail set next_try_at = now() - case when realm_id = ${hostile.realmId}
        then interval '1 hour' else interval '1 minute' end`,
  );
  await sendDueMail(world);
  await mailbox.emailTo('reset@example.com');
  const order = mailbox.emails.map(({ to }) => to).filter((to) => /^(?:crowd|reset)/.test(to));
  expect(order.indexOf('reset@example.com')).toBeLessThan(10);
});
