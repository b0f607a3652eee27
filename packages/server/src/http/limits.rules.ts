import { setTimeout as sleep } from 'node:timers/promises';
import { holds, refused, same, success } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { NotAsked } from '@parley/rules/not-asked.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { PASSWORD, withPassword } from '@parley/rules/steps/common.ts';
import type { Answer } from '@parley/rules/wire.ts';
import type { World } from '@parley/rules/world.ts';

const OF = 'rate-limits';
const BURST = 200;
const AT_ONCE = 20;
const MINUTE_MS = 60_000;

/** Uses up the bucket of a user and returns the first refusal. */
async function exhaust(w: World, url: string, as: User): Promise<Answer> {
  for (let sent = 0; sent < BURST * 2; sent += AT_ONCE) {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => w.ask('GET', '/navigation_views', { as, url })),
    );
    const rejected = answers.find(({ status }) => status === 429);
    if (rejected !== undefined) return rejected;
  }
  throw new Error(`${BURST * 2} requests at once were all accepted`);
}

function header(answer: Answer, name: string): string {
  return String(answer.headers[name] ?? '');
}

export const limitRules: readonly Rule[] = [
  rule('LIM-1', OF, 'A authenticated response reports the size of the bucket, which is 200.', async (w) => {
    const url = await w.own().limited();
    const answer = success(await w.ask('GET', '/drafts', { as: await w.owner(), url }));
    same(header(answer, 'x-ratelimit-limit'), '200', 'X-RateLimit-Limit');
  }),
  rule('LIM-2', OF, 'Each request takes one from what remains.', async (w) => {
    const url = await w.own().limited();
    const as = await w.owner();
    const begun = Date.now();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => w.ask('GET', '/drafts', { as, url })),
    );
    const least = Math.min(...answers.map((answer) => Number(header(answer, 'x-ratelimit-remaining'))));
    // Tokens that come back meanwhile count too, so that a slow machine is no fault.
    const regained = Math.ceil(((Date.now() - begun) * BURST) / MINUTE_MS);
    holds(
      least >= BURST - AT_ONCE && least <= BURST - AT_ONCE + regained,
      `about ${BURST - AT_ONCE} remaining after ${AT_ONCE} requests`,
      least,
    );
  }),
  rule('LIM-3', OF, 'A response reports in whole UNIX seconds when the bucket is full again.', async (w) => {
    const url = await w.own().limited();
    const text = header(await w.ask('GET', '/drafts', { as: await w.owner(), url }), 'x-ratelimit-reset');
    holds(/^\d+$/.test(text), 'an integer', text);
    const seconds = Number(text) - Date.now() / 1000;
    holds(seconds > -1 && seconds < 62, 'a time within the next minute', seconds);
  }),
  rule(
    'LIM-4',
    OF,
    'The first request beyond the limit is refused with status 429 and says how long to wait.',
    async (w) => {
      const url = await w.own().limited();
      const answer = await exhaust(w, url, await w.owner());
      refused(answer, 'RATE_LIMIT_HIT');
      holds(typeof answer.at('retry-after') === 'number', 'a number retry-after', answer.body);
      same(
        header(answer, 'retry-after'),
        String(Math.ceil(Number(answer.at('retry-after')))),
        'whole seconds in the header Retry-After',
      );
      same(header(answer, 'x-ratelimit-remaining'), '0', 'X-RateLimit-Remaining');
    },
  ),
  rule(
    'LIM-5',
    OF,
    'After the announced wait the next request passes, and a refused one has cost nothing.',
    async (w) => {
      const url = await w.own().limited();
      const as = await w.owner();
      const answer = await exhaust(w, url, as);
      await sleep(1000 * Number(answer.at('retry-after')) + 350);
      success(await w.ask('GET', '/drafts', { as, url }));
    },
  ),
  rule('LIM-6', OF, 'The limit of one user does not touch another.', async (w) => {
    const url = await w.own().limited();
    const other = await w.user();
    await exhaust(w, url, await w.owner());
    success(await w.ask('GET', '/drafts', { as: other, url }));
  }),
  rule('LIM-7', OF, 'An error of a limited request carries the headers too.', async (w) => {
    const url = await w.own().limited();
    const answer = await w.ask('POST', '/drafts', { as: await w.owner(), url, form: {} });
    same(answer.status, 400, 'the status');
    same(header(answer, 'x-ratelimit-limit'), '200', 'X-RateLimit-Limit');
  }),
  rule('LIM-8', OF, 'An answer of 401 carries no headers about limits.', async (w) => {
    const url = await w.own().limited();
    const { headers } = await w.ask('GET', '/drafts', { url });
    holds(!('x-ratelimit-limit' in headers), 'no header about limits', headers);
  }),
  rule('LIM-9', OF, 'The server settings are not limited and say nothing about limits.', async (w) => {
    const url = await w.own().limited();
    const { headers } = success(await w.ask('GET', '/server_settings', { url }));
    holds(!('x-ratelimit-limit' in headers), 'no header about limits', headers);
  }),
  rule(
    'LIM-10',
    OF,
    'The sixth attempt to log in under one name is refused, whatever the password.',
    async (w) => {
      const url = await w.own().limited();
      const form = { username: `${w.unique('nobody')}@example.com`, password: 'wrong' };
      for (let n = 0; n < 5; n += 1)
        refused(await w.ask('POST', '/fetch_api_key', { url, form }), 'AUTHENTICATION_FAILED');
      const answer = await w.ask('POST', '/fetch_api_key', { url, form });
      refused(answer, 'RATE_LIMIT_HIT');
      holds(typeof answer.at('retry-after') === 'number', 'a number retry-after', answer.body);
    },
  ),
  rule('LIM-11', OF, 'A successful login forgives the failed attempts before it.', async (w) => {
    const url = await w.own().limited();
    const { email } = await withPassword(w);
    const attempt = (text: string) =>
      w.ask('POST', '/fetch_api_key', { url, form: { username: email, password: text } });
    for (let n = 0; n < 4; n += 1) refused(await attempt('wrong'), 'AUTHENTICATION_FAILED');
    success(await attempt(PASSWORD));
    for (let n = 0; n < 5; n += 1) refused(await attempt('wrong'), 'AUTHENTICATION_FAILED');
  }),
  rule('LIM-12', OF, 'A server that says nothing about limits does not refuse either.', async (w) => {
    const as = await w.owner();
    const { headers } = await w.ask('GET', '/drafts', { as });
    if ('x-ratelimit-limit' in headers) throw new NotAsked('needs a server without limits');
    const answers = await Promise.all(
      Array.from({ length: 250 }, () => w.ask('GET', '/navigation_views', { as })),
    );
    holds(
      answers.every(({ status }) => status === 200),
      'only successes',
      answers.map(({ status }) => status),
    );
  }),
  rule('LIM-13', OF, 'Limits that the operator gave to one user replace the usual ones.', async (w) => {
    const own = w.own();
    const [url, as] = [await own.limited(), await w.user()];
    await own.limitRate(as, '60:3');
    const statuses: number[] = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await w.ask('GET', '/drafts', { as, url })).status);
    same(statuses, [200, 200, 200, 429], 'the statuses');
  }),
];
