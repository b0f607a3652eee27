import { openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** An owner sets rules and connects a directory, which makes an account and takes it back; then the owner disconnects it. */
export const connectDirectory: Journey = {
  name: 'connect-directory',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openView(page, '#organization/sign-in');
    await page.getByRole('switch', { name: /First log-ins by single sign-on make accounts/ }).click();
    await page.getByText('First log-ins make accounts', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add a group' }).click();
    const group = page.getByRole('dialog', { name: 'Add a group' });
    await group.getByLabel('Group at the provider').fill('moderators');
    await group.getByLabel('Role', { exact: true }).selectOption('Moderator');
    await group.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /moderators.*Moderator/ }).waitFor();
    await page.getByLabel('E-mail address of a person').fill('dara@observatory.example');
    await page.getByLabel('Groups at the provider').fill('moderators, others');
    await page.getByRole('button', { name: 'What would they get?' }).click();
    await page.getByText(/Their account\..*Role: Moderator\./).waitFor();

    await page.getByRole('button', { name: 'Connect a directory' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a directory' });
    await dialog.getByLabel('Name', { exact: true }).fill('Entra ID');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const shown = page.getByRole('dialog', { name: 'The token of the directory' });
    const address = await shown.getByLabel('Address for SCIM').inputValue();
    const token = await shown.getByLabel('Token', { exact: true }).inputValue();
    await shown.getByRole('button', { name: 'Done' }).click();
    if ((await page.content()).includes(token)) throw new Error('The token is shown twice.');
    if (!address.endsWith('/scim/v2')) throw new Error(`The address is ${address}.`);

    const send = async (method: string, path: string, body?: object) =>
      fetch(`${stage.url}/scim/v2${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const made = await send('POST', '/Users', {
      schemas: [USER],
      userName: 'rosalind@observatory.example',
      displayName: 'Rosalind Franklin',
      active: true,
    });
    const { id } = (await made.json()) as { readonly id: string };
    await openView(page, '#organization/people');
    await page.getByText('Rosalind Franklin').first().waitFor();
    const left = await send('DELETE', `/Users/${id}`);
    if (left.status !== 204) throw new Error(`The removal got ${left.status}.`);

    await openView(page, '#organization/sign-in');
    await page.getByRole('button', { name: 'Disconnect Entra ID' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await page.getByText(/^None\. Entra ID, Okta and others/).waitFor();
    const after = await send('GET', '/Users');
    if (after.status !== 401) throw new Error(`The ended token got ${after.status}.`);
  },
};
