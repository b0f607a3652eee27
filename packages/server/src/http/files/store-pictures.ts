import type { UploadedFile } from '../fields.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import type { World } from '../world.ts';

/** Returns the file of an operation that takes exactly one. */
export function oneFile(files: readonly UploadedFile[]): UploadedFile {
  const [file, second] = files;
  if (file === undefined || second !== undefined) throw badRequest('Send exactly one file.');
  return file;
}

export function unreadableImage(): ApiError {
  return new ApiError('BAD_IMAGE', 'The file is not an image in a supported format.');
}

/** Stores pictures before the transaction that refers to them, so that no row names a missing file. Undone if it fails. */
export async function storePictures<T>(
  { files, report }: Pick<World, 'files' | 'report'>,
  pictures: ReadonlyMap<string, Uint8Array>,
  commit: () => Promise<T>,
): Promise<T> {
  try {
    for (const [key, picture] of pictures) await files.put(key, picture);
    return await commit();
  } catch (error) {
    await deletePictures({ files, report }, [...pictures.keys()]);
    throw error;
  }
}

/** Best effort: a picture that cannot be deleted is only reported, because no row refers to it. */
export async function deletePictures(
  { files, report }: Pick<World, 'files' | 'report'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await files.delete(key).catch((error: unknown) => {
      report(error, 'delete pictures');
    });
}
