import type { Send } from '../client.ts';
import { evidence, type Attack } from '../attack.ts';
import { EVIL_HOST, OWNER, PASSWORD } from '../stage.ts';
import { fetchKey, prepared, times } from './helpers.ts';

const WRONG = 'a wrong password, long enough';

/** Attempts to guess passwords, to find accounts, and to keep users from logging in. */
export const loginAttacks: readonly Attack[] = [
  {
    name: 'a stranger guesses ten passwords of one account',
    success: 'every guess is tried',
    attempt: async ({ send, account }) => {
      const { email } = await account();
      const answers = await times(10, () => fetchKey(send, email, WRONG));
      return evidence(!answers.some(({ status }) => status === 429), 'no guess was refused');
    },
  },
  {
    name: 'a stranger changes X-Forwarded-For with every password',
    success: 'no guess is refused',
    attempt: async ({ send, account }) => {
      const { email } = await account();
      const answers = await times(20, (n) =>
        send('/api/v1/fetch_api_key', {
          form: { username: email, password: WRONG },
          headers: {
            'x-forwarded-for': `9.9.${n}.9, 10.0.0.${n}`,
            'x-real-ip': `9.8.${n}.1`,
            forwarded: `for=9.7.${n}.1`,
          },
        }),
      );
      return evidence(!answers.some(({ status }) => status === 429), 'no guess was refused');
    },
  },
  {
    name: 'a stranger keeps the owner from logging in by wrong passwords',
    success: 'the right password of the owner is refused',
    attempt: async ({ send, from, account }) => {
      const owner = await account(OWNER);
      await times(10, () => fetchKey(send, owner.email, WRONG));
      const { status } = await fetchKey(from('127.9.1.1'), owner.email, PASSWORD);
      return evidence(status !== 200, `status ${status}`);
    },
  },
  {
    name: 'a stranger uses up the e-mails by which a user resets the password',
    success: 'the user has no link that works',
    attempt: async ({ send, account, mailbox }) => {
      const user = await account();
      for (let n = 0; n < 8; n += 1) await send('/reset-password', { form: { email: user.email } });
      const { text } = await mailbox.emailTo(user.email);
      const path = /http:\/\/parley\.test(\/reset-password\/\w+)/.exec(text)?.[1] ?? '';
      const { status } = await send(path);
      return evidence(status !== 200, `status ${status}`);
    },
  },
  {
    name: 'a stranger tells deactivated accounts from unknown ones',
    success: 'a wrong password is answered differently',
    attempt: async ({ send, account }) => {
      const [owner, user] = [await account(OWNER), await account()];
      await prepared(send(`/api/v1/users/${user.id}`, { method: 'DELETE', as: owner }));
      const known = await fetchKey(send, user.email, WRONG);
      const unknown = await fetchKey(send, `nobody${user.id}@example.com`, WRONG);
      return evidence(
        known.status !== unknown.status || known.text !== unknown.text,
        `${known.text.trim()} and ${unknown.text.trim()}`,
      );
    },
  },
  {
    name: 'a stranger tells known addresses by the reset of passwords',
    success: 'the pages differ',
    attempt: async ({ send, account }) => {
      const user = await account();
      const known = await send('/reset-password', { form: { email: user.email } });
      const unknown = await send('/reset-password', { form: { email: `nobody${user.id}@example.com` } });
      const differs = known.status !== unknown.status || known.text !== unknown.text;
      return evidence(differs, `${known.status} and ${unknown.status}`);
    },
  },
  {
    name: 'a stranger measures the time of log-ins',
    success: 'log-ins of known accounts take twice as long, or half',
    isLong: true,
    attempt: async ({ from, account }) => {
      const { email } = await account();
      const known: number[] = [];
      const unknown: number[] = [];
      for (let n = 1; n <= 15; n += 1) {
        const send = from(`127.9.2.${n}`);
        known.push(await timeOf(send, email));
        unknown.push(await timeOf(send, `nobody${n}@example.com`));
      }
      const ratio = median(known) / median(unknown);
      return evidence(ratio > 2 || ratio < 0.5, `ratio ${ratio.toFixed(2)}`);
    },
  },
  {
    name: 'a stranger poisons the link of a password reset by the Host header',
    success: 'the e-mail contains another host',
    attempt: async ({ send, account, mailbox }) => {
      const user = await account();
      const headers = {
        'x-forwarded-host': 'attacker.example',
        'x-host': 'attacker.example',
        forwarded: 'host=attacker.example',
      };
      await send('/reset-password', { form: { email: user.email }, headers });
      const { text } = await mailbox.emailTo(user.email);
      return evidence(text.includes('attacker.example'), text.slice(0, 80));
    },
  },
  {
    name: 'a link to reset a password is used twice, and at another organization',
    success: 'the second use is accepted',
    attempt: async ({ send, account, mailbox }) => {
      const user = await account();
      await send('/reset-password', { form: { email: user.email } });
      const { text } = await mailbox.emailTo(user.email);
      const path = /http:\/\/parley\.test(\/reset-password\/\w+)/.exec(text)?.[1] ?? '';
      const elsewhere = await send(path, { host: EVIL_HOST, form: { password: 'one two three tomatoes' } });
      const first = await send(path, { form: { password: 'seven purple elephants sing' } });
      const second = await send(path, { form: { password: 'nine green giraffes dance' } });
      const isBreach = elsewhere.status === 200 || first.status !== 200 || second.status === 200;
      return evidence(isBreach, `${elsewhere.status}, ${first.status}, ${second.status}`);
    },
  },
  {
    name: 'a password is sent as a list, an object and a huge text',
    success: 'the log-in succeeds or fails in the server',
    attempt: async ({ send, account }) => {
      const { email } = await account();
      const long = 'p'.repeat(100_000);
      for (const body of [
        `username=${email}&password[]=x`,
        `username=${email}&password=${long}`,
        `username[$ne]=x&password[$ne]=x`,
      ]) {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        const { status } = await send('/api/v1/fetch_api_key', { body, headers });
        if (status === 200 || status >= 500 || status === 0) return `status ${status}`;
      }
      return undefined;
    },
  },
];

async function timeOf(send: Send, email: string): Promise<number> {
  const begun = performance.now();
  await fetchKey(send, email, WRONG);
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
