import { directAddress, topicAddress } from './addresses.ts';
import { composer, messageWith, sidebar } from '../support/app.ts';
import { CONTRAST, DARK, LIGHT, NARROW, PHONE, type Scene } from './scene.ts';

const MIRROR_COVER = topicAddress('dome', 'mirror cover');

/** Conversations with their messages. */
export const conversationScenes: readonly Scene[] = [
  { name: 'topic', user: 'Iris', address: MIRROR_COVER, looks: [LIGHT, DARK, CONTRAST, PHONE] },
  {
    name: 'topic-kinds',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await messageWith(page, 'I photographed the cover').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'topic-code',
    user: 'Iris',
    address: topicAddress('seeing', 'light curve script'),
    looks: [LIGHT, DARK],
  },
  {
    name: 'topic-formula',
    user: 'Iris',
    address: topicAddress('seeing', 'nova candidate in Cassiopeia'),
    looks: [LIGHT, DARK],
  },
  {
    name: 'long-message',
    user: 'Iris',
    address: topicAddress('general', 'how we write here'),
    looks: [LIGHT, PHONE],
  },
  {
    name: 'topic-panel',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await page.locator('body').press('Shift+O');
      await page.getByRole('complementary').waitFor();
    },
  },
  {
    name: 'poll',
    user: 'Iris',
    address: topicAddress('dome', '✔ mirror washing'),
    looks: [LIGHT, DARK],
    steps: async (page) => {
      await messageWith(page, 'Which day suits you').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'topic-empty',
    user: 'Iris',
    address: topicAddress('seeing', 'a topic without messages'),
    looks: [LIGHT],
  },
  { name: 'direct-message', user: 'Iris', address: directAddress('Bram'), looks: [LIGHT, DARK, PHONE] },
  { name: 'group', user: 'Iris', address: directAddress('Chen', 'Dara'), looks: [LIGHT] },
  { name: 'direct-empty', user: 'Bram', address: directAddress('Priya'), looks: [LIGHT, PHONE] },
  {
    name: 'right-to-left',
    user: 'Iris',
    address: directAddress('Nour'),
    looks: [LIGHT, PHONE],
  },
  {
    name: 'long-names',
    user: 'Iris',
    address: directAddress('Maximiliane'),
    looks: [LIGHT, PHONE, NARROW],
  },
  {
    name: 'topic-on-paper',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: async (page) => {
      await page.emulateMedia({ media: 'print' });
      for (const part of [sidebar(page), composer(page)]) await part.waitFor({ state: 'hidden' });
    },
  },
  {
    name: 'topic-large-text',
    user: 'Iris',
    address: MIRROR_COVER,
    textPercent: 200,
    looks: [LIGHT, PHONE],
  },
  {
    name: 'topic-offline',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: async (page) => {
      await page.context().setOffline(true);
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('And bring the long screwdriver, please.');
      await field.press('Control+Enter');
      await field.fill('Thanks, then we close it by hand before sunset');
    },
  },
];
