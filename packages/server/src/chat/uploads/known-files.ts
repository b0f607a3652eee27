import type { Upload } from '@parley/markdown';
import { canSeeFile } from './access.ts';
import { type AttachmentRow, attachmentsByPath } from './rows.ts';
import type { Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';

/** Files that a text links and its author may see, with paths as written in the text. */
export async function knownFiles(
  reader: Reader,
  actor: Actor,
  written: readonly string[],
): Promise<Upload[]> {
  if (written.length === 0) return [];
  const paths = new Map(written.map((path) => [path, decoded(path)]));
  const rows = await attachmentsByPath(reader, actor.realm.id, [...new Set(paths.values())]);
  const visible = new Map<string, AttachmentRow>();
  for (const row of rows) if (await canSeeFile(reader, actor, row)) visible.set(row.path_id, row);
  return Array.from(paths, ([path, decodedPath]) => [path, visible.get(decodedPath)] as const).flatMap(
    ([path, row]) => (row === undefined ? [] : [asUpload(path, row)]),
  );
}

/** Stored paths of files, from paths as written in a text. */
export function storedPaths(written: readonly string[]): string[] {
  return [...new Set(written.map(decoded))];
}

function decoded(path: string): string {
  try {
    const plain = decodeURIComponent(path);
    return plain.includes('\0') ? path : plain;
  } catch {
    return path;
  }
}

function asUpload(path: string, { content_type, width, height, frames }: AttachmentRow): Upload {
  return {
    path,
    contentType: content_type,
    ...(width === null || height === null || frames === null
      ? {}
      : { image: { width, height, thumbnail: 'ready', animated: frames > 1 } }),
  };
}
