import { setTimeout as pause } from 'node:timers/promises';
import type { Received } from '@parley/test-support/mailbox.ts';
import { room, type Room } from '@parley/rules/steps/channels.ts';
import { change, post, remove, whisper } from '@parley/rules/steps/editing.ts';
import { eventually } from '@parley/rules/eventually.ts';
import { holds, plain, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { byEmail, mailTo, newest, tryMail } from '@parley/rules/steps/mailing.ts';
import { flag } from '@parley/rules/steps/reading.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'notification e-mails';
const SLOW = { slow: true };

type Cast = { readonly reader: User; readonly writer: User; readonly place: Room };

/** A reader who is away and gets e-mail after a second, a writer, and a channel of both. */
async function cast(w: World, settings: Item = {}): Promise<Cast> {
  const reader = await w.user();
  const writer = await w.user();
  await set(w, reader, { email_notifications_batching_period_seconds: 1, ...settings });
  return { reader, writer, place: await room(w, writer, { others: [reader] }) };
}

async function set(w: World, as: User, form: Item): Promise<void> {
  plain(await w.ask('PATCH', '/settings', { as, form }));
}

const PAUSE_MS = 200;

/** The e-mails to a user, once one has the text. Those of the same batch arrive within the pause. */
async function emailsUntil(w: World, { email }: User, text: string): Promise<readonly Received[]> {
  await eventually(`an e-mail with “${text}” to ${email}`, () =>
    w
      .own()
      .emailsTo(email)
      .find((one) => one.text.includes(text)),
  );
  await pause(PAUSE_MS);
  return w.own().emailsTo(email);
}

/** Checks that an act causes no e-mail, with one of another user after it. */
async function silent(w: World, reader: User, act: () => Promise<unknown>): Promise<void> {
  await act();
  await whisper(w, await w.user(), [reader], 'the end');
  const emails = await emailsUntil(w, reader, 'the end');
  same(
    emails.filter(({ text }) => !text.includes('the end')).map(({ subject }) => subject),
    [],
    'the e-mails before',
  );
}

function named({ id }: User, text = ''): string {
  return `@**|${id}** ${text}`;
}

function emailRule(id: string, sentence: string, check: (w: World, cast: Cast) => Promise<void>): Rule {
  return rule(id, OF, sentence, async (w) => check(w, await cast(w)), SLOW);
}

export const emailRules: readonly Rule[] = [
  emailRule(
    'MAIL-1',
    'A direct message to a user who is away is one e-mail to the user, and none to the sender.',
    async (w, { reader, writer }) => {
      await whisper(w, writer, [reader], 'are you there');
      same((await emailsUntil(w, reader, 'are you there')).length, 1, 'the number of e-mails');
      same(w.own().emailsTo(writer.email), [], 'the e-mails to the sender');
    },
  ),
  emailRule(
    'MAIL-2',
    'A message that is read before the deadline is not sent.',
    async (w, { reader, writer }) => {
      await set(w, reader, { email_notifications_batching_period_seconds: 4 });
      await silent(w, reader, async () => {
        const id = await whisper(w, writer, [reader], 'soon read');
        success(await flag(w, reader, 'add', 'read', [id]));
      });
    },
  ),
  emailRule(
    'MAIL-3',
    'A message that is deleted or emptied before the deadline is not sent.',
    async (w, { reader, writer, place }) => {
      await set(w, reader, { email_notifications_batching_period_seconds: 4 });
      await silent(w, reader, async () => {
        const deleted = await post(w, writer, place, 't', named(reader, 'soon gone'));
        success(await remove(w, await w.owner(), deleted));
        success(await change(w, writer, await whisper(w, writer, [reader], 'soon empty'), { content: '' }));
      });
    },
  ),
  emailRule('MAIL-4', 'A muted sender causes no e-mail.', async (w, { reader, writer }) => {
    plain(await w.ask('POST', `/users/me/muted_users/${writer.id}`, { as: reader }));
    await silent(w, reader, () => whisper(w, writer, [reader], 'unheard'));
  }),
  emailRule(
    'MAIL-5',
    'A silent mention, an alert word and an ordinary channel message cause no e-mail.',
    async (w, { reader, writer, place }) => {
      success(await w.ask('POST', '/users/me/alert_words', { as: reader, form: { alert_words: ['ufo'] } }));
      await silent(w, reader, () => post(w, writer, place, 't', `@_**|${reader.id}** saw an ufo`));
    },
  ),
  emailRule(
    'MAIL-6',
    'A mention in a muted channel and a muted topic is an e-mail.',
    async (w, { reader, writer, place }) => {
      const subscription_data = [{ stream_id: place.id, property: 'is_muted', value: true }];
      const policy = { stream_id: place.id, topic: 't', visibility_policy: 1 };
      success(
        await w.ask('POST', '/users/me/subscriptions/properties', {
          as: reader,
          form: { subscription_data },
        }),
      );
      success(await w.ask('POST', '/user_topics', { as: reader, form: policy }));
      await post(w, writer, place, 't', named(reader, 'hello'));
      await emailsUntil(w, reader, 'hello');
    },
  ),
  emailRule(
    'MAIL-7',
    'Without `enable_offline_email_notifications` neither a direct message nor a mention is an e-mail.',
    async (w, { reader, writer, place }) => {
      await set(w, reader, { enable_offline_email_notifications: false });
      await whisper(w, writer, [reader], 'one');
      await post(w, writer, place, 't', named(reader));
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await set(w, reader, { enable_offline_email_notifications: true });
      await silent(w, reader, async () => {});
    },
  ),
  emailRule(
    'MAIL-8',
    'Messages of two topics are two e-mails, and those of one topic are one.',
    async (w, { reader, writer, place }) => {
      await set(w, reader, { email_notifications_batching_period_seconds: 4 });
      await post(w, writer, place, 'one', named(reader, 'first'));
      await post(w, writer, place, 'two', named(reader, 'second'));
      await post(w, writer, place, 'one', named(reader, 'third'));
      const emails = await emailsUntil(w, reader, 'third');
      same(
        emails.map(({ subject }) => subject).toSorted(),
        [`#${place.name} > one`, `#${place.name} > two`].map((name) => withSuffix(emails, name)),
        'the subjects',
      );
    },
  ),
  emailRule(
    'MAIL-9',
    'With hidden content an e-mail has neither message, sender, channel nor topic.',
    async (w, { reader, writer, place }) => {
      await set(w, reader, { message_content_in_email_notifications: false });
      await post(w, writer, place, 'secret topic', named(reader, 'secret content'));
      const [email] = await emailsUntil(w, reader, 'You have new messages.');
      const written = JSON.stringify([email, [...(email?.headers ?? [])]]);
      for (const hidden of ['secret', writer.name, place.name])
        holds(!written.includes(hidden), `an e-mail without “${hidden}”`, email?.text);
    },
  ),
  emailRule(
    'MAIL-10',
    'One request to the address in `List-Unsubscribe` ends the e-mails and is an event.',
    async (w, { reader, writer }) => {
      await whisper(w, writer, [reader], 'the last one');
      const [email] = await emailsUntil(w, reader, 'the last one');
      const header = email?.headers.get('list-unsubscribe') ?? '';
      const { pathname, host } = new URL(header.slice(1, -1));
      const events = await during(w, reader, ['user_settings'], async () => {
        const form = { 'List-Unsubscribe': 'One-Click' };
        const answer = await w.ask('POST', pathname, { below: '', host, form });
        same(answer.status, 200, 'the status');
      });
      same(
        events.map(({ property, value }) => [property, value]),
        [['enable_offline_email_notifications', false]],
        'the events',
      );
    },
  ),
  emailRule(
    'MAIL-11',
    'E-mails of a conversation are one thread, and name no address of a user for replies.',
    async (w, { reader, writer }) => {
      await whisper(w, writer, [reader], 'first');
      await emailsUntil(w, reader, 'first');
      await whisper(w, writer, [reader], 'second');
      const emails = await emailsUntil(w, reader, 'second');
      same(new Set(emails.map(({ headers }) => headers.get('references'))).size, 1, 'the threads');
      for (const { headers } of emails)
        holds(
          !(headers.get('reply-to') ?? writer.email).includes(writer.email),
          'an address of the server',
          headers.get('reply-to'),
        );
    },
  ),
  emailRule('MAIL-12', 'An edit that adds a mention is an e-mail.', async (w, { reader, writer, place }) => {
    const id = await post(w, writer, place, 't', 'nobody yet');
    success(await change(w, writer, id, { content: named(reader, 'now you') }));
    await emailsUntil(w, reader, 'now you');
  }),
  emailRule(
    'MAIL-13',
    'In `do_not_disturb_hours` and until `do_not_disturb_until` no e-mail is sent; after a change of both it is.',
    async (w, { reader, writer }) => {
      await set(w, reader, { do_not_disturb_hours: 'Mo-Su 00:00-24:00' });
      await whisper(w, writer, [reader], 'good night');
      await set(w, reader, { do_not_disturb_until: 4_000_000_000 });
      await set(w, reader, { do_not_disturb_hours: '' });
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      same(w.own().emailsTo(reader.email), [], 'the e-mails of the night');
      await set(w, reader, { do_not_disturb_until: 0 });
      same((await emailsUntil(w, reader, 'good night')).length, 1, 'the number of e-mails');
    },
  ),
  emailRule(
    'MAIL-15',
    'A reply to an e-mail is posted as the user in the topic, also after the message has moved.',
    async (w, { reader, writer, place }) => {
      const id = await post(w, writer, place, 'old', named(reader, 'well?'));
      const to = replyAddressIn(await emailsUntil(w, reader, 'well?'));
      const headers = `From: ${reader.email}\n`;
      await mailTo(w, to, { headers, text: 'Yes.\n\nOn 2 Nov 2026, Parley wrote:\n> well?\n' });
      same(await newest(w, writer, place, 'old'), [reader.id, byEmail('Yes.')], 'the reply');
      success(await change(w, writer, id, { topic: 'new' }));
      await mailTo(w, to, { headers, text: 'And here.' });
      same(await newest(w, writer, place, 'new'), [reader.id, byEmail('And here.')], 'the second reply');
    },
  ),
  emailRule(
    'MAIL-17',
    'A reply from another address than that of the account is refused.',
    async (w, { reader, writer, place }) => {
      await post(w, writer, place, 't', named(reader, 'well?'));
      const to = replyAddressIn(await emailsUntil(w, reader, 'well?'));
      for (const headers of ['', 'From: eve@example.org\n', `From: ${reader.email}, eve@example.org\n`]) {
        const { status } = await tryMail(w, w.own().mailPort, to, { headers, text: 'I resign.' });
        same(status, 550, `the answer to ${headers}`);
      }
      const [sender] = await newest(w, writer, place, 't');
      same(sender, writer.id, 'the sender of the newest message');
    },
  ),
  emailRule(
    'MAIL-16',
    'A reply with `Auto-Submitted: auto-replied` is ignored.',
    async (w, { reader, writer, place }) => {
      await post(w, writer, place, 't', named(reader, 'well?'));
      const to = replyAddressIn(await emailsUntil(w, reader, 'well?'));
      await mailTo(w, to, { text: 'I am on holiday.', headers: 'Auto-Submitted: auto-replied\n' });
      const [sender] = await newest(w, writer, place, 't');
      same(sender, writer.id, 'the sender of the newest message');
    },
  ),
  rule(
    'MAIL-14',
    'update-settings',
    'Hours for `do_not_disturb_hours` name days and times; others are refused.',
    async (w) => {
      const as = await w.user();
      await set(w, as, { do_not_disturb_hours: 'Mo-Fr,Su 22:00-07:00; Sa 00:00-24:00' });
      for (const hours of ['always', 'Mo 25:00-07:00', 'Mo 22:00', 'Mo 22:00-07:00;'])
        refused(await w.ask('PATCH', '/settings', { as, form: { do_not_disturb_hours: hours } }));
    },
  ),
];

/** The address for replies. */
function replyAddressIn([email]: readonly Received[]): string {
  return /<(.*)>/.exec(email?.headers.get('reply-to') ?? '')?.[1] ?? '';
}

/** Servers with several organizations name them at the end of subjects. */
function withSuffix([email]: readonly Received[], name: string): string {
  return name + (/ \[[^\]]*\]$/.exec(email?.subject ?? '')?.[0] ?? '');
}
