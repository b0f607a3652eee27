import { CONTRAST, DARK, LIGHT, PHONE, type Scene } from './scene.ts';

/** Pages of the organization, as an owner and as a member. */
export const organizationScenes: readonly Scene[] = [
  {
    name: 'organization-profile',
    user: 'Iris',
    address: '#organization/profile',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByLabel('Kind of organization').waitFor();
    },
  },
  {
    name: 'organization-people',
    user: 'Iris',
    address: '#organization/people',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'organization-permissions',
    user: 'Iris',
    address: '#organization/permissions',
    looks: [LIGHT, DARK, CONTRAST, PHONE],
    steps: async (page) => {
      await page.getByRole('combobox', { name: 'Person' }).fill('Bram');
      await page
        .getByRole('option', { name: /Bram Okafor/ })
        .first()
        .click();
      await page.getByText('No.', { exact: true }).waitFor();
    },
  },
  {
    name: 'organization-messages',
    user: 'Bram',
    address: '#organization/messages',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByText('Administrators may change this').first().waitFor();
    },
  },
  { name: 'organization-sign-in', user: 'Iris', address: '#organization/sign-in', looks: [LIGHT, DARK] },
  { name: 'organization-defaults', user: 'Iris', address: '#organization/defaults', looks: [LIGHT, DARK] },
  {
    name: 'organization-search',
    user: 'Iris',
    address: '#organization',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Find a setting' }).fill('who can delete');
    },
  },
];
