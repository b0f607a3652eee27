import { constants, copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { PRIVATE_DIRECTORY } from '../../../engine/files/private.ts';
import { CommandError } from '../../cli/explain.ts';
import {
  filePath,
  FILES_LIST,
  hasManifest,
  identityOf,
  readFileLines,
  readManifest,
  writeManifest,
  type ArchiveManifest,
} from '../archive.ts';
import { writeLines } from '../line-writer.ts';
import { compare, verifyArchive } from '../verify-archive.ts';
import { applyScript } from './change-script.ts';

type Places = { readonly earlier: string; readonly changes: string; readonly target: string };

/**
 * Makes a complete archive of an earlier one and the changes since, without a server. Its rows are byte for byte those that
 * were in the database, or it is refused.
 */
export async function combineArchives(
  places: Places,
  report: (line: string) => void,
): Promise<ArchiveManifest> {
  const { earlier, changes, target } = places;
  const [before, manifest] = [await verifyArchive(earlier), await verifyArchive(changes)];
  requireSuccessor(before, manifest);
  if (await hasManifest(target)) throw new CommandError(`${target} has a complete archive already.`);
  await mkdir(path.join(target, 'rows'), PRIVATE_DIRECTORY);
  const { after: _, tables, ...same } = manifest;
  const made: ArchiveManifest['tables'] = {};
  for (const [table, { changes: __, columns, ...rows }] of Object.entries(tables)) {
    compare(
      `rows/${table}.jsonl`,
      rows,
      await applyScript(table, places, Object.hasOwn(before.tables, table)),
    );
    made[table] = { ...rows, columns };
  }
  report(`${Object.keys(tables).length} tables are complete`);
  const files = await copyFiles(places);
  report(`${files.rows} files are complete`);
  await writeManifest(target, { ...same, tables: made, files });
  return readManifest(target);
}

function requireSuccessor(before: ArchiveManifest, { after }: ArchiveManifest): void {
  if (before.after !== undefined || after === undefined)
    throw new CommandError(
      'The first archive must be a complete one, and the second one that was made with --after.',
    );
  if (after.manifest !== identityOf(before))
    throw new CommandError(
      `The changes are since another archive, of position ${after.position}; this one has position ${before.position}.`,
    );
}

function copyFiles({ earlier, changes, target }: Places): Promise<ArchiveManifest['files']> {
  return writeLines(path.join(target, FILES_LIST), async ({ write }) => {
    for await (const { isEarlier, ...line } of readFileLines(changes)) {
      const copy = filePath(target, line.name);
      await mkdir(path.dirname(copy), PRIVATE_DIRECTORY);
      await copyFile(
        filePath(isEarlier === true ? earlier : changes, line.name),
        copy,
        constants.COPYFILE_FICLONE,
      );
      await write([JSON.stringify(line)]);
    }
  });
}
