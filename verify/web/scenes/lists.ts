import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import { channelAddress, channelTopicsAddress } from './addresses.ts';
import { CONTRAST, DARK, LIGHT, NARROW, PHONE, type Scene } from './scene.ts';

/** Lists of conversations. */
export const listScenes: readonly Scene[] = [
  { name: 'inbox', user: 'Iris', address: '#inbox', looks: [LIGHT, DARK, CONTRAST, PHONE, NARROW] },
  {
    name: 'inbox-row',
    user: 'Iris',
    address: '#inbox',
    looks: [LIGHT, DARK],
    steps: async (page) => {
      const row = page.locator('#main').getByRole('listitem').filter({ hasText: 'mirror cover' });
      await row.hover();
      await row.getByRole('button', { name: 'Mark as read' }).hover();
    },
  },
  { name: 'inbox-empty', user: 'Maximiliane', address: '#inbox', looks: [LIGHT, DARK, PHONE] },
  { name: 'recent', user: 'Iris', address: '#recent', looks: [LIGHT, DARK, PHONE] },
  {
    name: 'channel-topics',
    user: 'Iris',
    address: channelTopicsAddress('dome'),
    looks: [LIGHT, DARK, PHONE],
  },
  { name: 'channel-feed', user: 'Iris', address: channelAddress('dome'), looks: [LIGHT, PHONE] },
  { name: 'catch-up', user: 'Iris', address: '#catch-up' },
  { name: 'caught-up', user: 'Maximiliane', address: '#catch-up', looks: [LIGHT] },
  { name: 'mentions', user: 'Iris', address: '#narrow/is/mentioned', looks: [LIGHT, PHONE] },
  { name: 'starred', user: 'Iris', address: '#narrow/is/starred', looks: [LIGHT] },
  { name: 'starred-empty', user: 'Maximiliane', address: '#narrow/is/starred', looks: [LIGHT] },
  { name: 'combined-feed', user: 'Iris', address: '#feed', looks: [LIGHT, DARK] },
  { name: 'drafts', user: 'Iris', address: '#drafts', looks: [LIGHT, PHONE] },
  { name: 'drafts-empty', user: 'Maximiliane', address: '#drafts', looks: [LIGHT] },
  { name: 'scheduled', user: 'Iris', address: '#scheduled', looks: [LIGHT, PHONE] },
  { name: 'channels', user: 'Iris', address: '#channels', looks: [PHONE] },
  {
    name: 'channels-all',
    user: 'Bram',
    address: '#channels/all',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page, cast) => {
      await cast.as('Bram').call(unsubscribe, { subscriptions: ['seeing', 'lunch'] });
      await page.getByRole('button', { name: 'Join lunch' }).waitFor();
      await page.getByRole('main').getByRole('listitem').filter({ hasText: 'dome' }).hover();
    },
  },
  { name: 'you', user: 'Iris', address: '#you', looks: [LIGHT, PHONE] },
  {
    name: 'settings-notifications',
    user: 'Iris',
    address: '#settings/notifications',
    steps: async (page, cast) => {
      await cast.as('Iris').call(updateSettings, {
        do_not_disturb_hours: 'Mo-Su 22:00-07:00',
        timezone: 'Europe/Berlin',
      });
      await page.getByLabel('From', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'An hour' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
  { name: 'settings-look', user: 'Iris', address: '#settings/look', looks: [LIGHT, PHONE] },
  { name: 'inbox-large-text', user: 'Iris', address: '#inbox', textPercent: 200, looks: [LIGHT, PHONE] },
  { name: 'empty-drafts', user: 'Bram', address: '#drafts' },
  { name: 'empty-starred', user: 'Bram', address: '#narrow/is/starred' },
];
