import { getAttachments, uploadFile } from '@parley/contract/endpoints/uploads.ts';
import { openView } from '../support/app.ts';
import { eventually, eventuallyEqual } from '../support/eventually.ts';
import { say } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

const NAME = 'old-plan.txt';

/** A user finds an uploaded file, sees where it is used and deletes it; the address leads nowhere afterwards. */
export const uploadsRemoved: Journey = {
  name: 'uploads-removed',
  run: async ({ stage: { cast }, visit, expectProblems }) => {
    expectProblems(/status of 404/);
    const chen = cast.as('Chen');
    const { url } = await chen.call(
      uploadFile,
      {},
      { file: { name: NAME, content: new Blob(['first the comet']) } },
    );
    await say(cast, 'Chen', 'dome', 'night plan', `[${NAME}](${url})`);
    const { page } = await visit({ user: 'Chen' });
    await openView(page, '#settings/uploads');
    await page.getByRole('textbox', { name: 'Filter files' }).fill('old-pl');
    const file = page.getByRole('listitem').filter({ hasText: NAME });
    await file.getByRole('button', { name: 'In 1 message' }).click();
    await page.getByRole('feed').getByRole('link', { name: NAME }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: `Delete ${NAME}` }).click();
    const question = page.getByRole('dialog', { name: `Delete ${NAME}?` });
    await question.getByText('1 message refers to it').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await file.waitFor({ state: 'detached' });
    const isThere = async () =>
      (await chen.call(getAttachments, {})).attachments.some(({ name }) => name === NAME);
    await eventuallyEqual('the file at the server', isThere, false);
    await eventually(async () => {
      const status = await page.evaluate(async (address) => (await fetch(address)).status, url);
      if (status !== 404) throw new Error(`The address of the file answers ${status}.`);
    });
  },
};
