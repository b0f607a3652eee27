import type { ReactElement } from 'react';
import { page } from 'vitest/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { ME } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { cureRefusal } from '../../data/session/cure-refusal.ts';
import { openLogIn } from '../../data/session/log-in-again.ts';
import { useCell } from '../../parts/use-cell.ts';
import { LogInAgainDialog } from './log-in-again-dialog.tsx';

const door = { takes_passwords: true, sign_on: [], sample_users: [] };
const method = { name: 'oidc', label: 'The Company', url: '/accounts/login/oidc' };
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** A server for browsers; the result are the requests for a session. */
function serve(parts: object, userId = ME): string[] {
  const bodies: string[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const path = input instanceof Request ? input.url : String(input);
    if (path === '/json/session' && init?.body instanceof URLSearchParams) bodies.push(init.body.toString());
    if (bodies.at(-1)?.includes('wrong') === true)
      return Promise.resolve(
        Response.json({ result: 'error', msg: 'Wrong', code: 'AUTHENTICATION_FAILED' }, { status: 401 }),
      );
    if (path === '/json/session' && bodies.at(-1)?.includes('careful') === true)
      return Promise.resolve(
        Response.json({ result: 'error', code: 'SECOND_STEP_REQUIRED', state: 's1' }, { status: 401 }),
      );
    return Promise.resolve(
      Response.json({ result: 'success', user_id: userId, door: { ...door, ...parts } }),
    );
  });
  return bodies;
}

function Place(): ReactElement | null {
  const question = useCell(openLogIn);
  return question === undefined ? null : <LogInAgainDialog question={question} />;
}

const refused = (): Promise<boolean> => cureRefusal({ code: 'RECENT_LOGIN_REQUIRED' });

afterEach(() => {
  openLogIn.get()?.answer(false);
  vi.restoreAllMocks();
});

test('a wrong password is told, the right one lets both refused operations go on', async () => {
  const bodies = serve({});
  await show(<Place />);
  const both = Promise.all([refused(), refused()]);
  await page.getByLabelText('Your password').fill('wrong');
  await button('Log in').click();
  await expect.element(page.getByText('E-mail or password is wrong.')).toBeVisible();
  await page.getByLabelText('Your password').fill('right');
  bodies.length = 0;
  await button('Log in').click();
  expect(await both).toEqual([true, true]);
  expect(bodies).toEqual([`username=user${ME}%40example.org&password=right`]);
});

test('a dialog that is closed gives the operation up', async () => {
  serve({});
  await show(<Place />);
  const one = refused();
  await button('Cancel').click();
  expect(await one).toBe(false);
  expect(await cureRefusal({ code: 'BAD_REQUEST' })).toBe(false);
});

test('single sign-on opens in a new tab, and the log-in of another person does not count', async () => {
  serve({ takes_passwords: false, sign_on: [method] }, 99);
  await show(<Place />);
  const one = refused();
  await expect.element(button('Continue')).toBeDisabled();
  const link = page.getByRole('link', { name: 'Single sign-on with The Company' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  link.element().addEventListener('click', (event) => event.preventDefault());
  await link.click();
  await button('Continue').click();
  await expect.element(page.getByText('You logged in as another person.')).toBeVisible();
  await button('Cancel').click();
  expect(await one).toBe(false);
});

test('an account with a second step asks for a code after the password', async () => {
  serve({});
  await show(<Place />);
  const one = refused();
  await page.getByLabelText('Your password').fill('careful');
  await button('Log in').click();
  await page.getByLabelText('Code').fill('123456');
  await button('Log in').click();
  expect(await one).toBe(true);
});
