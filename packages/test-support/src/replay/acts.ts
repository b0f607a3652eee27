import type { TestUser, TestServer } from '../harness.ts';
import type { Cast } from './cast.ts';
import type { Replay } from './replay.ts';

/** The objects that an act may use. */
export type Stage = {
  readonly server: TestServer;
  readonly cast: Cast;
  readonly replay: Replay;
  /** Marks a text as one that only this user may read, and answers it. */
  readonly secret: (of: TestUser, text: string) => string;
  /** Notes the real address of a user, and returns it. */
  readonly address: (id: number, email: string) => string;
};

/** One action whose events are replayed. Acts of a list run in its order; later ones may lean on earlier ones. */
export type Act = {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<unknown>;
  /** Users whose queues the act ends, because everything that they see changes. */
  readonly forgets?: (cast: Cast) => TestUser[];
};
