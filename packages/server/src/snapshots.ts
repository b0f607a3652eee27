import { draftsState } from './drafts/snapshot.ts';
import type { SnapshotParts } from './queues/snapshot.ts';

/** Who reads which part of the state at registration. */
export const snapshots: SnapshotParts = {
  drafts: draftsState,
};
