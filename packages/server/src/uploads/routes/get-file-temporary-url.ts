import { getFileTemporaryUrl as contract } from '@parley/contract/endpoints/uploads.ts';
import { route } from '../../http/route.ts';
import { accessFile } from '../access.ts';
import { temporaryAddress } from '../temporary.ts';

export const getFileTemporaryUrlRoute = route(contract, async (call, { realm_id_str, filename }) => {
  const { world } = call;
  const file = await accessFile(world.pool, call, `${realm_id_str}/${filename}`);
  return { url: temporaryAddress(world.sealer, file, world.clock.now()) };
});
