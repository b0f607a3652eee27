import type { Scene } from './scene.ts';

/** Pages of visitors who are not logged in. */
export const doorScenes: readonly Scene[] = [
  { name: 'demo-log-in', address: '' },
  {
    name: 'log-in',
    address: '',
    steps: async (page) => {
      await page.getByText('Log in with a password').click();
    },
  },
];
