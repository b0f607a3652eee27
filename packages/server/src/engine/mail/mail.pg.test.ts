import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { createMailer } from './create-mailer.ts';
import { UndeliverableError } from './mailer.ts';
import { requireMailer, queueEmail } from '../../http/mail/queue-email.ts';
import { sendDueMail } from '../../app/jobs/send-mail.ts';
import { startMailbox, type Mailbox } from '@parley/test-support/mailbox.ts';

let mailbox: Mailbox;
let server: TestServer;
const FROM = 'Parley <chat@parley.test>';

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer((config) => ({ ...config, mail: { url: mailbox.url, from: FROM } }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  mailbox.behaviour = 'open';
  await world().pool.all(sql`delete from mail`);
});

function world() {
  return server.server.world;
}

function post(to: string, text = 'Come in.') {
  return world().write(server.realmId, (tx) =>
    queueEmail(tx, world(), 'invitation', { to, subject: 'An invitation', text }),
  );
}

type Waiting = { tries: number; last_error: string | null; pause: number };

function waiting(): Promise<Waiting[]> {
  return world().pool.all(
    sql<Waiting>`select tries, last_error, extract(epoch from next_try_at - now())::float8 as pause
        from mail where tries > 0`,
  );
}

test('an e-mail is sent after its transaction and leaves the outbox', async () => {
  await post('ada@example.com', 'Grüße an Ada: https://parley.test/join/abc?x=1&y=2');
  const email = await mailbox.emailTo('ada@example.com');
  expect(email).toMatchObject({ from: 'chat@parley.test', subject: 'An invitation' });
  expect(email.text.trim()).toBe('Grüße an Ada: https://parley.test/join/abc?x=1&y=2');
  expect(email.messageId).toMatch(/^<[0-9a-f]{32}@parley\.test>$/);
  await eventually(async () => expect(await world().pool.all(sql`select from mail`)).toEqual([]));
});

test('an e-mail of a failed transaction is not sent', async () => {
  const failing = world().write(server.realmId, async (tx) => {
    await queueEmail(tx, world(), 'invitation', { to: 'nobody@example.com', subject: 'No', text: 'No' });
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await post('after@example.com');
  await mailbox.emailTo('after@example.com');
  expect(mailbox.emails.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
});

test('the database does not reveal the content of an e-mail', async () => {
  mailbox.behaviour = { at: 'connect', status: 421 };
  await post('secret@example.com', 'the token is 4711');
  const [row] = await world().pool.all(sql<{ text: string }>`select mail::text as text from mail`);
  expect(row?.text).toBeTruthy();
  expect(row?.text).not.toContain('secret@example.com');
  const [sealed] = await world().pool.all(sql<{ sealed: Buffer }>`select sealed from mail`);
  expect(sealed?.sealed.toString('latin1')).not.toContain('4711');
});

test.each(['connect', 'recipient', 'data'] as const)(
  'a mail server that refuses for now at %s gets the letter later, once',
  async (at) => {
    mailbox.behaviour = { at, status: 451 };
    const address = `later-${at}@example.com`;
    await post(address);
    await eventually(async () => expect(await waiting()).toHaveLength(1));
    await eventually(async () => expect((await waiting())[0]?.last_error).toBeTruthy());
    const [mail] = await waiting();
    expect(mail).toMatchObject({ tries: 1 });
    expect(mail?.pause).toBeGreaterThan(60);
    mailbox.behaviour = 'open';
    await world().pool.all(sql`update mail set next_try_at = now()`);
    await mailbox.emailTo(address);
    expect(mailbox.emails.filter(({ to }) => to === address)).toHaveLength(1);
  },
);

test('the pause between retries doubles up to an hour', async () => {
  mailbox.behaviour = { at: 'recipient', status: 450 };
  await post('patience@example.com');
  const expected = [120, 240, 480, 960, 1920, 3600, 3600];
  for (const [index, seconds] of expected.entries()) {
    await eventually(async () => expect(await waiting()).toMatchObject([{ tries: index + 1 }]));
    const pause = (await waiting())[0]?.pause ?? 0;
    expect(pause).toBeLessThanOrEqual(seconds);
    expect(pause).toBeGreaterThan(seconds / 2);
    await world().pool.all(sql`update mail set next_try_at = now()`);
  }
});

test('an e-mail that is refused permanently is dropped and does not delay others', async () => {
  mailbox.behaviour = { at: 'recipient', status: 550 };
  await post('unknown@example.com');
  await eventually(async () => expect(await world().pool.all(sql`select from mail`)).toEqual([]));
  mailbox.behaviour = 'open';
  await post('known@example.com');
  await mailbox.emailTo('known@example.com');
  expect(mailbox.emails.some(({ to }) => to === 'unknown@example.com')).toBe(false);
  expect(await world().metrics.text()).toMatch(/parley_mails_total\{outcome="refused"\} 1/);
});

test('an expired e-mail is not sent', async () => {
  await world().write(server.realmId, async (tx) => {
    await queueEmail(tx, world(), 'invitation', { to: 'late@example.com', subject: 'Late', text: 'Late' });
    await tx.all(sql`update mail set expires_at = now() - interval '1 second'`);
  });
  await sendDueMail(world());
  await post('early@example.com');
  await mailbox.emailTo('early@example.com');
  expect(mailbox.emails.some(({ to }) => to === 'late@example.com')).toBe(false);
});

test('several nodes send every e-mail once', async () => {
  const addresses = Array.from({ length: 40 }, (_, index) => `crowd${index}@example.com`);
  await world().write(server.realmId, async (tx) => {
    for (const to of addresses)
      await queueEmail(tx, world(), 'invitation', { to, subject: 'All', text: 'All' });
  });
  await Promise.all(Array.from({ length: 4 }, () => sendDueMail(world())));
  await Promise.all(addresses.map((address) => mailbox.emailTo(address)));
  const got = mailbox.emails.map(({ to }) => to).filter((to) => to.startsWith('crowd'));
  expect(got.toSorted()).toEqual(addresses.toSorted());
});

test('operations that need e-mail are refused without a mail server', () => {
  expect(() => {
    requireMailer({ mailer: undefined });
  }).toThrow(/sends no mail/);
  expect(createMailer(undefined)).toBeUndefined();
});

test('the password is sent to the mail server, and a wrong one does not drop e-mails', async () => {
  const guarded = await startMailbox({ user: 'parley@example.org', password: 'p/ss:w@rd' });
  const mailer = createMailer({ url: guarded.url, from: FROM });
  await mailer?.verify();
  await mailer?.send({ to: 'a@example.com', subject: 'x', text: 'x' }, 'a');
  expect(guarded.emails).toHaveLength(1);
  mailer?.close();
  const stranger = createMailer({ url: guarded.url.replace('rd@', 'rt@'), from: FROM });
  await expect(stranger?.verify()).rejects.toThrow(/who are you/);
  const sent = stranger?.send({ to: 'a@example.com', subject: 'x', text: 'x' }, 'a');
  await expect(sent).rejects.not.toBeInstanceOf(UndeliverableError);
  stranger?.close();
  await guarded.stop();
});
