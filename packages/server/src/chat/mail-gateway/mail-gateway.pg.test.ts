import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { getStreamEmailAddress } from '@parley/contract/endpoints/streams.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { openBrowser, userWithPassword } from '@parley/test-support/browser.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { startMailbox, type Mailbox, type Received } from '@parley/test-support/mailbox.ts';
import { openSmtp, sendRawMail } from '@parley/test-support/smtp-client.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '@parley/test-support/eventually.ts';
import { sql } from '../../engine/db/sql.ts';
import { sendDueBatches } from '../notifications/email/send-batches.ts';
import { dayOf, gatewayAddressOf } from './addresses.ts';
import { BY_EMAIL } from './mail-post.ts';

let mailbox: Mailbox;
let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let channel: number;
let number = 0;

beforeAll(async () => {
  mailbox = await startMailbox();
  const mail = { url: mailbox.url, from: 'Parley <noreply@parley.test>' };
  const mailGateway = {
    pattern: '%s@in.parley.test',
    listen: { address: '127.0.0.1', port: 0 },
    replyDays: 14,
    authservId: undefined,
  };
  server = await startTestServer((config) => ({ ...config, mail, mailGateway, rateLimits: true }));
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(async () => {
  number += 1;
  ada = await server.user({ fullName: 'Ada' });
  bob = await userWithPassword(server, { fullName: 'Bob' });
  channel = await channelOf(server, `engine ${number}`, [ada, bob]);
});

function port(): number {
  return server.server.mailPort ?? 0;
}

/** Sends with a real mail client; rejects with the answer of the gateway. */
async function mail(to: string, options: SendMailOptions): Promise<unknown> {
  const client = createTransport({ host: '127.0.0.1', port: port(), ignoreTLS: true });
  try {
    return await client.sendMail({ from: `Bob <${bob.email}>`, to, ...options });
  } finally {
    client.close();
  }
}

async function messagesOf(user: TestUser, topic?: string): Promise<string[]> {
  const narrow = [
    { operator: 'channel' as const, operand: channel },
    ...(topic === undefined ? [] : [{ operator: 'topic' as const, operand: topic }]),
  ];
  const { messages } = await user.connection.call(getMessages, {
    narrow,
    anchor: 'newest',
    num_before: 50,
    num_after: 0,
    apply_markdown: false,
  });
  return messages.map(
    ({ sender_id, content }) => `${sender_id === bob.id ? 'Bob' : 'Ada'}${withoutMark(content)}`,
  );
}

function withoutMark(content: string): string {
  const mark = `${BY_EMAIL}\n\n`;
  return content.startsWith(mark) ? ` by e-mail: ${content.slice(mark.length)}` : `: ${content}`;
}

/** The next notification e-mail to Bob. */
async function notification(before: readonly Received[]): Promise<Received> {
  const { pool } = server.server.world;
  await eventually(async () => {
    const due = await pool.all(
      sql`update email_batch set due_at = now() where user_id = ${bob.id} returning 1`,
    );
    expect(due).not.toEqual([]);
  });
  await sendDueBatches(server.server.world);
  return mailbox.emailTo(bob.email, before);
}

function replyAddressIn({ headers }: Received): string {
  return /<(.*)>/.exec(headers.get('reply-to') ?? '')?.[1] ?? '';
}

function replyTo(messageId: number, ageDays = 0): string {
  const day = dayOf(server.server.world.clock.now()) - ageDays;
  const target = {
    kind: 'reply',
    realmId: server.realmId,
    userId: bob.id,
    messageId,
    day,
    epoch: 0,
  } as const;
  return gatewayAddressOf(server.server.world, target) ?? '';
}

async function channelAddress(options = ''): Promise<string> {
  const { email } = await bob.connection.call(getStreamEmailAddress, { stream_id: channel });
  return email.replace('.show-sender', options);
}

test('[N-25] [NT40] a reply to a notification is posted as the user, also after the message has moved', async () => {
  const id = await say(ada, channel, 'old', `@**|${bob.id}** are you there?`);
  const email = await notification([...mailbox.emails]);
  expect(email.headers.get('reply-to')).toMatch(/^Parley <r-[0-9a-z-]+@in\.parley\.test>$/);
  expect(email.text).toContain('Reply to this e-mail to answer in the conversation.');
  const text = `Yes, I am.\n\nOn 2 Nov 2026, Parley wrote:\n${email.text.replaceAll(/^/gm, '> ')}\n-- \nBob`;
  await mail(replyAddressIn(email), { subject: `Re: ${email.subject}`, text });
  expect((await messagesOf(ada, 'old')).at(-1)).toBe('Bob by e-mail: Yes, I am.');
  await ada.connection.call(updateMessage, { message_id: id, topic: 'new', propagate_mode: 'change_one' });
  await mail(replyAddressIn(email).toUpperCase(), { text: 'And here.' });
  expect((await messagesOf(ada, 'new')).at(-1)).toBe('Bob by e-mail: And here.');
});

test('[N-25] a reply to a direct message is a direct message', async () => {
  await ada.connection.call(sendMessage, { type: 'direct', to: [bob.id], content: 'psst' });
  const email = await notification([...mailbox.emails]);
  await mail(replyAddressIn(email), { text: 'What?' });
  const { messages } = await ada.connection.call(getMessages, {
    narrow: [{ operator: 'dm', operand: [bob.id] }],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  });
  expect(messages.map(({ sender_id, content }) => [sender_id, content])).toEqual([
    [bob.id, `${BY_EMAIL}\n\nWhat?`],
  ]);
});

test('[N-25] [NT42] automatic replies are acknowledged and not posted', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  await mail(to, { text: 'I am on holiday.', headers: { 'Auto-Submitted': 'auto-replied' } });
  const generated = 'Auto-Submitted: auto-generated; owner-email="b@example.org"\n\nA report.';
  expect(await sendRawMail(port(), to, generated)).toMatchObject({ status: 250 });
  await mail(to, { text: 'I am here.', headers: { 'Auto-Submitted': 'no' } });
  expect(await messagesOf(ada)).toEqual(['Ada: hello', 'Bob by e-mail: I am here.']);
});

test('[NT41] an e-mail that is sent again is posted once', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  const email = { messageId: '<once@example.org>', attachments: [{ filename: 'a.txt', content: 'a' }] };
  await Promise.all([mail(to, { ...email, text: 'Once.' }), mail(to, { ...email, text: 'Once.' })]);
  await mail(to, { ...email, text: 'Once.' });
  expect(await messagesOf(ada)).toHaveLength(2);
  await mail(to, { messageId: '<twice@example.org>', text: 'Twice.' });
  expect(await messagesOf(ada)).toHaveLength(3);
});

test('[NT43] foreign addresses are refused before the e-mail is transferred', async () => {
  const address = replyTo(await say(ada, channel, 't', 'hello'));
  const talk = await openSmtp(port());
  await talk.say('MAIL FROM:<author@example.org>');
  for (const to of ['ada@example.com', 'nobody@in.parley.test', address.replace('-', '-1')])
    expect(await talk.say(`RCPT TO:<${to}>`)).toMatchObject({
      status: 550,
      text: 'There is no such address.',
    });
  expect(await talk.say('DATA')).toMatchObject({ status: 503 });
  expect(await talk.say(`RCPT TO:<${address}>`)).toMatchObject({ status: 250 });
  expect(await talk.say(`RCPT TO:<${address}>`)).toMatchObject({ status: 452 });
  talk.end();
});

test('[NT43] a deactivated user and a channel left are refused with a sentence', async () => {
  channel = await channelOf(server, `secret ${number}`, [ada, bob], { invite_only: true });
  const id = await say(ada, channel, 't', 'hello');
  const to = replyTo(id);
  await bob.connection.call(unsubscribe, { subscriptions: [`secret ${number}`] });
  await expect(mail(to, { text: 'No?' })).rejects.toThrow(/^.*550.*There is no such message\.$/);
  await ada.connection.call(subscribe, {
    subscriptions: [{ name: `secret ${number}` }],
    principals: [bob.id],
  });
  await mail(to, { text: 'Back.' });
  const { pool } = server.server.world;
  await pool.all(sql`update realm_user set is_active = false where id = ${bob.id}`);
  await expect(mail(to, { text: 'No?' })).rejects.toThrow(/550.*account of this address is deactivated\.$/);
  expect(await messagesOf(ada)).toEqual(['Ada: hello', 'Bob by e-mail: Back.']);
});

test('[NT47] a reply of a stranger is refused', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  await expect(mail(to, { from: 'Bob <stranger@attacker.test>', text: 'I resign.' })).rejects.toThrow(
    /550.*must come from the e-mail address of the account\.$/,
  );
  expect(await messagesOf(ada)).toEqual(['Ada: hello']);
});

test('[NT47] the address for a reply ends after days, and with the other credentials of the user', async () => {
  const id = await say(ada, channel, 't', 'hello');
  await mail(replyTo(id, 14), { text: 'In time.' });
  await expect(mail(replyTo(id, 15), { text: 'Too late.' })).rejects.toThrow(/550.*address has expired/);
  const browser = await openBrowser(server, bob);
  expect((await browser.ask('/sessions', { method: 'DELETE' })).status).toBe(200);
  await expect(mail(replyTo(id), { text: 'Who?' })).rejects.toThrow(/550.*address has expired/);
  expect(await messagesOf(ada)).toEqual(['Ada: hello', 'Bob by e-mail: In time.']);
});

test('[NT48] the text of an e-mail mentions silently', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  await mail(to, { text: `@**|${ada.id}** and @**all**` });
  const { messages } = await ada.connection.call(getMessages, {
    narrow: [{ operator: 'channel', operand: channel }],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  });
  expect(messages[0]?.content).toContain('class="user-mention channel-wildcard-mention silent"');
  expect(messages[0]?.flags).toEqual([]);
});

test('[NT43] a reply without text of its own is refused', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  await expect(mail(to, { text: '> hello' })).rejects.toThrow('has no text besides quotes');
});

test('[NT44] an e-mail that is too large is refused, announced or not', async () => {
  const to = replyTo(await say(ada, channel, 't', 'hello'));
  const talk = await openSmtp(port());
  expect(await talk.say('MAIL FROM:<author@example.org> SIZE=99999999')).toMatchObject({ status: 552 });
  talk.end();
  const large = `Subject: a\n\n${`${'a'.repeat(998)}\n`.repeat(27_000)}`;
  expect(await sendRawMail(port(), to, large)).toMatchObject({ status: 552 });
  expect(await sendRawMail(port(), to, `From: ${bob.email}\n\nsmall`)).toMatchObject({ status: 250 });
});

test('[I-32] [NT45] the subject of an e-mail to a channel is the topic', async () => {
  const text = 'Hello.\n\n> quoted\n\n--\nAda';
  await mail(await channelAddress(), { subject: 'Re: [Fwd] hello', text: '> forwarded' });
  await mail(await channelAddress(), { subject: 'Re: hello', text });
  await mail(await channelAddress('+include-quotes.include-footer'), { subject: 'hello', text });
  await mail(await channelAddress(), { subject: 'hello', text: 'a\n--\nb\n--\nc' });
  expect(await messagesOf(ada, 'hello')).toEqual([
    'Bob by e-mail: > forwarded',
    'Bob by e-mail: Hello.',
    'Bob by e-mail: Hello.\n\n> quoted\n\n--\nAda',
    'Bob by e-mail: a\n--\nb\n--\nc',
  ]);
  await mail(await channelAddress('.show-sender'), { html: '<p>Only <b>HTML</b></p>' });
  expect(await messagesOf(ada, 'E-mail without a subject')).toEqual([
    `Bob: **From:** Bob (${bob.email}) by e-mail\n\nOnly HTML`,
  ]);
});

test('[I-33] [NT46] files are links at the end, also of a text that is too long', async () => {
  const attachments = [{ filename: 'plan.txt', content: 'the plan' }];
  await mail(await channelAddress(), { subject: 'files', text: 'long '.repeat(4_000), attachments });
  const [content = ''] = await messagesOf(ada, 'files');
  expect(content).toMatch(/\[message truncated\]\n\n\[plan\.txt\]\(\/user_uploads\/[^)]+\)$/);
  expect(content.length).toBeLessThanOrEqual(10_000 + 'Bob by e-mail: '.length);
  const url = /\((.*)\)$/.exec(content)?.[1] ?? '';
  const basic = Buffer.from(`${ada.email}:${ada.apiKey}`).toString('base64');
  const file = await fetch(server.url + url, { headers: { authorization: `Basic ${basic}` } });
  expect(await file.text()).toBe('the plan');
});

test('[NT45] the address of a channel ends with the right of its creator to post', async () => {
  channel = await channelOf(server, `closed ${number}`, [ada, bob], { invite_only: true });
  const to = await channelAddress();
  await mail(to, { subject: 's', text: 'first' });
  await bob.connection.call(unsubscribe, { subscriptions: [`closed ${number}`] });
  await expect(mail(to, { subject: 's', text: 'second' })).rejects.toThrow('550');
  expect(await messagesOf(ada)).toEqual(['Bob by e-mail: first']);
});

test('[I-34] [NT44] more than 50 e-mails of an organization in a minute are refused for now', async () => {
  const realmId = await server.realm(`busy${number}`);
  const user = await server.user({ realmId });
  const day = dayOf(server.server.world.clock.now());
  const target = { kind: 'reply', realmId, userId: user.id, messageId: 1, day, epoch: 0 } as const;
  const to = gatewayAddressOf(server.server.world, target) ?? '';
  const talk = await openSmtp(port());
  const statuses: number[] = [];
  const start = performance.now();
  while (statuses.length < 100 && statuses.at(-1) !== 450) {
    await talk.say('RSET');
    await talk.say('MAIL FROM:<author@example.org>');
    statuses.push((await talk.say(`RCPT TO:<${to}>`)).status);
  }
  const refilled = Math.floor((performance.now() - start) / 1200);
  talk.end();
  expect(statuses.slice(0, -1).every((status) => status === 250)).toBe(true);
  expect(statuses.length).toBeGreaterThanOrEqual(51);
  expect(statuses.length).toBeLessThanOrEqual(52 + refilled);
});

test('[NT40] without a gateway nothing listens and channels have no address', async () => {
  const off = await startTestServer();
  const user = await off.user();
  const stream_id = await channelOf(off, 'engine', [user]);
  expect(off.server.mailPort).toBeUndefined();
  expect(await user.connection.call(getStreamEmailAddress, { stream_id })).toMatchObject({ email: '' });
  await off.stop();
});
