import { CONTRAST, DARK, LIGHT, PHONE, type Scene } from './scene.ts';

/** The directory of people and its cards. */
export const peopleScenes: readonly Scene[] = [
  { name: 'people', user: 'Iris', address: '#people', looks: [LIGHT, DARK, CONTRAST, PHONE] },
  { name: 'people-groups', user: 'Iris', address: '#people/groups', looks: [LIGHT, DARK, PHONE] },
  { name: 'people-bots', user: 'Iris', address: '#people/bots', looks: [LIGHT] },
  {
    name: 'person-card',
    user: 'Iris',
    address: '#people',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Bram Okafor', exact: true }).click();
      await page.getByText('Channels in common').waitFor();
    },
  },
  {
    name: 'group-card',
    user: 'Iris',
    address: '#people/groups',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('main').locator('[data-row-link]').first().click();
      await page.getByRole('dialog').getByText('Group of').waitFor();
    },
  },
];
