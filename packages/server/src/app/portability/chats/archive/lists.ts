import { CommandError } from '../../../cli/explain.ts';
import { isObject, type JsonObject } from '../values.ts';
import { contentOf, type ArchiveFiles } from './archive-files.ts';
import { jsonParts, JsonPartsError, type JsonPart } from './json-parts.ts';

/** Objects of a list that is held in memory: people, channels and the like. */
const MAX_OBJECTS = 2_000_000;

/** The parts of a file of the archive in groups; an error of the operator's if it cannot be read. */
export async function* partsIn(files: ArchiveFiles, name: string): AsyncGenerator<readonly JsonPart[]> {
  try {
    yield* jsonParts(await contentOf(files, name));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const why = error instanceof JsonPartsError ? `: ${error.message}` : '';
    throw new CommandError(`${JSON.stringify(name)} in the archive is damaged${why}`);
  }
}

/** The objects of a file that is one list; none if the archive has no such file. */
export async function listIn(files: ArchiveFiles, name: string): Promise<JsonObject[]> {
  const objects: JsonObject[] = [];
  if (!files.has(name)) return objects;
  for await (const parts of partsIn(files, name))
    for (const { key, value } of parts) {
      if (key === '' && isObject(value)) objects.push(value);
      if (objects.length > MAX_OBJECTS)
        throw new CommandError(`${JSON.stringify(name)} in the archive lists too many objects.`);
    }
  return objects;
}

/** The objects in the list `key` of a file with messages. Damage ends the file and is told, with what came before it. */
export async function* objectsIn(
  files: ArchiveFiles,
  name: string,
  key: string,
  onDamage: () => void,
): AsyncGenerator<readonly JsonObject[]> {
  const content = await files.open(name).catch(() => undefined);
  if (content === undefined) return onDamage();
  try {
    for await (const parts of jsonParts(content))
      yield parts.flatMap((part) => (part.key === key && isObject(part.value) ? [part.value] : []));
  } catch (error) {
    if (!isDamage(error)) throw error;
    onDamage();
  }
}

/** Errors of JSON and of unpacking; those of the consumer pass. */
function isDamage(error: unknown): boolean {
  return error instanceof JsonPartsError || (error instanceof Error && 'code' in error);
}
