import type { Actor } from '../../http/actor.ts';
import { MAX_FRAME_BYTES } from '../../http/parts.ts';
import type { FileAdmission } from '../../http/route.ts';
import type { World } from '../../http/world.ts';
import { spaceLeft } from './quotas.ts';

/** Checks quotas and running uploads before a file is received, and limits the file to the space that is left. */
export async function admitUpload(
  { config, pool, runningUploads }: World,
  actor: Actor,
  declaredBytes: number | undefined,
  maxFileBytes: number,
): Promise<FileAdmission> {
  const { bytes, exceeded } = await spaceLeft(pool, config, actor, runningUploads.arriving(actor));
  const maxBytes = Math.min(maxFileBytes, bytes);
  // The declared length contains the frame of the body, so a file that just fits is checked while it arrives.
  if (maxBytes <= 0 || (declaredBytes ?? 0) > maxBytes + MAX_FRAME_BYTES)
    if (maxBytes < maxFileBytes) throw exceeded();
  const end = runningUploads.begin(actor, Math.min(declaredBytes ?? maxBytes, maxBytes));
  return { maxBytes, ...(maxBytes < maxFileBytes ? { tooLarge: exceeded } : {}), end };
}
