import path from 'node:path';
import { CommandError } from '../cli/explain.ts';
import {
  changesPath,
  describeFile,
  describeLines,
  filePath,
  FILES_LIST,
  readFileLines,
  readManifest,
  rowsPath,
} from './archive.ts';
import type { ArchiveManifest, ArchivePart } from './archive.ts';
import { exportedColumns } from './stored-data/stored-table.ts';
import { storedTables } from './stored-data/stored-data.ts';

/** Compares all parts of an archive with its manifest, without a server. Throws at the first difference. */
export async function verifyArchive(
  directory: string,
  report: (line: string) => void = () => {},
): Promise<ArchiveManifest> {
  const manifest = await readManifest(directory);
  checkTables(manifest);
  for (const [table, { changes, ...rows }] of Object.entries(manifest.tables))
    if (manifest.after === undefined)
      compare(`rows/${table}.jsonl`, rows, await describeLines(rowsPath(directory, table)));
    else if (changes !== undefined)
      compare(`changes/${table}.jsonl`, changes, await describeLines(changesPath(directory, table)));
  report(`${Object.keys(manifest.tables).length} tables are complete`);
  compare(FILES_LIST, manifest.files, await describeLines(path.join(directory, FILES_LIST)));
  for await (const { name, isEarlier, ...part } of readFileLines(directory))
    if (isEarlier === undefined)
      compare(
        `files/${name}`,
        { rows: 0, ...part },
        { rows: 0, ...(await describeFile(filePath(directory, name))) },
      );
  report(`${manifest.files.rows} files are complete`);
  return manifest;
}

/** Refuses what this release does not know: nothing of an archive is dropped silently. */
function checkTables({ tables, release }: ArchiveManifest): void {
  for (const [name, { columns }] of Object.entries(tables)) {
    const known = Object.hasOwn(storedTables, name) ? storedTables[name] : undefined;
    if (known === undefined || known.stays !== undefined)
      throw new CommandError(`The archive is of release ${release} and has the unknown table ${name}.`);
    const unknown = columns.filter((column) => !exportedColumns(known).includes(column));
    if (unknown.length > 0)
      throw new CommandError(
        `The archive is of release ${release} and has the unknown columns ${unknown.join(', ')} of ${name}.`,
      );
  }
}

export function compare(name: string, expected: ArchivePart, found: ArchivePart): void {
  if (expected.rows === found.rows && expected.bytes === found.bytes && expected.sha256 === found.sha256)
    return;
  throw new CommandError(
    `The archive is damaged: ${name} has ${found.bytes} bytes and the hash ${found.sha256}, not ${expected.bytes} and ${expected.sha256}.`,
  );
}
