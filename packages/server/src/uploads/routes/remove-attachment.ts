import { removeAttachment as contract } from '@parley/contract/endpoints/uploads.ts';
import { route } from '../../http/route.ts';
import { forgetFile } from '../forget.ts';
import { removeFile } from '../keep.ts';

export const removeAttachmentRoute = route(contract, async ({ world, realm, person }, { attachment_id }) => {
  const file = await world.write(realm.id, (tx) => removeFile(tx, { realm, person }, attachment_id));
  await forgetFile(world, file);
  return {};
});
