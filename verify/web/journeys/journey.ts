import type { Visit, VisitOptions } from '../support/browser.ts';
import type { KillableStage } from '../support/stage.ts';

/** A way of a user through the client, from the log-in to a result. */
export type Journey = {
  readonly name: string;
  readonly run: (tools: JourneyTools) => Promise<void>;
};

export type JourneyTools = {
  readonly stage: KillableStage;
  /** Opens a browser profile; the runner closes it and checks its page against the server. */
  readonly visit: (options?: Omit<VisitOptions, 'url'>) => Promise<Visit>;
  /** Problems in pages that this journey causes on purpose. */
  readonly expectProblems: (pattern: RegExp) => void;
};
