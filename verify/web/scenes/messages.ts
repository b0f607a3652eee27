import type { Page } from 'playwright-core';
import { messageWith, select } from '../support/app.ts';
import { directAddress, topicAddress } from './addresses.ts';
import { DARK, LIGHT, PHONE, type Scene } from './scene.ts';

const MIRROR_COVER = topicAddress('dome', 'mirror cover');

/** Presses a key on the message with a text and waits for what it opens. */
function onMessage(text: string, key: string, opened: 'dialog' | 'menu'): NonNullable<Scene['steps']> {
  return async (page) => {
    await select(messageWith(page, text));
    await page.keyboard.press(key);
    await page.getByRole(opened).first().waitFor();
  };
}

/** Actions on messages, and what they open. */
export const messageScenes: readonly Scene[] = [
  {
    name: 'topic-focus',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, DARK],
    steps: async (page) => {
      await page.locator('body').press('k');
      await page.keyboard.press('k');
    },
  },
  {
    name: 'topic-menu',
    user: 'Iris',
    address: MIRROR_COVER,
    steps: onMessage('I can look after lunch', 'i', 'menu'),
  },
  {
    name: 'reaction-picker',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, DARK],
    steps: onMessage('I can look after lunch', ':', 'dialog'),
  },
  {
    name: 'move',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: onMessage('I can look after lunch', 'm', 'dialog'),
  },
  {
    name: 'history',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, DARK, PHONE],
    steps: onMessage('Then let us leave it open', 'Shift+H', 'dialog'),
  },
  {
    name: 'receipts',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: onMessage('The cover stops at 40 %', 'Shift+V', 'dialog'),
  },
  {
    name: 'delete',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: onMessage('It is open again', 'Delete', 'dialog'),
  },
  {
    name: 'remind',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT],
    steps: onMessage('I can look after lunch', 'Shift+L', 'menu'),
  },
  {
    name: 'viewer',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: onMessage('I photographed the cover', 'v', 'dialog'),
  },
  {
    name: 'user-card',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, DARK, PHONE],
    steps: async (page) => {
      await messageWith(page, 'I can look after lunch').getByRole('button', { name: 'Bram Okafor' }).click();
      await page.getByRole('dialog', { name: 'Bram Okafor' }).waitFor();
    },
  },
  {
    name: 'profile',
    user: 'Iris',
    address: MIRROR_COVER,
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await openCard(page);
      await page.getByRole('button', { name: 'Profile' }).click();
    },
  },
  {
    name: 'edit',
    user: 'Bram',
    address: directAddress('Iris'),
    looks: [LIGHT, PHONE],
    steps: async (page) => {
      await select(messageWith(page, 'can you look at the dome'));
      await page.keyboard.press('e');
      await page.getByRole('form', { name: 'Edit message' }).waitFor();
    },
  },
];

async function openCard(page: Page): Promise<void> {
  await select(messageWith(page, 'I can look after lunch'));
  await page.keyboard.press('u');
  await page.getByRole('dialog', { name: 'Bram Okafor' }).waitFor();
}
