import type { Tx } from '../../../engine/db/tx.ts';
import type { LinkTarget } from '../links.ts';
import type { MentionTarget } from '../mentions.ts';
import type { Composition, Destination } from './compose.ts';
import type { SenderContext } from './context.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { Sender } from './request.ts';

/** The steps of a send that differ between channels and direct conversations. */
export type Recipient<Context extends RecipientContext, Allowed extends AllowedRecipient> = {
  /** Reads what all sends to this kind of recipient need, in one query. */
  context(sender: Sender): Promise<Context>;
  /** Refuses a recipient to which the sender may not write. */
  check(sender: Sender, context: Context): Promise<Allowed>;
  place(sender: Sender, context: Context, to: Allowed, text: CheckedText): Promise<Placement>;
};

export type RecipientContext = { readonly senderContext: SenderContext };

/** A recipient to which the sender may write. */
export type AllowedRecipient = { readonly mentionTarget: MentionTarget | undefined };

/** A rendered text whose mentions the sender may use. */
export type CheckedText = Pick<Composition, 'content' | 'rendered' | 'called' | 'vocabulary'>;

/** The conversation of a message, and everything that follows from it. */
export type Placement = {
  readonly destination: Destination;
  readonly target: LinkTarget;
  readonly composition: Pick<Composition, 'accessVersion' | 'policy' | 'knownBy' | 'visitors'>;
  /** Undefined if the send changes nothing but the list of messages. */
  readonly effects: SendEffects | undefined;
  /** Must not fail, because the message is committed. `isBatched` is false if the send had effects. */
  readonly afterCommit?: (isBatched: boolean) => Promise<void> | void;
};

/** Changes in the transaction of a message. */
export type SendEffects = {
  /** Emits events that precede the message; returns the policy that the sender now has for the topic. */
  readonly before?: (tx: Tx, outgoing: OutgoingMessage) => Promise<OutgoingMessage['policy']>;
  readonly after?: (tx: Tx) => Promise<void>;
};
