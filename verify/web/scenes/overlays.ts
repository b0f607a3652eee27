import type { Page } from 'playwright-core';
import { channelAddress, channelTopicsAddress, topicAddress } from './addresses.ts';
import { DARK, LIGHT, PHONE, type Scene } from './scene.ts';
import { sidebar } from '../support/app.ts';

const INVITE_LINK = 'https://observatory.example/join/m3ka7tqz';
const MIRROR_COVER = topicAddress('dome', 'mirror cover');

/** Things that open over a view. */
export const overlayScenes: readonly Scene[] = [
  {
    name: 'search',
    user: 'Iris',
    address: `${channelAddress('dome')}/search/motor`,
    looks: [LIGHT, DARK, PHONE],
  },
  {
    name: 'search-suggestions',
    user: 'Iris',
    address: '#narrow/search/mirror',
    steps: async (page) => {
      await page.getByRole('combobox', { name: 'Search messages' }).fill('mirror fr');
    },
  },
  {
    name: 'palette',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox', { name: 'Go to or do' }).fill('mi');
    },
  },
  {
    name: 'keys',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.locator('body').press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    },
  },
  {
    name: 'invite',
    user: 'Iris',
    address: '#inbox',
    steps: async (page) => {
      // The real link has another address and token in every run.
      await page.route('**/json/invites/multiuse', (route) =>
        route.fulfill({ json: { result: 'success', msg: '', invite_link: INVITE_LINK } }),
      );
      await page.route('**/json/invites', (route) =>
        route.fulfill({ json: { result: 'success', msg: '', invites: [] } }),
      );
      await page.locator('body').press('g');
      await page.locator('body').press('v');
      await page.getByLabel('Link that invites').waitFor();
    },
  },
  {
    name: 'create-channel',
    user: 'Iris',
    address: '#channels/all',
    steps: async (page) => {
      await page.getByRole('button', { name: 'New channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'New channel' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('filter wheel');
      const people = dialog.getByRole('combobox', { name: 'People and groups' });
      await people.fill('Chen');
      await people.press('Enter');
      await dialog.getByRole('button', { name: 'Remove Chen Wei' }).waitFor();
    },
  },
  {
    name: 'channel-panel',
    user: 'Iris',
    address: channelTopicsAddress('dome'),
    looks: [LIGHT, DARK],
    steps: async (page) => {
      await page.getByRole('button', { name: '11 subscribers' }).click();
      await page.getByRole('heading', { name: 'Rules' }).waitFor();
    },
  },
  {
    name: 'channel-panel-rules',
    user: 'Bram',
    address: channelTopicsAddress('dome'),
    steps: async (page) => {
      await page.getByRole('button', { name: 'Channel menu' }).click();
      await page.getByRole('menuitem', { name: 'Channel settings' }).click();
      await page.getByRole('heading', { name: 'Rules' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'channel-archive',
    user: 'Iris',
    address: channelTopicsAddress('dome'),
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('button', { name: '11 subscribers' }).click();
      await page.getByRole('button', { name: 'Archive…' }).click();
      await page.getByRole('button', { name: 'Archive dome' }).waitFor();
    },
  },
  {
    name: 'topic-move',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Topic menu' }).click();
      await page.getByRole('menuitem', { name: /^Move to another channel/ }).click();
      await page.getByLabel('To channel').selectOption({ label: 'board' });
      await page.getByText('lose sight of it').waitFor();
    },
  },
  {
    name: 'topic-rename',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.getByRole('button', { name: 'Topic menu' }).click();
      await page.getByRole('menuitem', { name: /^Rename/ }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill('night plan');
      await page.getByText('Both become one topic').waitFor();
    },
  },
  {
    name: 'create-channel-more',
    user: 'Bram',
    address: '#channels/all',
    steps: async (page) => {
      await page.getByRole('button', { name: 'New channel' }).click();
      const dialog = page.getByRole('dialog', { name: 'New channel' });
      await dialog.getByRole('button', { name: 'More' }).click();
      await dialog.getByText('Owners may change this').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'composer-mention',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).pressSequentially('Good idea, @Bra');
    },
  },
  {
    name: 'composer-emoji',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
    },
  },
  {
    name: 'composer-preview',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill(
          '**Plan for tonight**\n\n- guard on at 18:00\n- @**Bram Okafor** checks the switch\n\n```ts\nawait cover.close({ slow: true })\n```',
        );
      await page.keyboard.press('Alt+p');
    },
  },
  {
    name: 'composer-later',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill('Good morning! Could you look at the fan first?');
      await page.getByRole('button', { name: 'Ways to send' }).click();
    },
  },
  {
    name: 'composer-format',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('We need **two** of them');
      await page.getByRole('button', { name: 'Formatting' }).click();
    },
  },
  {
    name: 'composer-poll',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Poll or to-do list' }).click();
      await page.getByRole('menuitem', { name: 'Poll' }).click();
    },
  },
  {
    name: 'new-topic',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page.locator('body').press('c');
      await page.getByRole('combobox').last().pressSequentially('mir');
    },
  },
  {
    name: 'new-direct',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page.locator('body').press('x');
      await page.getByRole('combobox').first().pressSequentially('Em');
    },
  },
  {
    name: 'search-nothing',
    user: 'Iris',
    address: '#narrow/search/zeppelin',
    looks: [LIGHT],
  },
  {
    name: 'status',
    user: 'Iris',
    address: '#inbox',
    looks: [LIGHT, DARK],
    steps: async (page) => {
      await openOwnMenu(page);
      await page.getByRole('menuitem', { name: 'Set a status' }).click();
      await page.getByRole('dialog', { name: 'Set a status' }).waitFor();
    },
  },
  { name: 'own-menu', user: 'Iris', address: '#inbox', looks: [LIGHT], steps: openOwnMenu },
  {
    name: 'organization-menu',
    user: 'Iris',
    address: '#inbox',
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Observatory' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'channel-menu',
    user: 'Iris',
    address: channelTopicsAddress('dome'),
    looks: [LIGHT],
    steps: async (page) => {
      await page.getByRole('button', { name: 'Channel menu' }).click();
      await page.getByRole('menu').waitFor();
    },
  },
];

async function openOwnMenu(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menu').waitFor();
}
