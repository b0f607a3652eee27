import { CONTRAST, DARK, LIGHT, PHONE, type Scene } from './scene.ts';

/** A picture of one pixel. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Pages of the organization, as an owner and as a member. */
export const organizationScenes: readonly Scene[] = [
  {
    name: 'organization-overview',
    user: 'Iris',
    address: '#organization/overview',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByText('Nothing. All is well.').waitFor();
    },
  },
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
    name: 'organization-groups',
    user: 'Iris',
    address: '#organization/groups',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('row').nth(1).getByRole('link').click();
      await page.getByRole('heading', { name: 'Rules of the group' }).waitFor();
    },
  },
  {
    name: 'organization-channels',
    user: 'Iris',
    address: '#organization/channels',
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
    name: 'organization-bots',
    user: 'Iris',
    address: '#organization/integrations/bots',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByText('Pipeline bot').waitFor();
    },
  },
  {
    name: 'organization-integrations',
    user: 'Iris',
    address: '#organization/integrations',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('link', { name: 'GitHub' }).waitFor();
    },
  },
  {
    name: 'organization-integration',
    user: 'Iris',
    address: '#organization/integrations/github',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByLabel('Bot that writes').selectOption({ label: 'Weather bot' });
      await page.getByLabel('Channel', { exact: true }).selectOption({ label: 'pipeline' });
      await page.getByRole('button', { name: 'Send a test' }).waitFor();
    },
  },
  {
    name: 'organization-emoji',
    user: 'Iris',
    address: '#organization/emoji',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByLabel('Pictures of emoji').setInputFiles(
        ['satellite_pass.png', 'magnet.png', 'First light!.png'].map((name) => ({
          name,
          mimeType: 'image/png',
          buffer: Buffer.from(DOT, 'base64'),
        })),
      );
      await page.getByRole('button', { name: 'Add 3' }).waitFor();
    },
  },
  {
    name: 'organization-linkifiers',
    user: 'Iris',
    address: '#organization/linkifiers',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByLabel('Text', { exact: true }).fill('(?P<word>mirror|motors?)');
      await page.getByLabel('Address', { exact: true }).fill('https://wiki.example/{word}');
      await page.getByText(/^Fits (?!nothing)/).waitFor();
    },
  },
  {
    name: 'organization-fields',
    user: 'Iris',
    address: '#organization/fields',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'organization-field',
    user: 'Iris',
    address: '#organization/fields',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'New field' }).click();
      await page.getByLabel('Kind').selectOption({ label: 'List' });
    },
  },
  {
    name: 'organization-events',
    user: 'Iris',
    address: '#organization/integrations/events',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByText(/^None yet\. A program of yours/).waitFor();
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByLabel('All events').uncheck();
    },
  },
  {
    name: 'organization-data',
    user: 'Iris',
    address: '#organization/data',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByText('Nothing is on hold.').waitFor();
      await page.getByText(/^None yet\. An export/).waitFor();
    },
  },
  {
    name: 'organization-export',
    user: 'Iris',
    address: '#organization/data',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'New export' }).click();
      await page.getByText(/people allow it/).waitFor();
    },
  },
  {
    name: 'organization-end',
    user: 'Iris',
    address: '#organization/data',
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Delete…' }).click();
      await page.getByLabel('Type the name of the organization').waitFor();
    },
  },
  {
    name: 'organization-log',
    user: 'Iris',
    address: '#organization/log',
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: /When$/ }).click();
      await page.getByRole('menuitemradio', { name: 'At any time' }).click();
      await page.getByRole('row').nth(1).getByRole('link').click();
      await page.getByRole('heading', { name: 'Proof' }).waitFor();
    },
  },
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
