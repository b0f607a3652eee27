import type { Visit, VisitOptions } from '../support/browser.ts';
import type { EmptyStage, KillableStage, MailingStage, Stage } from '../support/stage.ts';

/** A way of a user through the client, from the log-in to a result. */
export type Journey = {
  readonly name: string;
  readonly run: (tools: JourneyTools<Stage>) => Promise<void>;
};

/** Its server is a process of its own. */
export type KillingJourney = {
  readonly name: string;
  readonly killsServer: true;
  readonly run: (tools: JourneyTools<KillableStage>) => Promise<void>;
};

/** Its server sends e-mails to a mailbox of the journey. */
export type MailingJourney = {
  readonly name: string;
  readonly sendsMail: true;
  readonly run: (tools: JourneyTools<MailingStage>) => Promise<void>;
};

/** Its server was just started on an empty database. */
export type BeginningJourney = {
  readonly name: string;
  readonly beginsEmpty: true;
  readonly run: (tools: JourneyTools<EmptyStage>) => Promise<void>;
};

export type AnyJourney = Journey | KillingJourney | MailingJourney | BeginningJourney;

export type JourneyTools<S extends { readonly url: string }> = {
  readonly stage: S;
  /** Opens a browser profile; the runner closes it and checks its pages against the server. */
  readonly visit: (options?: Omit<VisitOptions, 'url'>) => Promise<Visit>;
  /** Problems in pages that this journey causes on purpose. */
  readonly expectProblems: (pattern: RegExp) => void;
};
