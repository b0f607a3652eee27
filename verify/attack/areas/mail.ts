import { setTimeout as pause } from 'node:timers/promises';
import { sql } from '@parley/server/engine/db/sql.ts';
import { sendRawMail } from '@parley/test-support/smtp-client.ts';
import { evidence, type Attack } from '../attack.ts';
import type { Account, Send } from '../client.ts';
import { PASSWORD, type Stage } from '../stage.ts';
import { channelOf, prepared, textOf } from './helpers.ts';

const NEW_PASSWORD = 'seven purple elephants sing';

/** Attempts to act by e-mail as another user, and to hold up the e-mail of others. */
export const mailAttacks: readonly Attack[] = [
  {
    name: "a stranger writes to the reply address in another user's notification",
    success: 'the message appears as that user',
    attempt: async (stage) => {
      const { bob, address } = await notification(stage);
      await sendRawMail(stage.mailPort, address, mailOf('stranger@attacker.test', 'I am Bob.'));
      return evidence(await hasSaid(stage.send, bob, 'I am Bob.'), 'the message was posted');
    },
  },
  {
    name: 'a reply address is used after its user has a new password',
    success: 'the message appears as that user',
    attempt: async (stage) => {
      const { bob, address } = await notification(stage);
      const form = { old_password: PASSWORD, new_password: NEW_PASSWORD };
      const changed = await prepared(stage.send('/api/v1/settings', { method: 'PATCH', as: bob, form }));
      const key = changed.json['api_key'];
      const after = typeof key === 'string' ? { ...bob, apiKey: key } : bob;
      await sendRawMail(stage.mailPort, address, mailOf(bob.email, 'Still Bob.'));
      return evidence(await hasSaid(stage.send, after, 'Still Bob.'), 'the message was posted');
    },
  },
  {
    name: 'a stranger mentions everybody of a channel by e-mail',
    success: 'the mention notifies',
    attempt: async (stage) => {
      const { send, account } = stage;
      const [as, other] = [await account(), await account()];
      const channel = await channelOf(send, as, `mail ${as.id}`, {
        subscribers: JSON.stringify([as.id, other.id]),
      });
      const { json } = await prepared(send(`/api/v1/streams/${channel}/email_address`, { as }));
      await sendRawMail(
        stage.mailPort,
        textOf(json, 'email'),
        mailOf('a@b.test', `@**all** canary ${as.id}`),
      );
      const { json: found } = await send('/api/v1/messages?anchor=newest&num_before=5&num_after=0', {
        as: other,
      });
      const messages = found['messages'] as { content: string; flags: string[] }[];
      const canary = messages.find(({ content }) => content.includes(`canary ${as.id}`));
      const isMention = canary?.flags.some((flag) => flag.includes('mention')) ?? false;
      return evidence(isMention, canary?.flags.join(', ') ?? '');
    },
  },
  {
    name: 'a member sends e-mails that are slow to read',
    success: 'a line to another organization waits for several of them',
    isLong: true,
    attempt: async (stage) => {
      const [evil, victim] = [await stage.account(undefined, 'evil'), await stage.account()];
      const [slow, quick] = [await channelAddress(stage, evil), await channelAddress(stage, victim)];
      let finished = 0;
      const hostile = Array.from({ length: 6 }, async () => {
        await deliver(stage.mailPort, slow, NESTED_MAIL);
        finished += 1;
      });
      await pause(500);
      const before = finished;
      await deliver(stage.mailPort, quick, mailOf('a@b.test', 'one line'));
      const waitedFor = finished - before;
      await Promise.all(hostile);
      return evidence(waitedFor > 1, `it waited for ${waitedFor}`);
    },
  },
];

/** An e-mail in an e-mail, and so on: seconds for a parser. */
const NESTED_MAIL = 'Content-Type: message/rfc822\r\n\r\n'.repeat(20_000);

/** A notification to a user, whose reply address an attacker has seen. */
async function notification({
  send,
  account,
  server,
  mailbox,
}: Stage): Promise<{ bob: Account; address: string }> {
  const [ada, bob] = [await account(), await account()];
  const form = { type: 'direct', to: `[${bob.id}]`, content: 'psst' };
  await prepared(send('/api/v1/messages', { as: ada, form }));
  // The batch is due at once, instead of after minutes in which Bob could have read the message.
  for (let due: unknown[] = []; due.length === 0; await pause(200))
    due = await server.server.world.pool.all(
      sql`update email_batch set due_at = now() where user_id = ${bob.id} returning 1`,
    );
  const { headers } = await mailbox.emailTo(bob.email);
  const address = /<(.*)>/.exec(headers.get('reply-to') ?? '')?.[1];
  if (address === undefined) throw new Error('The notification has no reply address.');
  return { bob, address };
}

async function hasSaid(send: Send, as: Account, content: string): Promise<boolean> {
  const { json } = await send(
    '/api/v1/messages?anchor=newest&num_before=20&num_after=0&apply_markdown=false',
    {
      as,
    },
  );
  const messages = json['messages'] as { content: string; sender_id: number }[];
  return messages.some((message) => message.sender_id === as.id && message.content.includes(content));
}

/** The address by which e-mail reaches a new channel. */
export async function channelAddress({ send }: Stage, as: Account): Promise<string> {
  const channel = await channelOf(send, as, `mail ${as.id}`);
  return textOf((await prepared(send(`/api/v1/streams/${channel}/email_address`, { as }))).json, 'email');
}

function mailOf(from: string, text: string): string {
  return `From: ${from}\r\nTo: x@in.parley.test\r\nSubject: a subject\r\nMessage-ID: <${crypto.randomUUID()}@b.test>\r\n\r\n${text}`;
}

async function deliver(port: number, to: string, mail: string): Promise<void> {
  await sendRawMail(port, to, mail).catch(() => {});
}
