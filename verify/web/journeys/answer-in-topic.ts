import { topicAddress } from '../scenes/addresses.ts';
import { messageWith, openConversation, select, write } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** Reads a topic, answers, and sees the answer of another user arrive. */
export const answerInTopic: Journey = {
  name: 'answer-in-topic',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'mirror cover'));
    await messageWith(page, 'It is in the lab').waitFor();
    await page.keyboard.press('End');
    await eventuallyEqual(
      'unread messages of the topic',
      async () =>
        (await newestMessages(stage.cast.as('Iris'))).filter(
          ({ subject, flags }) => subject === 'mirror cover' && !flags.includes('read'),
        ).length,
      0,
    );
    await select(messageWith(page, 'It is in the lab'));
    await page.keyboard.press('r');
    await page.keyboard.type('Thank you! Leave it on my desk.');
    await page.keyboard.press('Control+Enter');
    const sent = await sentOnce(stage.cast, 'Thank you! Leave it on my desk.');
    if (sent.subject !== 'mirror cover') throw new Error(`It went to ${sent.subject}.`);
    await say(stage.cast, 'Emil', 'dome', 'mirror cover', 'It is on your desk.');
    await messageWith(page, 'It is on your desk.').waitFor();
    await write(page, 'Found it.');
    await sentOnce(stage.cast, 'Found it.');
  },
};
