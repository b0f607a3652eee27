import type { Visit, VisitOptions } from '../support/browser.ts';
import type { EmptyStage, KillableStage, MailingStage, Stage } from '../support/stage.ts';

type Named = {
  readonly name: string;
  /** Its pages install their service worker: it leaves, reloads, goes offline or gets pushes. */
  readonly hasWorker?: true;
};

/** A way of a user through the client, from the log-in to a result. */
export type Journey = Named & {
  readonly run: (tools: JourneyTools<Stage>) => Promise<void>;
};

/** Its server is a process of its own. */
export type KillingJourney = Named & {
  readonly killsServer: true;
  readonly run: (tools: JourneyTools<KillableStage>) => Promise<void>;
};

/** Its server sends e-mails to a mailbox of the journey. */
export type MailingJourney = Named & {
  readonly sendsMail: true;
  readonly run: (tools: JourneyTools<MailingStage>) => Promise<void>;
};

/** Its server was just started on an empty database. */
export type BeginningJourney = Named & {
  readonly beginsEmpty: true;
  readonly run: (tools: JourneyTools<EmptyStage>) => Promise<void>;
};

export type AnyJourney = Journey | KillingJourney | MailingJourney | BeginningJourney;

export type JourneyTools<S extends { readonly url: string }> = {
  readonly stage: S;
  /** Opens a browser profile; the runner closes it and checks its pages against the server. */
  readonly visit: (options?: Omit<VisitOptions, 'url' | 'hasWorker'>) => Promise<Visit>;
  /** Problems in pages that this journey causes on purpose. */
  readonly expectProblems: (pattern: RegExp) => void;
};
