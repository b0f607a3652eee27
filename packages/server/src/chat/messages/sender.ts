import { badRequest } from '../../engine/api-error.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Call } from '../../http/route.ts';
import type { LinkTarget } from './links.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import type { SendKey } from './sending/outgoing-message.ts';
import type { SenderContext } from './sending/channel-context.ts';

/** The sender of a message, the client used, and the idempotency key of the send. */
export type Sender = Pick<Call, 'world' | 'realm' | 'user' | 'client' | 'accessVersion'> & {
  readonly key: SendKey | undefined;
  readonly echo: LoggedMessage['echo'] | undefined;
  readonly isReadBySender: boolean;
  /** The first submessage (a poll, a task list or buttons), as JSON. */
  readonly widget: string | undefined;
  /** Runs in the message's transaction before the message is stored; if it throws, nothing is sent. */
  readonly beforeStore?: (tx: Tx) => Promise<void>;
  /** The key is already stored, so the cache must not be used. */
  readonly isRepeat?: boolean;
};

/** The id of the message, and the sender's new visibility policy for its topic (0 for no change). */
export type Sent = {
  readonly id: number;
  readonly policy: 0 | 2 | 3;
  /** Undefined for a repeated send. */
  readonly target: LinkTarget | undefined;
};

/** Returns the result of an earlier send with the same key; refuses a key that was used for different content. */
export function earlierSend({ key }: Sender, { earlier }: Pick<SenderContext, 'earlier'>): Sent | undefined {
  if (key === undefined || earlier === undefined) return undefined;
  if (earlier.content_hash !== key.hash.toString('hex'))
    throw badRequest('The idempotency key was already used for a different message.');
  return { id: earlier.message_id, policy: earlier.policy, target: undefined };
}

/** Users for whom a message is read from the start: those who muted the sender, and a sender with an interactive client. */
export function readersFromStart(
  { user, isReadBySender }: Sender,
  { muters }: Pick<SenderContext, 'muters'>,
): number[] {
  return isReadBySender ? [user.id, ...muters] : [...muters];
}

/** Clients operated by human users: messages sent with them count as read by their sender. */
const INTERACTIVE_CLIENTS: ReadonlySet<string> = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
  'parleyweb',
]);

export function isInteractiveClient(clientName: string): boolean {
  return INTERACTIVE_CLIENTS.has(clientName.toLowerCase());
}
