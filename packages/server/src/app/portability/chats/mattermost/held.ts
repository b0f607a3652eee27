import type { ArchiveFiles } from '../archive/archive-files.ts';
import { jsonLines } from '../archive/json-lines.ts';
import { textOf } from '../texts.ts';
import { objectOf, type JsonObject } from '../values.ts';

/** Objects of the export that are held in memory, by the kind of their lines. */
export type Held = Readonly<
  Record<'team' | 'channel' | 'user' | 'bot' | 'emoji' | 'direct_channel', JsonObject[]>
>;

export async function readHeld(files: ArchiveFiles, list: string): Promise<Held> {
  const held: Held = { team: [], channel: [], user: [], bot: [], emoji: [], direct_channel: [] };
  for await (const line of jsonLines(files, list, () => {})) {
    const kind = textOf(line['type']);
    if (Object.hasOwn(held, kind)) held[kind as keyof Held].push(objectOf(line[kind]));
  }
  return held;
}
