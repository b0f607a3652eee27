import type { Page } from 'playwright-core';
import { readCatalog } from '../../../tools/words/catalogs.ts';
import { WEB } from '../../../tools/words/extract.ts';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

function wordsOf(language: string): (text: string) => string {
  const catalog = readCatalog(WEB, language);
  return (text) => {
    const translated = catalog[text];
    if (typeof translated !== 'string') throw new Error(`“${text}” is not in the catalog.`);
    return translated;
  };
}

/** A chosen language is that of the account: every browser starts again in it, and goes on where it was; the door has that of the browser. */
export const chooseLanguage: Journey = {
  name: 'choose-language',
  run: async ({ visit }) => {
    const { page } = await visit();
    const { page: other } = await visit();
    await openView(page, '#settings/look');
    await openView(other, '#inbox');
    const inbox = (on: Page, name: string) => on.getByRole('heading', { level: 1, name });

    const german = wordsOf('de');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
    await page.getByRole('heading', { name: german('Look and language') }).waitFor();
    await inbox(other, german('Inbox')).waitFor();
    const language = () => page.evaluate(() => document.documentElement.lang);
    await eventuallyEqual('the language of the page', language, 'de');

    const french = wordsOf('fr');
    await page.getByRole('combobox', { name: german('Language') }).selectOption('Français');
    await page.getByRole('heading', { name: french('Look and language') }).waitFor();
    await inbox(other, french('Inbox')).waitFor();
    await page.getByRole('combobox', { name: french('Language') }).selectOption('English');
    await inbox(other, 'Inbox').waitFor();

    const { page: door, context } = await visit({ user: undefined });
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'languages', { get: () => ['de-AT', 'en'] });
    });
    await door.goto('/');
    await door.getByText(german('Log in')).first().waitFor();
  },
};
