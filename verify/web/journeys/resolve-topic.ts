import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import { newestMessages, say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const FOLLOWED = 3;

/** A topic is resolved with one click; the open page goes on showing it, follows it, and a written command reopens it. */
export const resolveTopic: Journey = {
  name: 'resolve-topic',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'new limit switches'));
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await eventuallyEqual(
      'topic of the message',
      async () =>
        (await newestMessages(stage.cast.as('Iris'))).find(({ content }) => content.startsWith('And the one'))
          ?.subject,
      '✔ new limit switches',
    );
    await messageWith(page, 'resolved').waitFor();
    await say(stage.cast, 'Bram', 'dome', '✔ new limit switches', 'Thank you for closing this.');
    await messageWith(page, 'Thank you for closing this.').waitFor();
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'Follow', exact: true }).click();
    await eventuallyEqual(
      'followed topics',
      async () => {
        const { user_topics: topics = [] } = await stage.cast
          .as('Iris')
          .call(registerQueue, { fetch_event_types: ['user_topic'], event_types: [] });
        return topics.some(
          ({ topic_name: name, visibility_policy: policy }) =>
            name === '✔ new limit switches' && policy === FOLLOWED,
        );
      },
      true,
    );
    await composer(page).fill('');
    await composer(page).pressSequentially('/reop');
    await page.getByRole('option', { name: /resolve/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'new limit switches', exact: true }).waitFor();
    await eventuallyEqual('the text of the composer', () => composer(page).inputValue(), '');
  },
};
