import { topicAddress } from '../scenes/addresses.ts';
import { composer, dropFile, openConversation, sendButton } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { KillingJourney } from './journey.ts';

const FILE_BYTES = 8 * 1024 * 1024;
const MAX_DELAY_MS = 150;

/** The server dies during an upload; the text stays, and the file arrives after a retry. */
export const killedWhileUploading: KillingJourney = {
  name: 'killed-while-uploading',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/Failed to load resource|WebSocket/);
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await composer(page).fill('The frames of last night: ');
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/user_uploads'),
    );
    await dropFile(composer(page), {
      name: 'frames.txt',
      type: 'text/plain',
      text: 'x'.repeat(FILE_BYTES),
    });
    await asked;
    await page.waitForTimeout(MAX_DELAY_MS / 2);
    await stage.kill();
    await stage.start();
    const retry = page.getByRole('button', { name: /Try again/ });
    await eventually(async () => {
      if (await retry.first().isVisible()) await retry.first().click();
      if (!/\/user_uploads\//.test(await composer(page).inputValue())) throw new Error('There is no link.');
    }, 40_000);
    await sendButton(page).click();
    await eventually(async () => {
      const sent = (await newestMessages(stage.cast.as('Chen'))).filter(({ content }) =>
        content.startsWith('The frames of last night'),
      );
      if (sent.length !== 1) throw new Error(`It was sent ${sent.length} times.`);
    });
  },
};
