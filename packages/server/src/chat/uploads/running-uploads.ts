import { ApiError } from '../../engine/api-error.ts';
import type { SharedBytes } from './quotas.ts';
import type { Actor } from '../../http/actor.ts';

/** Uploads whose bytes a node receives now. */
export type RunningUploads = {
  /** Adds an upload and returns a function that ends it; throws if the user has too many. */
  begin(actor: Actor, bytes?: number): () => void;
  /** Bytes that running uploads will store. */
  arriving(actor: Actor): SharedBytes;
};

const MAX_RUNNING_UPLOADS_PER_USER = 2;
const RETRY_SECONDS = 5;

export function createRunningUploads(): RunningUploads {
  const running = new Map<number, Set<{ readonly userId: number; readonly bytes: number }>>();
  return {
    begin: ({ realm, user }, bytes = 0) => {
      const ofRealm = running.get(realm.id) ?? new Set();
      const own = [...ofRealm].filter(({ userId }) => userId === user.id);
      if (own.length >= MAX_RUNNING_UPLOADS_PER_USER) throw tooManyRunning();
      const upload = { userId: user.id, bytes };
      ofRealm.add(upload);
      running.set(realm.id, ofRealm);
      return () => {
        ofRealm.delete(upload);
        if (ofRealm.size === 0 && running.get(realm.id) === ofRealm) running.delete(realm.id);
      };
    },
    arriving: ({ realm, user }) => {
      const ofRealm = [...(running.get(realm.id) ?? [])];
      return { realm: sumOf(ofRealm), user: sumOf(ofRealm.filter(({ userId }) => userId === user.id)) };
    },
  };
}

function sumOf(uploads: readonly { readonly bytes: number }[]): number {
  return uploads.reduce((sum, { bytes }) => sum + bytes, 0);
}

function tooManyRunning(): ApiError {
  return new ApiError(
    'RATE_LIMIT_HIT',
    `You have ${MAX_RUNNING_UPLOADS_PER_USER} uploads in progress; wait until one is complete.`,
    { extra: { 'retry-after': RETRY_SECONDS } },
  );
}
