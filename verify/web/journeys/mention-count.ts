import type { Locator } from 'playwright-core';
import { openView, sidebar } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TOPIC = 'counting clouds';

/** A conversation with a mention shows that there is one, and how many messages are unread. */
export const mentionCount: Journey = {
  name: 'mention-count',
  run: async ({ stage, visit }) => {
    await say(stage.cast, 'Bram', 'dome', TOPIC, 'Clouds from the west');
    await say(stage.cast, 'Bram', 'dome', TOPIC, '@**Iris Lindqvist** shall we close?');
    await say(stage.cast, 'Bram', 'dome', TOPIC, 'They are gone');
    const { page } = await visit({ isUnfocused: true });
    await openView(page, '#inbox');
    await showsBoth(page.getByRole('main').getByRole('listitem').filter({ hasText: TOPIC }));
    await showsBoth(sidebar(page).getByRole('link', { name: new RegExp(TOPIC) }));
  },
};

async function showsBoth(row: Locator): Promise<void> {
  await eventually(async () => {
    const seen = await row.locator('[aria-hidden=true]').allTextContents();
    const found = seen.map((text) => text.trim());
    if (!found.includes('@') || !found.includes('3'))
      throw new Error(`The row shows ${JSON.stringify(found)} instead of @ and 3.`);
  });
}
