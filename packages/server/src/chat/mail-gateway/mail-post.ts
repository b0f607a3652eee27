import type { Actor } from '../../http/actor.ts';
import type { Address } from '../messages/send/request.ts';

/** The first line of a message that came by e-mail, which is weaker evidence of its author than a log-in. */
export const BY_EMAIL = '*By e-mail*';

/** Text whose mentions notify no user: an e-mail can come from outside of the organization. */
export function withSilentMentions(text: string): string {
  return text.replaceAll('@*', '@_*');
}

/** The message that an e-mail becomes: its sender, its address, and its text without the files. */
export type MailPost = {
  readonly actor: Actor;
  readonly address: Address;
  readonly text: string;
  readonly isReadBySender: boolean;
};
