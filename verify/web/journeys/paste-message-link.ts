import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, pasteText, select, sendButton } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TOPIC = 'night plan';

/** The pasted address of a message becomes its name, in the composer, in the message and in a quote. */
export const pasteMessageLink: Journey = {
  name: 'paste-message-link',
  run: async ({ stage, visit }) => {
    const id = await say(stage.cast, 'Bram', 'dome', TOPIC, 'The plan is on the board');
    const { page } = await visit();
    const address = topicAddress('dome', TOPIC);
    await openConversation(page, address);
    await pasteText(composer(page), `${stage.url}/${address}/near/${id}`);
    await eventuallyEqual('the composer', () => composer(page).inputValue(), `#**dome>${TOPIC}@${id}**`);
    await sendButton(page).click();
    const link = page
      .getByRole('feed')
      .getByRole('article')
      .last()
      .getByRole('link', { name: `dome › ${TOPIC}` });
    await link.waitFor();
    await select(messageWith(page, 'The plan is on the board'));
    await page.keyboard.press('>');
    await eventually(async () => {
      const quote = await composer(page).inputValue();
      if (!quote.includes(`#**dome>${TOPIC}@${id}**`)) throw new Error(`The quote is ${quote}`);
    });
  },
};
