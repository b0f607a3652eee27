import { ApiError } from '../../engine/api-error.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import type { Pictures } from '../../engine/files/pictures.ts';
import { readStoredFile } from '../../engine/files/store.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { attachmentsById, type AttachmentRow } from './rows.ts';
import { ANIMATED, animatedKey, stillKey } from './thumbnails.ts';

/** Animated thumbnails are slow to make, so they are made when a client first requests them. */
export type AnimatedThumbnails = {
  /** Whether the thumbnail exists or could be made; otherwise the still one has to do for now. */
  ensure(file: AttachmentRow): Promise<boolean>;
};

export function createAnimatedThumbnails(
  files: FileStore,
  pictures: Pictures,
  reader: Reader,
): AnimatedThumbnails {
  /** Clients that request the same thumbnail wait for one attempt. */
  const attempts = new Map<string, Promise<boolean>>();

  const make = async (file: AttachmentRow): Promise<boolean> => {
    const key = animatedKey(file);
    if (await exists(files, key)) return true;
    const share = { realmId: file.realm_id, userId: file.user_id };
    const made = await pictures.make(share, () => readStoredFile(files, file.key), [ANIMATED]);
    // An original that cannot be processed in time is not tried again.
    const copy = made?.copies[0] ?? (await readStoredFile(files, stillKey(file)));
    if (copy === undefined) return false;
    await files.put(key, copy);
    // The deletion of a file that ran meanwhile did not find the thumbnail.
    const [kept] = await attachmentsById(reader, file.realm_id, [file.id]);
    if (kept === undefined) await files.delete(key);
    return kept !== undefined;
  };

  return {
    ensure: (file) => {
      const running = attempts.get(file.key);
      if (running !== undefined) return running;
      const attempt = make(file)
        .catch((error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        })
        .finally(() => attempts.delete(file.key));
      attempts.set(file.key, attempt);
      return attempt;
    },
  };
}

async function exists(files: FileStore, key: string): Promise<boolean> {
  const stored = await files.get(key);
  stored?.content.destroy();
  return stored !== undefined;
}
