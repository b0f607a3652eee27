import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { getAttachments, removeAttachment } from '@parley/contract/endpoints/uploads.ts';
import { uploadAs } from '../files.ts';
import type { Act } from './acts.ts';

/** Registration shows nothing of files, but their events are for their owner alone. */
export function fileActs(): Act[] {
  let url = '';
  return [
    {
      name: 'a file is uploaded',
      run: async ({ cast, secret }) => {
        const name = secret(cast.hero, 'a file of the hero');
        ({ url } = await uploadAs(cast.hero, `${name}.txt`, 'words'));
      },
    },
    {
      name: 'a message refers to the file',
      run: ({ cast: { hero } }) =>
        hero.connection.call(sendMessage, { type: 'direct', to: [hero.id], content: `[file](${url})` }),
    },
    {
      name: 'the file is deleted',
      run: async ({ cast: { hero } }) => {
        const { attachments } = await hero.connection.call(getAttachments);
        await hero.connection.call(removeAttachment, { attachment_id: attachments.at(-1)?.id ?? 0 });
      },
    },
  ];
}
