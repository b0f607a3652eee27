import type { AutomaticPolicy } from '../follow.ts';
import type { Audience } from '../../../engine/log/audience.ts';
import type { SendKey } from './send-key.ts';
import type { LoggedMessage } from '../../../engine/log/logged-event.ts';

/** A message that is ready to be stored without further lookups. */
export type OutgoingMessage = {
  readonly audience: Audience;
  readonly event: LoggedMessage;
  readonly senderId: number;
  /** The conversation to which the message is sent. */
  readonly homeId: number;
  readonly channelId: number | null;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  readonly client: string;
  /** Milliseconds. */
  readonly sentAt: number;
  readonly messageFlags: number;
  /** Paths of attached files. A message with files is stored in a separate transaction. */
  readonly files?: readonly string[];
  /** Whether the pages that it links to are fetched; such a message is stored in a separate transaction too. */
  readonly wantsPages?: boolean;
  /** User flags; only receivers of the message get theirs. */
  readonly userFlags: readonly { readonly userId: number; readonly flags: number }[];
  readonly key?: SendKey | undefined;
  /** The sender's new visibility policy for the topic; 0 for no change. */
  readonly policy: AutomaticPolicy;
  /** The version against which the message was checked; the commit fails if the version has changed. */
  readonly accessVersion?: number | undefined;
};

export type Addressed = { readonly realmId: number; readonly outgoing: OutgoingMessage };

/** Commits messages in one transaction and returns their ids. */
export type StoreMessages = (outgoingMessages: readonly Addressed[]) => Promise<readonly number[]>;

/** Takes messages and commits them, several at once; returns the id of each. */
export type Outbox = { send(realmId: number, outgoing: OutgoingMessage): Promise<number> };

/** Whether rows beside those of every message belong to it. */
export function hasMore({
  files = [],
  wantsPages = false,
}: Pick<OutgoingMessage, 'files' | 'wantsPages'>): boolean {
  return files.length > 0 || wantsPages;
}
