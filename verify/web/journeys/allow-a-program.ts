import { eventuallyEqual } from '../support/eventually.ts';
import { openView } from '../support/app.ts';
import type { Journey } from './journey.ts';

/** A member allows a program to read a channel, it reads there and cannot write, and an administrator ends it. */
export const allowAProgram: Journey = {
  name: 'allow-a-program',
  run: async ({ stage, visit }) => {
    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/programs');
    await page.getByRole('button', { name: 'Allow a program' }).click();
    const dialog = page.getByRole('dialog', { name: 'Allow a program' });
    await dialog.getByLabel('Name', { exact: true }).fill('Night log script');
    await dialog.getByRole('combobox', { name: 'Only in channels' }).fill('#dome');
    await page.getByRole('option', { name: /dome/ }).first().click();
    await dialog.getByLabel('Ends', { exact: true }).selectOption('in a week');
    await dialog.getByRole('button', { name: 'Allow' }).click();
    const shown = page.getByRole('dialog', { name: 'The token of the program' });
    const token = await shown.getByLabel('Token', { exact: true }).inputValue();
    const configuration = await shown.getByLabel('Configuration of an assistant').inputValue();
    await checkConfiguration(configuration, stage.url, token);
    await shown.getByRole('button', { name: 'Done' }).click();
    const address = await page.getByLabel('Address for assistants').inputValue();
    if (!configuration.includes(`"${address}"`)) throw new Error(`The address is ${address}.`);
    await page.getByRole('row', { name: /Night log script.*read.*dome.*in 7 days/ }).waitFor();
    if ((await page.content()).includes(token)) throw new Error('The token is shown twice.');

    const headers = { authorization: `Bearer ${token}` };
    const messages = `${stage.url}/api/v1/messages`;
    const read = async (narrow: string) => {
      const query = new URLSearchParams({ anchor: 'newest', num_before: '1', num_after: '0', narrow });
      return (await fetch(`${messages}?${query.toString()}`, { headers })).status;
    };
    const readDome = () => read('[["channel","dome"]]');
    const message = new URLSearchParams({
      type: 'channel',
      to: 'dome',
      topic: 'night plan',
      content: 'hello',
    });
    const write = await fetch(messages, { method: 'POST', headers, body: message });
    const statuses = [await readDome(), await read('[["channel","pipeline"]]'), write.status];
    if (statuses.join() !== '200,400,403') throw new Error(`The program gets ${statuses.join()}.`);

    const { page: administrator } = await visit();
    await openView(administrator, '#organization/integrations/programs');
    const row = administrator.getByRole('row', { name: /Night log script.*Chen Wei/ });
    await row.getByRole('button', { name: 'End Night log script' }).click();
    await administrator.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await administrator.getByText('No program acts for anybody.').waitFor();
    await eventuallyEqual('the status of the ended program', readDome, 401);
    await page.reload();
    await page.getByText(/^None\. A program that you allow/).waitFor();
  },
};

type Configuration = {
  readonly mcpServers: {
    readonly parley: { readonly url: string; readonly headers: { readonly Authorization: string } };
  };
};

/** Uses the configuration as an assistant does. */
async function checkConfiguration(configuration: string, url: string, token: string): Promise<void> {
  const { parley } = (JSON.parse(configuration) as Configuration).mcpServers;
  if (parley.headers.Authorization !== `Bearer ${token}`)
    throw new Error('The configuration has another token.');
  const answer = await fetch(new URL(new URL(parley.url).pathname, url), {
    method: 'POST',
    headers: {
      ...parley.headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const text = await answer.text();
  if (!text.includes('"search_messages"')) throw new Error(`The assistant gets ${answer.status}: ${text}`);
}
