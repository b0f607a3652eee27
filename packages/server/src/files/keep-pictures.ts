import type { UploadedFile } from '../http/fields.ts';
import { badRequest, Problem } from '../problem.ts';
import type { World } from '../world.ts';

/** The file of an operation that takes exactly one. */
export const oneFile = (files: readonly UploadedFile[]): UploadedFile => {
  const [file, second] = files;
  if (file === undefined || second !== undefined) throw badRequest('Send exactly one file.');
  return file;
};

export const noPicture = (): Problem => new Problem('BAD_IMAGE', 'This is not a picture that can be read.');

/**
 * Puts pictures into their places before the database knows of them, so that nobody hears of one that is not
 * there. If the database does not take them they go again.
 */
export const keepPictures = async <T>(
  { files, report }: Pick<World, 'files' | 'report'>,
  pictures: ReadonlyMap<string, Uint8Array>,
  note: () => Promise<T>,
): Promise<T> => {
  try {
    for (const [key, picture] of pictures) await files.put(key, picture);
    return await note();
  } catch (error) {
    await dropPictures({ files, report }, [...pictures.keys()]);
    throw error;
  }
};

/** What stays behind when that fails is of no use to anybody, and harms nobody. */
export const dropPictures = async (
  { files, report }: Pick<World, 'files' | 'report'>,
  keys: readonly string[],
): Promise<void> => {
  for (const key of keys) await files.delete(key).catch(report);
};
