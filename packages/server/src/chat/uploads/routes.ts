import * as endpoints from '@parley/contract/endpoints/uploads.ts';
import { accessFile } from './access.ts';
import { admitUpload } from './admit-upload.ts';
import { deleteFileBytes } from './expire.ts';
import { removeFile } from './store-attachment.ts';
import { uploadUrl, attachmentsOf, presentAttachment, spaceUsed } from './rows.ts';
import { temporaryUrl } from './temporary.ts';
import { hasThumbnail } from './thumbnails.ts';
import { upload } from './upload.ts';
import { badRequest } from '../../engine/api-error.ts';
import { fileRoute, route, type Route } from '../../http/route.ts';

export const uploadRoutes: readonly Route[] = [
  fileRoute(endpoints.uploadFile, admitUpload, async (call) => {
    const [file] = call.spooled;
    if (file === undefined) throw badRequest('The request contains no file.');
    if (call.spooled.length > 1)
      throw badRequest('The request contains several files; send one file per request.');
    const kept = await upload(call.world, call, file);
    const url = uploadUrl(kept);
    return { url, uri: url, filename: kept.name };
  }),
  route(endpoints.getFileTemporaryUrl, async (call, { realm_id_str, filename }) => {
    const { world } = call;
    const file = await accessFile(world.pool, call, `${realm_id_str}/${filename}`);
    return { url: temporaryUrl(world.sealer, file, world.clock.now()) };
  }),
  route(endpoints.checkThumbnailStatus, async (call, { realm_id_str, filename }) => ({
    has_thumbnail: hasThumbnail(await accessFile(call.world.pool, call, `${realm_id_str}/${filename}`)),
  })),
  route(endpoints.getAttachments, async ({ world, realm, user }) => ({
    attachments: (await attachmentsOf(world.pool, realm.id, user.id)).map((row) =>
      presentAttachment(row, row.message_ids),
    ),
    upload_space_used: await spaceUsed(world.pool, realm.id),
  })),
  route(endpoints.removeAttachment, async ({ world, realm, user }, { attachment_id }) => {
    const file = await world.write(realm.id, (tx) => removeFile(tx, { realm, user }, attachment_id));
    await deleteFileBytes(world, file);
    return {};
  }),
];
