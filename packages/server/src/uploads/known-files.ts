import type { Upload } from '@parley/markdown';
import type { Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { canSeeFile } from './access.ts';
import type { AttachmentRow } from './present.ts';
import { attachmentsByPath } from './queries.ts';

/** Files that a text names, as far as its author may see them, by the spelling of the text. */
export const knownFiles = async (
  reader: Reader,
  actor: Actor,
  written: readonly string[],
): Promise<Upload[]> => {
  if (written.length === 0) return [];
  const paths = new Map(written.map((path) => [path, decoded(path)]));
  const rows = await attachmentsByPath(reader, actor.realm.id, [...new Set(paths.values())]);
  const visible = new Map<string, AttachmentRow>();
  for (const row of rows) if (await canSeeFile(reader, actor, row)) visible.set(row.path_id, row);
  return Array.from(paths, ([path, decodedPath]) => [path, visible.get(decodedPath)] as const).flatMap(
    ([path, row]) => (row === undefined ? [] : [asUpload(path, row)]),
  );
};

/** Paths of files as they are stored, from those of a text. */
export const storedPaths = (written: readonly string[]): string[] => [...new Set(written.map(decoded))];

const decoded = (path: string): string => {
  try {
    const plain = decodeURIComponent(path);
    return plain.includes('\0') ? path : plain;
  } catch {
    return path;
  }
};

const asUpload = (path: string, { content_type, width, height, frames }: AttachmentRow): Upload => ({
  path,
  contentType: content_type,
  ...(width === null || height === null || frames === null
    ? {}
    : { image: { width, height, thumbnail: 'ready', animated: frames > 1 } }),
});
