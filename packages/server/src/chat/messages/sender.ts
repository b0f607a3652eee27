import { badRequest } from '../../engine/api-error.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Call } from '../../http/route.ts';
import type { LinkPlace } from './links.ts';
import type { SentMessage } from '../../engine/log/logged-event.ts';
import type { SendKey } from './sending/outgoing-message.ts';
import type { Around } from './sending/channel-context.ts';

/** Who sends, with which program, and what they call it. */
export type Sender = Pick<Call, 'world' | 'realm' | 'user' | 'client' | 'rules'> & {
  readonly key: SendKey | undefined;
  readonly echo: SentMessage['echo'] | undefined;
  readonly isReadBySender: boolean;
  /** The part with which the message starts, as JSON. */
  readonly widget: string | undefined;
  /** What is done in the transaction of the message, before it is stored; if it fails, nothing is sent. */
  readonly alongside?: (tx: Tx) => Promise<void>;
  /** It was sent before: only the database knows what became of it. */
  readonly isRepeat?: boolean;
};

/** The message, and what sending it made of the sender's wish about its topic (0 if nothing). */
export type Sent = {
  readonly id: number;
  readonly policy: 0 | 2 | 3;
  /** Undefined for a repeated send. */
  readonly place: LinkPlace | undefined;
};

/** A repeated send is answered as the first one was; the same name for something else is refused. */
export function againOrNot({ key }: Sender, { earlier }: Pick<Around, 'earlier'>): Sent | undefined {
  if (key === undefined || earlier === undefined) return undefined;
  if (earlier.content_hash !== key.hash.toString('hex'))
    throw badRequest('Something else was sent under this key before.');
  return { id: earlier.message_id, policy: earlier.policy, place: undefined };
}

/** Who muted the sender is not bothered; who sends with a program for users has read what they wrote. */
export function readersFromStart(
  { user, isReadBySender }: Sender,
  { muters }: Pick<Around, 'muters'>,
): number[] {
  return isReadBySender ? [user.id, ...muters] : [...muters];
}

/** Programs with which users write, so that what is sent with them has been read by its sender. */
const FOR_USERS: ReadonlySet<string> = new Set([
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

export function isForUsers(clientName: string): boolean {
  return FOR_USERS.has(clientName.toLowerCase());
}
