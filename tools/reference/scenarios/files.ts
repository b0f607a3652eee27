import { operations as api } from '@parley/contract/endpoints.ts';
import type { Recorder } from '../recorder.ts';

const MIB = 1024 * 1024;

/** Files that users share. The organization of the recording may have one MiB of them. */
export async function files({ show, prepare, refuse, amara, jonas }: Recorder): Promise<void> {
  const { url, filename } = await show(
    api.uploadFile,
    amara,
    {},
    { files: { 'observations.txt': 'Nova candidate near Cassiopeia, magnitude 7.\n' } },
  );
  await prepare(api.sendMessage, amara, {
    type: 'direct',
    to: [jonas.id],
    content: `The notes: [${filename}](${url})`,
  });
  const [, , realm = '', ...rest] = url.split('/');
  const place = { realm_id_str: Number(realm), filename: rest.join('/') };
  await show(api.getFileTemporaryUrl, jonas, place);
  await show(api.checkThumbnailStatus, jonas, place);
  await refuse('REALM_UPLOAD_QUOTA', api.uploadFile, amara, {}, undefined, {
    'sky.txt': '*'.repeat(MIB),
  });
  await show(api.getAttachments, amara, {});
  const { attachments } = await prepare(api.getAttachments, amara, {});
  await show(api.removeAttachment, amara, { attachment_id: attachments[0]?.id ?? 0 });
}
