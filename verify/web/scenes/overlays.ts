import { topicAddress } from './addresses.ts';
import { LIGHT, PHONE, type Scene } from './scene.ts';

const MIRROR_COVER = topicAddress('dome', 'mirror cover');

/** Things that open over a view. */
export const overlayScenes: readonly Scene[] = [
  {
    name: 'search',
    user: 'Iris',
    address: '#narrow/search/mirror',
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
    name: 'topic-menu',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.getByRole('article').filter({ hasText: 'I can look after lunch' }).focus();
      await page.keyboard.press('i');
      await page.getByRole('menu').first().waitFor();
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
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await page
        .getByRole('textbox', { name: 'Message' })
        .fill('Good morning! Could you look at the fan first?');
      await page.getByRole('button', { name: 'Send later' }).click();
    },
  },
];
