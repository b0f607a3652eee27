import { CONTRAST, DARK, LIGHT, PHONE, type Scene } from './scene.ts';

/** Pages of the settings. */
export const settingsScenes: readonly Scene[] = [
  {
    name: 'settings-profile',
    user: 'Iris',
    address: '#settings/profile',
    looks: [LIGHT, DARK, CONTRAST, PHONE],
    steps: async (page) => {
      await page.getByText('Profile fields').waitFor();
    },
  },
  {
    name: 'settings-account',
    user: 'Iris',
    address: '#settings/account',
    steps: async (page) => {
      await page.getByRole('button', { name: 'New key' }).waitFor();
    },
  },
  {
    name: 'settings-programs',
    user: 'Iris',
    address: '#settings/programs',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Allow a program' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Night log script');
    },
  },
  {
    name: 'settings-writing',
    user: 'Iris',
    address: '#settings/writing',
    steps: async (page) => {
      await page.getByRole('radio', { checked: false }).check();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  { name: 'settings-reading', user: 'Iris', address: '#settings/reading', looks: [LIGHT, PHONE] },
  {
    name: 'settings-muted',
    user: 'Iris',
    address: '#settings/muted',
    steps: async (page) => {
      await page.getByText('Muted people').waitFor();
    },
  },
  {
    name: 'settings-uploads',
    user: 'Chen',
    address: '#settings/uploads',
    steps: async (page) => {
      await page.getByText('of yours').waitFor();
    },
  },
  {
    name: 'settings-new-bot',
    user: 'Iris',
    address: '#settings/bots',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'New bot' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Dome clock');
      await page.getByRole('radio', { name: 'Outgoing' }).check();
    },
  },
  {
    name: 'settings-menu',
    user: 'Iris',
    address: '#settings',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Find a setting' }).fill('mail');
    },
  },
  {
    name: 'settings-deactivate',
    user: 'Bram',
    address: '#settings/account',
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
