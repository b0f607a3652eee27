import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { planet } from '../../../tools/demo/pictures.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, openView, select, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** An owner turns cards on; another user sees the card of a page with its picture, closes it on all devices, an author removes the one of an own message, and the reader turns cards off on the own device. */
export const linkedPages: Journey = {
  name: 'linked-pages',
  run: async ({ stage: { cast }, visit }) => {
    const site = await startSite();
    try {
      const { page } = await visit();
      await openView(page, '#organization/messages');
      await page.getByLabel('Linked pages are shown as cards').click();
      const { page: reader } = await visit({ user: 'Bram' });
      await openConversation(reader, topicAddress('dome', 'night plan'));
      await say(cast, 'Chen', 'dome', 'night plan', `read ${site.url}/sky before tonight`);
      const card = reader.locator('[data-card]').last();
      await card.getByRole('link', { name: 'The sky tonight' }).waitFor();
      await card.getByText('Saturn rises at nine').waitFor();
      const picture = card.locator('img');
      await picture.scrollIntoViewIfNeeded();
      await eventuallyEqual(
        'the width of the loaded picture',
        async () => (await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)) > 0,
        true,
      );
      await card.locator('summary').click();
      await card.getByText('Saturn rises at nine').waitFor({ state: 'hidden' });
      await closedElsewhere(visit);
      await removedByAuthor(visit, reader, site.url);
      await openView(reader, '#settings/look');
      await reader.getByLabel('Cards of linked pages are shown').click();
      await openConversation(reader, topicAddress('dome', 'night plan'));
      await reader.getByText('before tonight').last().waitFor();
      await eventuallyEqual('cards', () => reader.locator('[data-card]').count(), 0);
    } finally {
      await site.close();
    }
  },
};

type Visits = Parameters<Journey['run']>[0]['visit'];

/** The card is closed on another device of the reader, too. */
async function closedElsewhere(visit: Visits): Promise<void> {
  const { page } = await visit({ user: 'Bram' });
  await openConversation(page, topicAddress('dome', 'night plan'));
  const card = page.locator('[data-card]').last();
  await card.locator('summary').waitFor();
  await card.getByText('Saturn rises at nine').waitFor({ state: 'hidden' });
}

/** An author removes the card of an own message by its menu, and the reader sees it go. */
async function removedByAuthor(visit: Visits, reader: Page, url: string): Promise<void> {
  const { page } = await visit({ user: 'Dara' });
  await openConversation(page, topicAddress('dome', 'night plan'));
  await write(page, `better read ${url}/sky`);
  for (const one of [page, reader])
    await messageWith(one, 'better read')
      .locator('[data-card]')
      .getByRole('link', { name: 'The sky tonight' })
      .waitFor();
  await select(messageWith(page, 'better read'));
  await page.keyboard.press('i');
  await page.getByRole('menuitem', { name: 'Remove the cards of links' }).click();
  for (const one of [page, reader])
    await messageWith(one, 'better read').locator('[data-card]').waitFor({ state: 'detached' });
}

/** A site with a page and its picture. */
async function startSite() {
  const server = createServer((request, response) => {
    if (request.url === '/sky.png') {
      response.writeHead(200, { 'content-type': 'image/png' }).end(planet([90, 60, 160]));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><title>The sky tonight</title><meta name="description" content="Saturn rises at nine, and the Moon leaves at eleven.">
      <meta property="og:image" content="/sky.png">`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
