import type { Actor } from '../../http/actor.ts';
import type { Address } from '../messages/send/request.ts';

/** The message that an e-mail becomes: its sender, its address, and its text without the files. */
export type MailPost = {
  readonly actor: Actor;
  readonly address: Address;
  readonly text: string;
  readonly isReadBySender: boolean;
};
