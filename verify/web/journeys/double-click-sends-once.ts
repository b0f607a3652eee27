import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, sendButton } from '../support/app.ts';
import { sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = 'Sent with a nervous finger';

export const doubleClickSendsOnce: Journey = {
  name: 'double-click-sends-once',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await composer(page).fill(TEXT);
    await sendButton(page).dblclick();
    await messageWith(page, TEXT).waitFor();
    await composer(page).fill(`${TEXT}, again`);
    await composer(page).focus();
    await Promise.all([page.keyboard.press('Control+Enter'), page.keyboard.press('Control+Enter')]);
    await sentOnce(stage.cast, TEXT);
    await sentOnce(stage.cast, `${TEXT}, again`);
    if ((await messageWith(page, `${TEXT}, again`).count()) !== 1)
      throw new Error('The page shows it twice.');
  },
};
