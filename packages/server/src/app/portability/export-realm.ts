import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY } from '../../engine/files/private.ts';
import type { World } from '../../http/world.ts';
import { CommandError } from '../cli/explain.ts';
import {
  describeLines,
  FILES_LIST,
  hasManifest,
  identityOf,
  readSnapshot,
  writeManifest,
  type ArchiveManifest,
  type Snapshot,
} from './archive.ts';
import { exportFiles } from './export-files.ts';
import { exportRows } from './export-rows.ts';
import { TO_COPY, type EarlierArchive, type ExportWork, type TellProgress } from './export-work.ts';
import { verifyArchive } from './verify-archive.ts';

type Options = Partial<Pick<ExportWork, 'content' | 'pace'>> & {
  /** The directory of an earlier archive, if only the changes since are wanted. */
  readonly after?: string | undefined;
};

/**
 * Writes an organization to a directory: rows of one snapshot, which is at one position of the log, while people go on; then
 * files, which never change under their name. A repetition continues an export that was interrupted: at the same position if its
 * rows were complete.
 */
export async function exportRealm(
  world: World,
  realmId: number,
  directory: string,
  report: TellProgress,
  { content = 'everything', pace = async () => {}, after }: Options = {},
): Promise<ArchiveManifest> {
  if (await hasManifest(directory)) throw new CommandError(`${directory} has a complete archive already.`);
  const earlier = after === undefined ? undefined : await openEarlier(after, realmId);
  const work: ExportWork = { directory, report, content, pace, earlier };
  await mkdir(path.join(directory, earlier === undefined ? 'rows' : 'changes'), PRIVATE_DIRECTORY);
  const known = await readSnapshot(directory);
  if (known !== undefined) requireSame(directory, known, realmId, earlier);
  if (known !== undefined) report(`An earlier export at position ${known.position} is continued.`);
  const snapshot = known ?? (await exportRows(world, realmId, work));
  const missing = await exportFiles(world, work);
  const files = await describeLines(path.join(directory, FILES_LIST));
  const manifest: ArchiveManifest = { ...snapshot, files, missing };
  await writeManifest(directory, manifest);
  for (const name of [TO_COPY, 'snapshot.json']) await rm(path.join(directory, name));
  return manifest;
}

async function openEarlier(directory: string, realmId: number): Promise<EarlierArchive> {
  const manifest = await verifyArchive(directory);
  const { after, content = 'everything', organization } = manifest;
  if (organization.id !== realmId || content !== 'everything')
    throw new CommandError(`${directory} is no complete archive of this organization of this server.`);
  if (after !== undefined)
    throw new CommandError(`${directory} has changes only. First: parley export combine`);
  return { directory, manifest };
}

/** Throws if an export that was interrupted was another one. */
function requireSame(
  directory: string,
  known: Snapshot,
  realmId: number,
  earlier: EarlierArchive | undefined,
): void {
  const { id, name } = known.organization;
  const isSame = id === realmId && known.after?.manifest === (earlier && identityOf(earlier.manifest));
  if (!isSame) throw new CommandError(`${directory} has another unfinished export, of ${name}.`);
}
