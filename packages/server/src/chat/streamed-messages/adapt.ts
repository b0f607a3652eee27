import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type MessagePiece = Extract<EventPayload, { type: 'message_piece' }>;

/** Other clients receive the text every few seconds, with `update_message`. */
export function adaptMessagePiece(event: MessagePiece, { capabilities }: ClientOptions): MessagePiece[] {
  return capabilities.streamed_messages === true ? [event] : [];
}
