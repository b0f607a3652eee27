import { getCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import type { Page } from 'playwright-core';
import { openView } from '../support/app.ts';
import { eventuallyEqual } from '../support/eventually.ts';
import type { Journey } from './journey.ts';

/** An owner adds many pictures at once as emoji, replaces one of a member and takes one out of use; another browser follows. */
export const organizationEmoji: Journey = {
  name: 'organization-emoji',
  run: async ({ stage: { cast }, visit }) => {
    const inUse = async () => {
      const { emoji } = await cast.as('Iris').call(getCustomEmoji, {});
      return Object.values(emoji).filter(({ deactivated }) => !deactivated);
    };
    const before = (await inUse()).length;
    const { page: member } = await visit({ user: 'Chen' });
    await openView(member, '#organization/emoji');
    await addPictures(member, ['comet tail.png']);
    await member.getByRole('button', { name: 'Add 1' }).click();

    const { page } = await visit();
    await openView(page, '#organization/emoji');
    await page.getByText(':comet_tail:').waitFor();
    await addPictures(page, ['Comet Tail.png', 'First Light.png', '???.png']);
    await page.getByText('Replaces the one of Chen Wei').waitFor();
    await page.getByText('Small letters, digits, - and _').waitFor();
    await page.getByLabel('Name of ???.png').fill('first_light');
    await page.getByText('Twice in this list').first().waitFor();
    await page.getByLabel('Name of ???.png').fill('second_light');
    await page.getByRole('button', { name: 'Add 3' }).click();
    await member.getByText(':second_light:').waitFor();
    await eventuallyEqual('emoji at the server', async () => (await inUse()).length, before + 3);
    const author = (await inUse()).find(({ name }) => name === 'comet_tail')?.author_id;
    if (author !== cast.idOf('Iris')) throw new Error(`comet_tail is of user ${author}.`);

    await page.getByRole('button', { name: 'Deactivate first_light' }).click();
    await member.getByText(':first_light:').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await member.getByText(':first_light:').waitFor();
    await eventuallyEqual('emoji after Undo', async () => (await inUse()).length, before + 3);
  },
};

/** Chooses pictures that are drawn in the page, one file for each name. */
async function addPictures(page: Page, names: readonly string[]): Promise<void> {
  await page.getByLabel('Pictures of emoji').evaluate(async (input: HTMLInputElement, files) => {
    const transfer = new DataTransfer();
    for (const [n, name] of files.entries()) {
      const canvas = new OffscreenCanvas(64, 64);
      const context = canvas.getContext('2d');
      if (context !== null) context.fillStyle = `hsl(${n * 70} 70% 50%)`;
      context?.fillRect(8, 8, 48, 48);
      transfer.items.add(new File([await canvas.convertToBlob()], name, { type: 'image/png' }));
    }
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, names);
}
