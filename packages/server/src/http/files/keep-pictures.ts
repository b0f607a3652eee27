import type { UploadedFile } from '../fields.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { World } from '../world.ts';

/** The file of an operation that takes exactly one. */
export function oneFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, second] = files;
  if (file === undefined || second !== undefined) throw badRequest('Send exactly one file.');
  return file;
}

export function noPicture(): ApiError {
  return new ApiError('BAD_IMAGE', 'This is not a picture that can be read.');
}

/**
 * Puts pictures into their places before the database knows of them, so that nobody hears of one that is not
 * there. If the database does not take them they go again.
 */
export async function keepPictures<T>(
  { files, report }: Pick<World, 'files' | 'report'>,
  pictures: ReadonlyMap<string, Uint8Array>,
  note: () => Promise<T>,
): Promise<T> {
  try {
    for (const [key, picture] of pictures) await files.put(key, picture);
    return await note();
  } catch (error) {
    await dropPictures({ files, report }, [...pictures.keys()]);
    throw error;
  }
}

/** What stays behind when that fails is of no use to anybody, and harms nobody. */
export async function dropPictures(
  { files, report }: Pick<World, 'files' | 'report'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) await files.delete(key).catch(report);
}
