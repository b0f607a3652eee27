import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../../test/components/show.tsx';
import type { Door } from '../../data/session/door.ts';
import { JoinForm } from './join-form.tsx';
import { LogInForm } from './log-in-form.tsx';

const organization = { name: 'Observatory', url: 'https://observatory.example.org', icon_url: null };
const door = {
  version: '0.4.0',
  organization,
  user_id: null,
  takes_passwords: true,
  sign_on: [],
  is_open: false,
  sample_users: [],
} as unknown as Door;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const nothing = (): void => undefined;

function logInForm(parts: Partial<Door> = {}, onEnter = nothing) {
  const known = { ...door, ...parts };
  return (
    <LogInForm
      door={known}
      organization={organization}
      note={undefined}
      onEnter={onEnter}
      onJoin={nothing}
      onLook={undefined}
    />
  );
}

afterEach(() => vi.restoreAllMocks());

test('a refused password is told, and the address stays', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json({ result: 'error', msg: 'Wrong', code: 'AUTHENTICATION_FAILED' }, { status: 401 }),
  );
  await show(logInForm());
  await page.getByLabelText('E-mail').fill('iris@example.org');
  await page.getByLabelText('Password', { exact: true }).fill('wrong');
  await button('Log in').click();
  await expect.element(page.getByRole('alert').last()).not.toBeEmptyDOMElement();
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('iris@example.org');
});

test('the right password enters', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ result: 'success' })),
  );
  let entered = 0;
  await show(logInForm({}, () => (entered += 1)));
  await page.getByLabelText('E-mail').fill('iris@example.org');
  await page.getByLabelText('Password', { exact: true }).fill('right');
  await button('Log in').click();
  await expect.poll(() => entered).toBe(1);
});

test('a server without passwords has no form, and offers what it takes', async () => {
  const method = { name: 'oidc', label: 'Institute', url: '/accounts/login/oidc' };
  await show(logInForm({ takes_passwords: false, sign_on: [method] }));
  await expect.element(page.getByText('Single sign-on with Institute')).toBeVisible();
  expect(page.getByLabelText('E-mail').query()).toBeNull();
});

test('an account is offered only where sign-up is open', async () => {
  await show(logInForm({ is_open: true }));
  await expect.element(page.getByRole('link', { name: 'Create an account' })).toBeVisible();
});

test('a text that is no invitation is refused with the name of the server', async () => {
  await show(<JoinForm organization={organization} version="0.4.0" isOpen={false} onBack={nothing} />);
  await page.getByLabelText('Link of the invitation').fill('https://elsewhere.example.org/x');
  await button('Go on').click();
  await expect
    .element(page.getByText('This is no link of an invitation to observatory.example.org.'))
    .toBeVisible();
});

test('the right password of an account with a second step asks for a code', async () => {
  const asked: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = input instanceof Request ? input.url : String(input);
    const body = init?.body instanceof URLSearchParams ? init.body.toString() : '';
    asked.push(`${path} ${body}`);
    const refuse = (code: string, extra = {}) =>
      Promise.resolve(Response.json({ result: 'error', msg: code, code, ...extra }, { status: 401 }));
    if (path === '/json/session') return refuse('SECOND_STEP_REQUIRED', { state: 's1' });
    if (body.includes('wrong')) return refuse('SECOND_STEP_FAILED');
    return Promise.resolve(Response.json({ result: 'success', user_id: 7 }));
  });
  let entered = 0;
  await show(logInForm({}, () => (entered += 1)));
  const enterPassword = async () => {
    await page.getByLabelText('E-mail').fill('iris@example.org');
    await page.getByLabelText('Password', { exact: true }).fill('right');
    await button('Log in').click();
  };
  await enterPassword();
  await page.getByLabelText('Code').fill('wrong');
  await button('Log in').click();
  await expect.element(page.getByText('SECOND_STEP_FAILED').first()).toBeVisible();
  await page.getByLabelText('Code').fill('123 456');
  await button('Log in').click();
  await expect.poll(() => entered).toBe(1);
  expect(asked.at(-1)).toBe('/json/session/second-step state=s1&code=123+456');
});

test('a second step that took too long leads back to the password', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation((input) => {
    const isFirst = (input instanceof Request ? input.url : String(input)) === '/json/session';
    const refusal = isFirst ? { code: 'SECOND_STEP_REQUIRED', state: 's2' } : { code: 'SECOND_STEP_EXPIRED' };
    return Promise.resolve(Response.json({ result: 'error', msg: 'Too late', ...refusal }, { status: 401 }));
  });
  await show(logInForm());
  await page.getByLabelText('E-mail').fill('iris@example.org');
  await page.getByLabelText('Password', { exact: true }).fill('right');
  await button('Log in').click();
  await page.getByLabelText('Code').fill('123456');
  await button('Log in').click();
  await expect.element(button('Log in')).toBeDisabled();
  await button('Log in again').click();
  await expect.element(page.getByLabelText('E-mail')).toHaveValue('iris@example.org');
});
