import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getMessage } from '@parley/contract/endpoints/messages.ts';
import type {
  MessageFlag,
  WireChannelMessage,
  WireDirectMessage,
  WireMessage,
} from '@parley/contract/objects/message.ts';

/** Fields that every message has beside those of the wire. */
type Common = {
  /** Flags of the reader. */
  readonly flags: MessageFlag[];
  readonly sender: { readonly id: number; readonly name: string; readonly email: string };
};

/** A message in a topic of a channel. */
export type ChannelMessage = WireChannelMessage &
  Common & {
    readonly kind: 'channel';
    readonly channel: { readonly id: number; readonly name: string };
    readonly topic: string;
    readonly direct?: undefined;
  };

/** A message between users. */
export type DirectMessage = WireDirectMessage &
  Common & {
    readonly kind: 'direct';
    readonly channel?: undefined;
    readonly topic?: undefined;
    /** All participants, the reader included. */
    readonly direct: readonly { readonly id: number; readonly name: string; readonly email: string }[];
  };

/** A message as its reader sees it: the fields of the wire, and modern names beside them. */
export type Message = ChannelMessage | DirectMessage;

/** The result of an operation with messages in it. */
export type WithMessages<R> = R extends { messages: SeenMessage[] }
  ? Omit<R, 'messages'> & { messages: Message[] }
  : R extends { message: SeenMessage }
    ? Omit<R, 'message'> & { message: Message }
    : R;
type SeenMessage = ResultOf<typeof getMessage>['message'];

/** Adds the modern names to a message of the wire. Events have the flags beside the message. */
export function toMessage(wire: WireMessage, flags: readonly MessageFlag[] = wire.flags ?? []): Message {
  const common = {
    flags: [...flags],
    sender: { id: wire.sender_id, name: wire.sender_full_name, email: wire.sender_email },
  };
  return wire.type === 'stream'
    ? {
        ...wire,
        ...common,
        kind: 'channel',
        channel: { id: wire.stream_id, name: wire.display_recipient },
        topic: wire.subject,
      }
    : {
        ...wire,
        ...common,
        kind: 'direct',
        direct: wire.display_recipient.map(({ id, full_name, email }) => ({ id, name: full_name, email })),
      };
}
