import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../../test/components/show.tsx';
import { openQuestion } from '../../../parts/question-store.ts';
import { SecondStepBlock } from './second-step-block.tsx';

const app = { id: 4, kind: 'totp', name: 'Authenticator app', created: 1_772_524_800, last_used: null };
const codes = Array.from({ length: 10 }, (_, n) => `abcd-efgh-jkmn-${n}222`);
const started = {
  id: 5,
  secret: 'GEZDGNBVGY3TQOJQ',
  url: 'otpauth://totp/Acme:iris?secret=GEZDGNBVGY3TQOJQ',
};

/** A server with these second steps, whose first confirmation fails; the result are the requests. */
function serve(steps: object[], left = 0): string[] {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = input instanceof Request ? input.url : String(input);
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : '';
    asked.push(`${init?.method ?? 'GET'} ${path} ${body}`.trim());
    if (body === 'code=wrong') {
      const refusal = { result: 'error', msg: 'The code is wrong.', code: 'SECOND_STEP_FAILED' };
      return Promise.resolve(Response.json(refusal, { status: 401 }));
    }
    const answer = { second_steps: steps, recovery_codes_left: left, recovery_codes: codes, ...started };
    return Promise.resolve(Response.json({ result: 'success', ...answer }));
  });
  return asked;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

afterEach(() => {
  openQuestion.get()?.answer(false);
  vi.restoreAllMocks();
});

test('an app is added by its code, and recovery codes are shown once', async () => {
  const asked = serve([]);
  let firsts = 0;
  await show(<SecondStepBlock onFirst={() => (firsts += 1)} />);
  await expect.element(page.getByText(/^Off\./)).toBeVisible();
  await button('Add an app').click();
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await expect.element(page.getByLabelText('Or type this secret')).toHaveValue(started.secret);
  await page.getByLabelText('Code of the app').fill('wrong');
  await button('Add').click();
  await expect.element(page.getByText('The code is wrong.')).toBeVisible();
  await page.getByLabelText('Code of the app').fill('123456');
  await button('Add').click();
  await expect.element(page.getByText('abcd-efgh-jkmn-9222')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Download' })).toHaveAttribute('download');
  await button('I have kept them').click();
  expect(page.getByText('abcd-efgh-jkmn-9222').query()).toBeNull();
  expect(asked).toContain('POST /json/second-steps/5/confirm code=123456');
  expect(firsts).toBe(1);
});

test('an app is removed after a question, and recovery codes are replaced', async () => {
  const asked = serve([app], 1);
  await show(<SecondStepBlock onFirst={() => undefined} />);
  await expect.element(page.getByRole('row', { name: /Authenticator app.*never/ })).toBeVisible();
  await expect.element(page.getByText(/^1 of 10 recovery codes is left/)).toBeVisible();
  await button('Remove Authenticator app').click();
  await expect.poll(() => openQuestion.get()?.text[0]).toMatch(/^Your password alone/);
  openQuestion.get()?.answer(true);
  await page.getByLabelText('Code').fill('123 456');
  await button('Remove').click();
  await expect.poll(() => asked).toContain('DELETE /json/second-steps/4 code=123+456');
  await button('Make new ones').click();
  await expect.poll(() => openQuestion.get()?.title).toBe('Make new recovery codes?');
  openQuestion.get()?.answer(true);
  await page.getByLabelText('Code').fill('wrong');
  await page.getByRole('dialog').getByRole('button', { name: 'Make new ones' }).click();
  await expect.element(page.getByText('The code is wrong.')).toBeVisible();
  await page.getByLabelText('Code').fill('123456');
  await page.getByRole('dialog').getByRole('button', { name: 'Make new ones' }).click();
  await expect.element(page.getByText('abcd-efgh-jkmn-0222')).toBeVisible();
});

test('a passkey is listed as one, and asks for a proof before another is added', async () => {
  const asked = serve([{ ...app, kind: 'passkey', name: 'Blue key' }], 10);
  await show(<SecondStepBlock onFirst={() => undefined} />);
  await expect.element(page.getByRole('row', { name: /Blue key.*Passkey/ })).toBeVisible();
  await button('Add a passkey').click();
  await expect.element(button('Use a passkey')).toBeVisible();
  await page.getByLabelText('Code').fill('123456');
  await button('Go on').click();
  await expect.poll(() => asked).toContain('POST /json/passkeys code=123456');
});

test('a failure to read the second steps is told', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await show(<SecondStepBlock onFirst={() => undefined} />);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server cannot be reached.');
});
