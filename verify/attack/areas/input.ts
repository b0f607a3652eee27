import { evidence, type Attack } from '../attack.ts';
import type { Answer } from '../client.ts';
import { ADMINISTRATOR, OWNER } from '../stage.ts';
import { channelOf, sayIn, times } from './helpers.ts';

const NUL = '\u0000';

/** Attempts to break the node, or to deceive users, by values that no client would send. */
export const inputAttacks: readonly Attack[] = [
  valueAttack('numbers beyond every range', [
    '9223372036854775808',
    '-1',
    '1e400',
    'NaN',
    '0x10',
    '1.5',
    '99999999999999999999',
  ]),
  valueAttack('NUL bytes and lone surrogates', [NUL, `a${NUL}b`, '\uD800', '\uDFFF\uD800', '\uFFFE']),
  valueAttack('SQL', ["1' or '1'='1", "'; drop table realm_user; --", '1) union select 1 --', '%', '\\']),
  valueAttack('objects in place of texts', ['{}', '[]', '[[]]', 'null', '{"$ne":1}', '{"toString":1}', '"']),
  {
    name: 'a user sends properties of the prototype',
    success: 'an answer to another user has the property, or the node fails',
    attempt: async ({ send, account }) => {
      const [attacker, other] = [await account(), await account()];
      const hostile = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}';
      const answers = await Promise.all([
        send('/api/v1/drafts', { as: attacker, form: { drafts: `[${hostile}]` } }),
        send('/api/v1/users/me/profile_data', {
          method: 'PATCH',
          as: attacker,
          form: { data: `[${hostile}]` },
        }),
        send('/api/v1/register', { as: attacker, form: { client_capabilities: hostile } }),
        send('/api/v1/messages/render?__proto__[polluted]=yes', {
          as: attacker,
          form: { content: 'x', '__proto__[polluted]': 'yes' },
        }),
        send('/api/v1/messages/render', {
          as: attacker,
          body: hostile,
          headers: { 'content-type': 'application/json' },
        }),
      ]);
      const { text } = await send('/api/v1/users/me', { as: other });
      const failed = answers.find(({ status }) => status >= 500 || status === 0);
      return evidence(text.includes('polluted') || failed !== undefined, failed?.text ?? 'polluted');
    },
  },
  {
    name: 'a user nests JSON 100,000 deep',
    success: 'the node fails',
    attempt: async ({ send, account }) => {
      const as = await account();
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const answers = [
        await send('/api/v1/drafts', { as, form: { drafts: deep } }),
        await send('/api/v1/register', { as, form: { narrow: deep } }),
        await send('/api/v1/drafts', { as, body: deep, headers: { 'content-type': 'application/json' } }),
      ];
      return failureIn(answers);
    },
  },
  {
    name: 'a user writes texts that slow regular expressions down',
    success: 'a response takes more than 2 seconds',
    attempt: async ({ send, account }) => {
      const as = await account();
      const texts = [
        '*'.repeat(9_000),
        '['.repeat(9_000),
        '('.repeat(4_500) + ')'.repeat(4_500),
        '`'.repeat(9_000),
        `${'a'.repeat(9_000)}@`,
        '>'.repeat(9_000),
        `http://${'a.'.repeat(4_000)}`,
        '||x||'.repeat(1_500),
        '$$'.repeat(4_500),
        '@**'.repeat(3_000),
        '\n- '.repeat(3_000),
        '~~~\n'.repeat(2_000),
      ];
      let slowest = 0;
      for (const content of texts) {
        const begun = performance.now();
        await send('/api/v1/messages/render', { as, form: { content } });
        slowest = Math.max(slowest, performance.now() - begun);
      }
      return evidence(slowest > 2_000, `${slowest.toFixed(0)} ms`);
    },
  },
  {
    name: 'a stranger sends addresses that slow their check down',
    success: 'a response takes more than 2 seconds',
    attempt: async ({ send }) => {
      const begun = performance.now();
      for (const email of [
        `${'a'.repeat(60_000)}@`,
        `a@${'a.'.repeat(30_000)}`,
        `${'a@'.repeat(30_000)}b`,
        `"${'\\"'.repeat(20_000)}`,
      ])
        await send('/reset-password', { form: { email } });
      const milliseconds = performance.now() - begun;
      return evidence(milliseconds > 2_000, `${milliseconds.toFixed(0)} ms`);
    },
  },
  nameAttack('a zero-width space', 'Ow\u200Bner'),
  nameAttack('letters of two scripts', '\u041Ewner'),
  nameAttack('a change of direction', 'Owner\u202Egnp'),
  nameAttack('control characters', 'Ow\u0007ner'),
  {
    name: 'a link deletes a message by a hidden method or path',
    success: 'a GET request deletes the message',
    attempt: async ({ send, account }) => {
      const as = await account(ADMINISTRATOR);
      const message = await sayIn(send, as, await channelOf(send, as, `tunnel ${as.id}`), 'stays');
      const path = `/api/v1/messages/${message}`;
      for (const headers of [
        { 'x-http-method-override': 'DELETE' },
        { 'x-method-override': 'DELETE' },
        { 'x-original-url': path, 'x-original-method': 'DELETE' },
        { 'x-rewrite-url': path },
      ])
        await send(`${path}?method=DELETE&_method=DELETE`, { as, headers });
      const { status } = await send(path, { as });
      return evidence(status !== 200, 'the message is deleted');
    },
  },
  {
    name: 'a user repeats parameters to pass a check with one value and act with another',
    success: 'the message reaches a channel that the user may not write to',
    attempt: async ({ send, account }) => {
      const [owner, as] = [await account(OWNER), await account()];
      const open = await channelOf(send, owner, `open ${as.id}`);
      const closed = await channelOf(send, owner, `closed to ${as.id}`, { invite_only: 'true' });
      const canary = `REPEATED-${as.id}`;
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const body of [
        `to=${open}&to=${closed}`,
        `to=${closed}&to=${open}`,
        `to[]=${open}&to[]=${closed}`,
      ])
        await send(`/api/v1/messages?to=${closed}`, {
          as,
          headers,
          body: `type=channel&topic=x&content=${canary}&${body}`,
        });
      const narrow = encodeURIComponent(JSON.stringify([{ operator: 'channel', operand: closed }]));
      const { text } = await send(
        `/api/v1/messages?anchor=newest&num_before=20&num_after=0&narrow=${narrow}`,
        { as: owner },
      );
      return evidence(text.includes(canary), 'the message arrived');
    },
  },
  {
    name: 'a member hides the end of a topic by a change of direction',
    success: 'the topic is stored unchanged',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account();
      const channel = await channelOf(send, as, `topics ${as.id}`);
      const topic = 'invoice\u202Efdp.exe';
      const form = { type: 'channel', to: String(channel), topic, content: 'x' };
      const { status } = await send('/api/v1/messages', { as, form });
      const { text } = await send(`/api/v1/users/me/${channel}/topics`, { as });
      return evidence(status === 200 && /\u202E|\\u202e/i.test(text), 'the topic has the control character');
    },
  },
  {
    name: 'a member sends more bytes of an upload than were announced',
    success: 'the node fails',
    isLong: true,
    attempt: async ({ send, account }) => {
      const as = await account();
      const created = await send('/api/v1/tus/', {
        method: 'POST',
        as,
        headers: {
          'tus-resumable': '1.0.0',
          'upload-length': '10',
          'upload-metadata': `filename ${btoa('a.txt')}`,
        },
      });
      const { status } = await send(String(created.headers['location']), {
        method: 'PATCH',
        as,
        body: 'x'.repeat(1_000),
        headers: {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
      });
      return evidence(
        created.status !== 201 || status >= 500 || status === 0,
        `${created.status}, ${status}`,
      );
    },
  },
  {
    name: 'forty uploads in pieces are begun at once',
    success: 'more than ten are open',
    attempt: async ({ send, account }) => {
      const as = await account();
      const headers = {
        'tus-resumable': '1.0.0',
        'upload-length': '1000',
        'upload-metadata': `filename ${btoa('a.txt')}`,
      };
      const answers = await times(40, () => send('/api/v1/tus/', { method: 'POST', as, headers }));
      const open = answers.filter(({ status }) => status === 201).length;
      return evidence(open > 10, `${open} are open`);
    },
  },
];

/** Sends each value in place of ids, texts and lists; the node must not fail. */
function valueAttack(what: string, values: readonly string[]): Attack {
  return {
    name: `a user sends ${what}`,
    success: 'the node fails',
    attempt: async ({ send, account }) => {
      const as = await account();
      for (const value of values) {
        const encoded = encodeURIComponent(value.toWellFormed());
        const narrow = JSON.stringify([
          { operator: 'channel', operand: value },
          { operator: 'search', operand: value },
        ]);
        const failed = failureIn([
          await send(`/api/v1/users/${encoded}`, { as }),
          await send(`/api/v1/messages/${encoded}`, { as }),
          await send('/api/v1/messages', { as, form: { type: 'direct', to: value, content: value } }),
          await send('/api/v1/messages', {
            as,
            form: { method: 'GET', anchor: value, num_before: value, num_after: '0', narrow },
          }),
          await send('/api/v1/messages/flags', {
            as,
            form: { messages: `[${value}]`, op: 'add', flag: value },
          }),
          await send('/api/v1/register', { as, form: { event_types: value, idle_queue_timeout: value } }),
          await send('/api/v1/settings', {
            method: 'PATCH',
            as,
            form: { timezone: value, web_font_size_px: value },
          }),
        ]);
        if (failed !== undefined) return `${JSON.stringify(value)}: ${failed}`;
      }
      return undefined;
    },
  };
}

function nameAttack(what: string, name: string): Attack {
  return {
    name: `a member takes the name of the owner with ${what}`,
    success: 'the name is accepted unchanged',
    attempt: async ({ send, account }) => {
      const as = await account();
      await send('/api/v1/settings', { method: 'PATCH', as, form: { full_name: name } });
      const { json } = await send('/api/v1/users/me', { as });
      return evidence(json['full_name'] === name, JSON.stringify(name));
    },
  };
}

function failureIn(answers: readonly Answer[]): string | undefined {
  const failed = answers.find(({ status }) => status >= 500 || status === 0);
  return failed === undefined ? undefined : `status ${failed.status} ${failed.text.slice(0, 100)}`;
}
