import { holds, refused, same, success, textAt } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { PASSWORD } from '@parley/rules/steps/common.ts';
import { withSecondStep } from '@parley/rules/steps/second-step.ts';
import type { World } from '@parley/rules/world.ts';
import { codeAt } from '@parley/test-support/authenticator.ts';

const FETCH = 'fetch-api-key';
const OF_USERS = 'get-second-steps-of-users';

function fetchKey(w: World, username: string, code?: string) {
  const form = { username, password: PASSWORD, ...(code === undefined ? {} : { code }) };
  return w.ask('POST', '/fetch_api_key', { form });
}

/** A code of the next half minute, so that it differs from the one with which the app was confirmed. */
function nextCode(secret: string): string {
  return codeAt(secret, Date.now() + 30_000);
}

export const secondStepRules: readonly Rule[] = [
  rule('SST-1', FETCH, 'An account with a second step asks for a code beside the password.', async (w) => {
    const { email } = await withSecondStep(w);
    refused(await fetchKey(w, email), 'SECOND_STEP_REQUIRED');
  }),
  rule('SST-2', FETCH, 'A wrong password is refused before the code is looked at.', async (w) => {
    const { email, secret } = await withSecondStep(w);
    const form = { username: email, password: 'wrong', code: nextCode(secret) };
    refused(await w.ask('POST', '/fetch_api_key', { form }), 'AUTHENTICATION_FAILED');
    success(await fetchKey(w, email, nextCode(secret)));
  }),
  rule('SST-3', FETCH, 'The code of the app lets in, once.', async (w) => {
    const { email, secret } = await withSecondStep(w);
    const code = nextCode(secret);
    const key = textAt(success(await fetchKey(w, email, code)), 'api_key');
    success(await w.ask('GET', '/users/me', { as: { email, key } }));
    refused(await fetchKey(w, email, code), 'SECOND_STEP_FAILED');
  }),
  rule('SST-4', FETCH, 'A recovery code lets in, once.', async (w) => {
    const { email, codes } = await withSecondStep(w);
    const [code = ''] = codes;
    success(await fetchKey(w, email, code));
    refused(await fetchKey(w, email, code), 'SECOND_STEP_FAILED');
  }),
  rule('SST-5', FETCH, 'A wrong code is refused.', async (w) => {
    const { email } = await withSecondStep(w);
    for (const code of ['', '12345', 'not-a-code'])
      refused(await fetchKey(w, email, code), 'SECOND_STEP_FAILED');
  }),
  rule('SST-6', FETCH, 'A proof removes the last app, and then the password is enough again.', async (w) => {
    const { email, stepId, codes, ask } = await withSecondStep(w);
    refused(await ask('DELETE', `/second-steps/${stepId}`), 'SECOND_STEP_REQUIRED');
    success(await ask('DELETE', `/second-steps/${stepId}`, { code: codes[0] ?? '' }));
    success(await fetchKey(w, email));
    success(await fetchKey(w, email, '123456'));
  }),
  rule('SST-7', FETCH, 'New recovery codes replace the old ones.', async (w) => {
    const { email, codes, ask } = await withSecondStep(w);
    const made = success(await ask('POST', '/recovery-codes', { code: codes[1] ?? '' }));
    const fresh = made.at('recovery_codes') as readonly string[];
    holds(new Set([...codes, ...fresh]).size === 20, 'ten other codes', fresh.length);
    refused(await fetchKey(w, email, codes[0]), 'SECOND_STEP_FAILED');
    success(await fetchKey(w, email, fresh[0]));
  }),
  rule('SST-8', OF_USERS, 'Administrators see who has a second step, members do not.', async (w) => {
    const { email } = await withSecondStep(w);
    const [administrator, member] = [await w.user({ role: 200 }), await w.user()];
    refused(await w.ask('GET', '/realm/second-steps', { as: member }), 'UNAUTHORIZED_PRINCIPAL');
    const listed = success(await w.ask('GET', '/realm/second-steps', { as: administrator }));
    const users = listed.at('users') as readonly { readonly user_id: number; readonly kinds: string[] }[];
    const id = Number(
      success(await w.ask('GET', `/users/${email}`, { as: administrator })).at('user', 'user_id'),
    );
    same(users.find((user) => user.user_id === id)?.kinds, ['totp'], 'kinds of the user');
    same(users.find((user) => user.user_id === member.id)?.kinds, [], 'kinds of a user without');
  }),
];
