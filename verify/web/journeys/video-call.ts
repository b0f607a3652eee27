import { startVideoProvider } from '@parley/test-support/video-provider.ts';
import type { Locator, Page } from 'playwright-core';
import { directAddress, topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, openView, sendButton } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { KillingJourney } from './journey.ts';

/**
 * A user begins calls in a room and at the provider of the server, to which the account is connected on the way; the other one
 * gets the link.
 */
export const videoCall: KillingJourney = {
  name: 'video-call',
  killsServer: true,
  run: async ({ stage, visit }) => {
    const provider = await startVideoProvider(`${stage.url}/calls/conference/complete`);
    try {
      const { clientId, clientSecret, issuer, meetingsUrl } = provider.settings;
      await stage.kill();
      await stage.start({
        PARLEY_CALLS_CLIENT_ID: clientId,
        PARLEY_CALLS_CLIENT_SECRET: clientSecret,
        PARLEY_CALLS_ISSUER: issuer,
        PARLEY_CALLS_MEETINGS_URL: meetingsUrl,
      });
      const { page, context } = await visit();
      const { page: other } = await visit({ user: 'Bram' });
      await openConversation(page, topicAddress('dome', 'night plan'));
      await callButton(page).click();
      await written(page, /^\[Join the video call\]\(https:\/\/meet\.jit\.si\/[0-9a-f]{32}\)$/);
      await composer(page).fill('');

      await openView(page, '#organization/messages');
      await page
        .getByLabel('Video calls take place at')
        .selectOption({ label: 'The provider of this server' });
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await openConversation(page, directAddress('Bram')(stage.cast));
      const opened = context.waitForEvent('page');
      await callButton(page).click();
      const window = await opened;
      await window.getByText('Your account is connected').waitFor();
      await window.close();
      await written(page, /^\[Join the video call\]\(https?:\/\/\S+\)$/);
      await sendButton(page).click();

      await openConversation(other, directAddress('Iris')(stage.cast));
      await messageWith(other, 'Join the video call')
        .getByRole('link', { name: 'Join the video call' })
        .waitFor();
    } finally {
      await provider.stop();
    }
  },
};

function callButton(page: Page): Locator {
  return page.getByRole('form', { name: 'New message' }).getByRole('button', { name: 'Video call' });
}

function written(page: Page, text: RegExp): Promise<void> {
  return eventuallyEqual(
    'the link in the box',
    async () => text.test(await composer(page).inputValue()),
    true,
  );
}
