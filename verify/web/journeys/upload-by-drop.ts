import { topicAddress } from '../scenes/addresses.ts';
import { composer, dropFile, messageWith, openConversation, sendButton } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { newestMessages } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

/** A dropped text file becomes a link that another user can open, also from the files of the topic. */
export const uploadByDrop: Journey = {
  name: 'upload-by-drop',
  run: async ({ stage, visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await dropFile(composer(page), { name: 'plan.txt', type: 'text/plain', text: 'first the comet' });
    await eventually(async () => {
      if (!/\/user_uploads\//.test(await composer(page).inputValue())) throw new Error('There is no link.');
    });
    await sendButton(page).click();
    const path = await eventually(async () => {
      const newest = (await newestMessages(stage.cast.as('Chen'))).at(-1);
      const [, found] = /\((\/user_uploads\/[^)]+)\)/.exec(newest?.content ?? '') ?? [];
      if (found === undefined) throw new Error(`The newest message is ${newest?.content ?? ''}`);
      return found;
    });
    const other = await visit({ user: 'Chen' });
    await openConversation(other.page, topicAddress('dome', 'night plan'));
    const found = await other.page.evaluate(async (address) => (await fetch(address)).text(), path);
    if (found !== 'first the comet') throw new Error(`The file has another content: ${found}`);
    await other.page.getByRole('button', { name: 'Topic menu' }).click();
    await other.page.getByRole('menuitem', { name: 'Files' }).click();
    await messageWith(other.page, 'plan.txt').waitFor();
  },
};
