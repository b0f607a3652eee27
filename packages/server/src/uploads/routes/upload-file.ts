import { uploadFile as contract } from '@parley/contract/endpoints/uploads.ts';
import { route } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { addressOf } from '../present.ts';
import { upload } from '../upload.ts';

export const uploadFileRoute = route(contract, async (call) => {
  const [file] = call.spooled;
  if (file === undefined) throw badRequest('There is no file in the request.');
  if (call.spooled.length > 1) throw badRequest('There are several files; one is wanted.');
  const kept = await upload(call.world, call, file);
  const url = addressOf(kept);
  return { url, uri: url, filename: kept.name };
});
