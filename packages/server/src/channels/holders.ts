import type { Reader } from '../db/sql.ts';
import { presentGroupSettings } from '../groups/present-setting.ts';
import { systemGroupIds } from '../groups/queries.ts';
import type { ChannelRow } from './channel.ts';
import type { Holders } from './present.ts';

/** Reads once what showing some channels needs to know of groups. */
export const readHolders = async (
  reader: Reader,
  realmId: number,
  channels: readonly Pick<ChannelRow, 'permissions'>[],
): Promise<Holders> => ({
  groups: await systemGroupIds(reader, realmId),
  valueOf: await presentGroupSettings(
    reader,
    realmId,
    channels.flatMap(({ permissions }) => Object.values(permissions)),
  ),
});
