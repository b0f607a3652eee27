import { updateMessageFlags } from '@parley/contract/endpoints/message-flags.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox, type Received } from '@parley/test-support/mailbox.ts';
import { channelOf, heard, say } from '@parley/test-support/talk.ts';
import { untilRead } from '@parley/test-support/until-read.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../../engine/db/sql.ts';
import { sendDueBatches } from './send-batches.ts';

let mailbox: Mailbox;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let channel: number;
let number = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'Parley <noreply@parley.test>' };
  server = await startTestServer((config) => ({ ...config, mail }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  number += 1;
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: 'Bob' });
  channel = await channelOf(server, `engine ${number}`, [ada, bob]);
});

function world() {
  return server.server.world;
}

function settle(): Promise<void> {
  return untilRead(world().pool);
}

/** The server's own job may be composing the e-mails of a batch. */
async function delivered(): Promise<void> {
  await eventually(async () => {
    const waiting = sql`select 1 from mail union all select 1 from email_batch where due_at <= now()`;
    expect(await world().pool.all(waiting)).toEqual([]);
  });
}

async function emailsOf(user: TestUser): Promise<Received[]> {
  await settle();
  await world().pool.all(sql`update email_batch set due_at = now() where user_id = ${user.id}`);
  await sendDueBatches(world());
  await delivered();
  return mailbox.emails.filter(({ to }) => to === user.email);
}

async function dueIn(user: TestUser): Promise<number | undefined> {
  await settle();
  const row = await world().pool.first(sql<{ seconds: number }>`
    select extract(epoch from due_at - started_at)::float8 as seconds from email_batch
    where user_id = ${user.id}`);
  return row?.seconds;
}

function mention(text = ''): string {
  return `@**|${bob.id}** ${text}`;
}

test('[N-19] [NT12] messages in two topics are two e-mails at the deadline that the first set', async () => {
  await say(ada, channel, 'one', mention());
  expect(await dueIn(bob)).toBe(120);
  await say(ada, channel, 'two', mention('first'));
  await say(ada, channel, 'one', mention());
  expect(await dueIn(bob)).toBe(120);
  expect(await world().pool.all(sql`select from email_batch where user_id = ${bob.id}`)).toHaveLength(1);
  const subjects = (await emailsOf(bob)).map(({ subject }) => subject);
  expect(subjects.toSorted()).toEqual([`#engine ${number} > one`, `#engine ${number} > two`]);
});

test('[NT12] a changed period counts from the first message', async () => {
  await say(ada, channel, 'one', mention());
  await settle();
  await bob.connection.call(updateSettings, { email_notifications_batching_period_seconds: 3600 });
  expect(await dueIn(bob)).toBe(3600);
});

test('[N-20] [NT20] a mention has up to ten earlier messages of the last 15 minutes', async () => {
  const old = await say(ada, channel, 'one', 'number old');
  await world().pool.all(sql`
    update message set sent_at = sent_at - interval '16 minutes' where id = ${old}`);
  for (let count = 1; count <= 12; count += 1) await say(ada, channel, 'one', `number ${count}.`);
  await say(ada, channel, 'one', mention('now'));
  const [email] = await emailsOf(bob);
  const shown = Array.from(email?.text.matchAll(/number (\w+)/g) ?? [], ([, name]) => name);
  expect(shown).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '11', '12']);
});

test('[N-20] [NT20] messages older than 15 minutes are no context', async () => {
  const old = await say(ada, channel, 'one', 'number old');
  await world().pool.all(sql`
    update message set sent_at = sent_at - interval '16 minutes' where id = ${old}`);
  await say(ada, channel, 'one', mention());
  const [email] = await emailsOf(bob);
  expect(email?.text).not.toContain('number');
});

test('[N-21] [NT21] an e-mail with hidden content shows neither content, sender nor topic', async () => {
  await bob.connection.call(updateSettings, { message_content_in_email_notifications: false });
  await say(ada, channel, 'secret topic', mention('secret content'));
  const [email] = await emailsOf(bob);
  const written = JSON.stringify({ ...email, headers: [...(email?.headers ?? [])] });
  expect(email?.subject).toBe('New messages');
  for (const hidden of ['secret', 'Ada', 'engine']) expect(written).not.toContain(hidden);
});

test('[NT21] an organization hides the content of e-mails', async () => {
  const owner = await server.user({ role: 100 });
  const name = 'message_content_allowed_in_email_notifications';
  await owner.connection.call(updateRealm, { [name]: false });
  await say(ada, channel, 'secret topic', mention('secret content'));
  const [email] = await emailsOf(bob);
  await owner.connection.call(updateRealm, { [name]: true });
  expect(email?.text).toContain('This organization keeps');
  expect(email?.html).not.toContain('secret');
});

test('[N-23] [NT17] the e-mails of a conversation are one thread, also after its topic is resolved', async () => {
  const message_id = await say(ada, channel, 'one', mention());
  await emailsOf(bob);
  await ada.connection.call(updateMessage, { message_id, topic: '✔ one', propagate_mode: 'change_all' });
  await say(ada, channel, '✔ one', mention());
  await say(ada, channel, 'two', mention());
  const references = (await emailsOf(bob)).map(({ headers }) => headers.get('references'));
  expect(references).toHaveLength(3);
  expect(new Set(references).size).toBe(2);
  expect(references[0]).toMatch(/^<[0-9a-f]{32}@parley\.test>$/);
});

test('[N-24] [NT22] one request to the address in the header ends the e-mails', async () => {
  await say(ada, channel, 'one', mention());
  const [email] = await emailsOf(bob);
  const { pathname } = new URL(/<(.*)>/.exec(email?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '');
  expect(email?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const page = await fetch(server.url + pathname);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Unsubscribe')]);
  const events = await heard(
    bob,
    async () => {
      const response = await fetch(server.url + pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      expect(response.status).toBe(200);
    },
    { event_types: ['user_settings'] },
  );
  expect(events).toMatchObject([{ property: 'enable_offline_email_notifications', value: false }]);
  await say(ada, channel, 'one', mention());
  expect(await emailsOf(bob)).toHaveLength(1);
});

test('[NT22] a link with another user or type is refused', async () => {
  await say(ada, channel, 'one', mention());
  const [email] = await emailsOf(bob);
  const link = new URL(/<(.*)>/.exec(email?.headers.get('list-unsubscribe') ?? '')?.[1] ?? '').pathname;
  for (const path of [link.replace(`/${bob.id}-`, `/${ada.id}-`), link.replace('missed_messages', 'login')])
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(404);
});

test('[N-26] [NT17] replies go to the address of the server', async () => {
  await ada.connection.call(sendMessage, { type: 'direct', to: [bob.id], content: 'x' });
  const [email] = await emailsOf(bob);
  expect(email?.headers.get('reply-to')).toBe('Parley <noreply@parley.test>');
  expect(email?.headers.get('x-auto-response-suppress')).toBe('All');
});

test('[NT14] several nodes send the e-mails of a batch once, and a failed attempt is repeated', async () => {
  await say(ada, channel, 'one', mention());
  await settle();
  await world().pool.all(sql`update email_batch set due_at = now() where user_id = ${bob.id}`);
  const { sealer } = world();
  const broken = {
    ...world(),
    sealer: {
      ...sealer,
      seal: () => {
        throw new Error('no key');
      },
    },
    log: { ...world().log, warn: () => {} },
  } as unknown as ReturnType<typeof world>;
  await sendDueBatches(broken);
  const rows = await world().pool.all(sql`select tries from email_batch where user_id = ${bob.id}`);
  expect(rows).toEqual([{ tries: 1 }]);
  await world().pool.all(sql`update email_batch set due_at = now() where user_id = ${bob.id}`);
  await Promise.all([1, 2, 3].map(() => sendDueBatches(world())));
  await delivered();
  expect(mailbox.emails.filter(({ to }) => to === bob.email)).toHaveLength(1);
});

test('[NT13] a user who left a private channel before the deadline gets no e-mail', async () => {
  const secret = await channelOf(server, `secret ${number}`, [ada, bob], { invite_only: true });
  await say(ada, secret, 'one', mention());
  await settle();
  await world().pool.all(sql`
    update subscription set is_active = false where channel_id = ${secret} and user_id = ${bob.id}`);
  expect(await emailsOf(bob)).toEqual([]);
});

const ALWAYS_QUIET = 'Mo-Su 00:00-24:00';

test('[NT24] messages of the do-not-disturb hours are one e-mail after their end', async () => {
  await bob.connection.call(updateSettings, { do_not_disturb_hours: ALWAYS_QUIET });
  await say(ada, channel, 'one', mention('first'));
  await say(ada, channel, 'two', mention('second'));
  const read = await say(ada, channel, 'three', mention('third'));
  expect(await emailsOf(bob)).toEqual([]);
  expect(await dueIn(bob)).toBeGreaterThan(600_000);
  await bob.connection.call(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' });
  await world().pool.all(sql`update realm_user set settings = settings - 'do_not_disturb_hours'`);
  const [email, ...more] = await emailsOf(bob);
  expect(more).toEqual([]);
  expect(email?.subject).toBe('New messages in 2 conversations');
  for (const part of [email?.text, email?.html]) {
    expect(part).toMatch(/one[^]*first[^]*two[^]*second/);
    expect(part).not.toContain('third');
  }
});

const LATER = 4_000_000_000;

test.each([
  ['NT24', 'hours', { do_not_disturb_hours: ALWAYS_QUIET }, { do_not_disturb_hours: '' }],
  ['NT27', 'a pause', { do_not_disturb_until: LATER }, { do_not_disturb_until: 0 }],
])('[%s] the end of %s by hand counts at once for the e-mails that wait', async (_, _name, quiet, loud) => {
  await bob.connection.call(updateSettings, quiet);
  await say(ada, channel, 'one', mention());
  expect(await emailsOf(bob)).toEqual([]);
  await bob.connection.call(updateSettings, loud);
  await settle();
  await sendDueBatches(world());
  await delivered();
  expect(mailbox.emails.filter(({ to }) => to === bob.email)).toHaveLength(1);
});
