import { getAttachments as contract } from '@parley/contract/endpoints/uploads.ts';
import { route } from '../../http/route.ts';
import { presentAttachment } from '../present.ts';
import { attachmentsOf, spaceUsed } from '../queries.ts';

export const getAttachmentsRoute = route(contract, async ({ world, realm, person }) => ({
  attachments: (await attachmentsOf(world.pool, realm.id, person.id)).map((row) =>
    presentAttachment(row, row.message_ids),
  ),
  upload_space_used: await spaceUsed(world.pool, realm.id),
}));
