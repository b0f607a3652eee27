import { checkThumbnailStatus as contract } from '@parley/contract/endpoints/uploads.ts';
import { route } from '../../http/route.ts';
import { accessFile } from '../access.ts';
import { hasThumbnail } from '../thumbnails.ts';

export const checkThumbnailStatusRoute = route(contract, async (call, { realm_id_str, filename }) => ({
  has_thumbnail: hasThumbnail(await accessFile(call.world.pool, call, `${realm_id_str}/${filename}`)),
}));
