import { getEventSubscriptions } from '@parley/contract/endpoints/event-subscriptions.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A user subscribes an address to messages; it fails, is paused, recovers and gets an event again; another browser follows. */
export const eventSubscription: Journey = {
  name: 'event-subscription',
  run: async ({ stage: { cast }, visit }) => {
    const receiver = await startReceiver();
    try {
      const { page } = await visit();
      const { page: second } = await visit();
      await openView(page, '#organization/integrations/events');
      await openView(second, '#organization/integrations/events');
      await page.getByRole('button', { name: 'New', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New event subscription' });
      await dialog.getByLabel('Address').fill(receiver.url);
      await dialog.getByLabel('All events').uncheck();
      await dialog.getByRole('button', { name: 'Create' }).click();
      const secret = page.getByRole('dialog', { name: 'Secret of the signatures' });
      const value = await secret.getByLabel('Secret', { exact: true }).inputValue();
      if (!value.startsWith('whsec_')) throw new Error(`The secret is ${value}.`);
      await secret.getByRole('button', { name: 'Done' }).click();
      await second.getByText(/^Messages\. Running$/).waitFor();

      await say(cast, 'Chen', 'dome', 'night plan', 'first light');
      await eventuallyEqual('bodies at the receiver', () => receiver.countOf('first light'), 1);
      receiver.answerWith(502);
      await say(cast, 'Chen', 'dome', 'night plan', 'second light');
      await page.getByText(/^Messages\. Failing since/).waitFor();
      await page.getByRole('button', { name: /^Pause/ }).click();
      await second.getByText(/^Messages\. Paused since/).waitFor();
      receiver.answerWith(204);
      await page.getByRole('button', { name: /^Go on/ }).click();
      await eventuallyEqual('the event that failed', () => receiver.countOf('second light', 204), 1);
      await second.getByText(/^Messages\. Running$/).waitFor();

      await page.getByRole('button', { name: /^Deliveries/ }).click();
      await page
        .getByRole('button', { name: /^Show the delivery/ })
        .last()
        .click();
      await page.getByText(/first light/).waitFor();
      await page.getByRole('button', { name: 'Send again from here' }).click();
      await eventuallyEqual('bodies after the replay', () => receiver.countOf('first light'), 2);

      await page.getByRole('button', { name: /^Actions for localhost/ }).click();
      await page.getByRole('menuitem', { name: 'New secret' }).click();
      await page
        .getByRole('dialog', { name: 'Secret of the signatures' })
        .getByRole('button', { name: 'Done' })
        .click();
      await page.getByRole('button', { name: /^Actions for localhost/ }).click();
      await page.getByRole('menuitem', { name: 'Change' }).click();
      const change = page.getByRole('dialog', { name: 'Change the event subscription' });
      await change.getByLabel('Reactions').check();
      await change.getByRole('button', { name: 'Save' }).click();
      await second.getByText(/^Messages, Reactions\. Running$/).waitFor();
      await page.getByRole('button', { name: /^Actions for localhost/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await second.getByText(/^None yet\. A program of yours/).waitFor();
      const { event_subscriptions: left } = await cast.as('Iris').call(getEventSubscriptions, {});
      if (left.length > 0) throw new Error('The subscription is still there.');
    } finally {
      await receiver.close();
    }
  },
};

/** A program that takes events and answers with the status that it is told. */
async function startReceiver() {
  const requests: { readonly body: string; readonly status: number }[] = [];
  let status = 204;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ body, status });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/events`,
    answerWith: (next: number) => {
      status = next;
    },
    /** Requests with a text that were answered with a status below 300, or with the one named. */
    countOf: (text: string, answered?: number): Promise<number> => {
      const ids = requests.filter(
        (one) =>
          one.body.includes(text) && (answered === undefined ? one.status < 300 : one.status === answered),
      );
      return Promise.resolve(ids.length);
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
