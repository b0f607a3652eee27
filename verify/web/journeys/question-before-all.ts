import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { getUsers } from '@parley/contract/endpoints/users.ts';
import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, write } from '../support/app.ts';
import { newestMessages, say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const TEXT = '@**all** who has the key of the roof?';
const IN_CODE = '`@**all**` is how to reach everyone';

/** A message that notifies many users is sent after a question that says how many. */
export const questionBeforeAll: Journey = {
  name: 'question-before-all',
  run: async ({ stage, visit }) => {
    const { cast } = stage;
    const { members } = await cast.as('Iris').call(getUsers, {});
    const everyone = members.filter(({ is_active: isActive }) => isActive).map(({ user_id: id }) => id);
    const reached = everyone.length - 1;
    await cast.as('Iris').call(subscribe, {
      subscriptions: [{ name: 'general' }],
      principals: everyone,
    });
    await say(cast, 'Bram', 'general', 'open night', 'Doors at eight');
    const { page } = await visit();
    await openConversation(page, topicAddress('general', 'open night'));
    await write(page, TEXT);
    const question = page.getByRole('dialog', { name: `Tell ${reached} people?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    if ((await composer(page).inputValue()) !== TEXT) throw new Error('The text is gone.');
    const all = await newestMessages(cast.as('Iris'));
    if (all.some(({ content }) => content === TEXT))
      throw new Error('The message was sent without an answer.');
    await write(page, TEXT);
    await question.getByRole('button', { name: `Tell ${reached} people` }).click();
    await sentOnce(cast, TEXT);
    await write(page, IN_CODE);
    await sentOnce(cast, IN_CODE);
  },
};
