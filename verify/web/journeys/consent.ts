import { answerIn, exchangeForm, startProgram } from '@parley/test-support/oauth-program.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

const RETURN = 'https://assistant.example/callback';

/** An administrator adds a program, a member allows it to read, it gets tokens and reads, and ends with the program. */
export const consent: Journey = {
  name: 'consent',
  run: async ({ stage, visit }) => {
    const { page: administrator } = await visit();
    await openView(administrator, '#organization/integrations/programs');
    await administrator.getByRole('button', { name: 'Add a program' }).click();
    const dialog = administrator.getByRole('dialog', { name: 'Add a program' });
    await dialog.getByLabel('Kind').selectOption('One program of your own');
    await dialog.getByLabel('Name', { exact: true }).fill('Night reader');
    await dialog.getByLabel('Addresses to which people return').fill(RETURN);
    await dialog.getByRole('button', { name: 'Add' }).click();
    const row = administrator.getByRole('row', { name: /Night reader/ });
    const clientId = await row.locator('code').textContent();
    if (clientId === null) throw new Error('The program has no identifier.');

    const asked = { clientId, redirectUri: RETURN, scope: 'see_directory read_messages write_messages' };
    const started = startProgram(asked);
    const { page } = await visit({ user: 'Chen' });
    await page.route(`${RETURN}**`, (route) => route.fulfill({ body: 'Done.' }));
    await page.goto(`/oauth/authorize?${started.query}`);
    await page.getByRole('heading', { name: 'Night reader wants to act for you' }).waitFor();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${RETURN}**`);
    const { code = '', state, iss } = answerIn(page.url());
    if (state !== started.state || iss === undefined) throw new Error('The answer is of another request.');

    const exchange = new URLSearchParams(exchangeForm(started, code));
    const answer = await fetch(`${stage.url}/oauth/token`, { method: 'POST', body: exchange });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    const read = async (): Promise<number> => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${stage.url}/api/v1/users/me`, { headers })).status;
    };
    await eventuallyEqual('the status of the program', read, 200);

    await administrator.getByRole('button', { name: 'Remove Night reader' }).click();
    await administrator.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await eventuallyEqual('the status of the removed program', read, 401);
  },
};
