import { createInviteLink } from '@parley/contract/endpoints/invites.ts';
import { DOOR_META } from '@parley/contract/door-meta.ts';
import type { Page } from 'playwright-core';
import { channelTopicsAddress, topicAddress } from './addresses.ts';
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
  { name: 'forgotten', address: 'reset-password' },
  {
    name: 'join',
    address: '',
    steps: async (page, cast) => {
      const { invite_link: link } = await cast.as('Iris').call(createInviteLink, {
        include_realm_default_subscriptions: true,
        welcome_message_custom_text: 'We plan the nights in dome. Say hello there first.',
      });
      await page.goto(new URL(link).pathname);
      await page.getByLabel('Your name').fill('Vera Lund');
    },
  },
  {
    name: 'visitor-home',
    address: '',
    steps: async (page) => {
      await page.getByRole('button', { name: 'Look around without an account' }).click();
      await page.getByRole('heading', { name: 'Public channels' }).waitFor();
    },
  },
  { name: 'visitor-topics', address: channelTopicsAddress('general') },
  { name: 'visitor-topic', address: topicAddress('general', 'cake') },
  { name: 'begin-code', address: '', steps: pretendEmpty },
  {
    name: 'begin',
    address: '',
    steps: async (page) => {
      await pretendEmpty(page);
      await page.route('**/json/setup/code', (route) =>
        route.fulfill({ json: { result: 'success', msg: '' } }),
      );
      await page.getByLabel('Code of the server').fill('K7PM-2QXD');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByLabel('Name of the organization').fill('Observatory');
    },
  },
];

/** The page of a server without an organization, as the server would describe the door. */
async function pretendEmpty(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    document.addEventListener('readystatechange', () => {
      document.querySelector(`meta[name="${name}"]`)?.remove();
    });
  }, DOOR_META);
  await page.route('**/json/door', (route) => route.fulfill({ json: EMPTY }));
  await page.reload();
  await page.getByRole('heading', { name: 'Parley is running' }).waitFor();
}

const EMPTY = {
  result: 'success',
  msg: '',
  door: {
    version: '0.4.0',
    organization: null,
    user_id: null,
    takes_passwords: true,
    sign_on: [],
    sends_mail: false,
    is_open: false,
    has_public_channels: false,
    sample_users: [],
    helpers: [],
  },
};
