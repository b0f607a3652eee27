import { startIdentityProvider } from '@parley/test-support/identity-provider.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, passwordForm, sidebar } from '../support/app.ts';
import type { KillingJourney } from './journey.ts';

/** Single sign-on leads through the provider and back to the wanted conversation. */
export const logInBySignOn: KillingJourney = {
  name: 'log-in-by-sign-on',
  hasWorker: true,
  killsServer: true,
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/status of 40[013]/);
    const provider = await startIdentityProvider(`${stage.url}/complete/oidc/`);
    try {
      provider.account = { email: 'dara@observatory.example', email_verified: true };
      const { issuer, clientId, clientSecret, name } = provider.settings;
      await stage.kill();
      await stage.start({
        PARLEY_OIDC_ISSUER: issuer,
        PARLEY_OIDC_CLIENT_ID: clientId,
        PARLEY_OIDC_CLIENT_SECRET: clientSecret,
        PARLEY_OIDC_NAME: name,
      });
      const { page } = await visit({ user: undefined });
      await page.goto(`/${topicAddress('dome', 'night plan')}`);
      await passwordForm(page);
      // The worker sees the navigations there and back, and must not repeat them.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.getByRole('link', { name: /The Company/ }).click();
      await messageWith(page, 'can you take the second half').waitFor();
      await sidebar(page).getByText('Dara Novak').waitFor();
    } finally {
      await provider.stop();
    }
  },
};
