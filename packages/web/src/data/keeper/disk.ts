import type { Clock } from '@parley/client/clock.ts';
import { openDatabase, type Database } from '../disk/database.ts';
import { readPeople, readStart, type StoredStart } from '../disk/read.ts';
import type { KeeperEnvironment } from './environment.ts';
import type { Replica } from './replica.ts';

export type OpenDisk = { readonly database: Database; readonly start: StoredStart };

/** A disk that takes longer to open is done without. */
const DISK_OPEN_MS = 3_000;

/** Opens the disk and reads it; undefined if there is none or it is broken. */
export async function openDisk(
  { indexedDB, locks, clock }: KeeperEnvironment,
  name: string,
  register: string,
): Promise<OpenDisk | undefined> {
  // Without locks several tabs would write at once.
  if (indexedDB === undefined || locks === undefined) return undefined;
  const open = async (): Promise<OpenDisk | undefined> => {
    try {
      const database = await openDatabase(indexedDB, name);
      return { database, start: await readStart(database, register) };
    } catch {
      return undefined;
    }
  };
  return Promise.race([open(), nothingAfter(clock, DISK_OPEN_MS)]);
}

function nothingAfter(clock: Clock, milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    clock.after(milliseconds, () => {
      resolve(undefined);
    });
  });
}

/** Shows the stored state at once and adds its people; drops it if they are gone. */
export async function restoreState(disk: OpenDisk | undefined, replica: Replica): Promise<void> {
  if (disk?.start.resume === undefined) return;
  const { meta, state } = disk.start.resume;
  const { queueId, lastEventId, asOf } = meta;
  replica.restore({ state, queueId, lastEventId });
  replica.setLink({ status: 'starting', asOf });
  try {
    const people = await readPeople(disk.database, meta);
    if (people !== undefined) {
      replica.fill(people);
      return;
    }
  } catch {
    // The disk broke after its first part was read.
  }
  replica.drop();
}
