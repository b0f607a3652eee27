import { getDrafts } from '@parley/contract/endpoints/drafts.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

const TEXT = 'A text that is not finished';

/** A text survives a reload, another conversation, Escape, and is there in another browser, which goes on with it. */
export const draftsAcrossReload: Journey = {
  name: 'drafts-across-reload',
  hasWorker: true,
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    const address = topicAddress('seeing', 'seeing log');
    await openConversation(page, address);
    await composer(page).fill(TEXT);
    await page.keyboard.press('Escape');
    await eventuallyEqual('text after Escape', () => composer(page).inputValue(), TEXT);
    await page.getByText('Draft saved').waitFor();
    await page.reload();
    await eventuallyEqual('text after a reload', () => composer(page).inputValue(), TEXT);
    await openConversation(page, topicAddress('dome', 'night plan'));
    await eventuallyEqual('text of another topic', () => composer(page).inputValue(), '');
    await openConversation(page, address);
    await eventuallyEqual('text after coming back', () => composer(page).inputValue(), TEXT);
    const other = await visit();
    await openConversation(other.page, address);
    await eventuallyEqual('text in another browser', () => composer(other.page).inputValue(), TEXT);
    await composer(other.page).fill(`${TEXT}, and goes on`);
    await eventuallyEqual(
      'the draft at the server',
      async () => {
        const { drafts } = await stage.cast.as('Iris').call(getDrafts, {});
        return drafts.filter(({ content }) => content.startsWith(TEXT)).map(({ content }) => content);
      },
      [`${TEXT}, and goes on`],
    );
  },
};
