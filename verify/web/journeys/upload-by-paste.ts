import { topicAddress } from '../scenes/addresses.ts';
import { composer, openConversation, pastePicture, sendButton } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** A pasted picture is sent and shown in its size. */
export const uploadByPaste: Journey = {
  name: 'upload-by-paste',
  run: async ({ visit }) => {
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await pastePicture(composer(page));
    await eventually(async () => {
      if (!/\/user_uploads\//.test(await composer(page).inputValue())) throw new Error('There is no link.');
    });
    await sendButton(page).click();
    const picture = page.getByRole('feed').locator('article').last().locator('img[src*="user_uploads"]');
    await picture.waitFor();
    await eventually(async () => {
      const width = await picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
      if (width === 0) throw new Error('The picture has not loaded.');
    });
  },
};
