import type { ParametersOf, ResultOf } from '@parley/contract/endpoint.ts';
import type { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import { ApiError, badRequest } from '../../engine/api-error.ts';
import type { Call } from '../../http/route.ts';
import { accessMessage, refuseArchived } from '../messages/access.ts';
import { endStream } from './end.ts';
import { appendPiece } from './rows.ts';

/** Adds a piece to a streamed message of the caller. */
export async function append(
  call: Call,
  { message_id, content, from, finish }: ParametersOf<typeof appendToMessage>,
): Promise<ResultOf<typeof appendToMessage>> {
  const { world, realm, user } = call;
  const accessed = await accessMessage(world.pool, call, message_id);
  refuseArchived(accessed);
  if (accessed.message.sender_id !== user.id) throw badRequest('Only its sender can append to a message.');
  const key = { realmId: realm.id, messageId: message_id };
  const appended = await appendPiece(world.pool, key, { content, from }, finish);
  if (appended.outcome === 'ended') throw streamEnded();
  if (appended.outcome === 'ahead')
    throw new ApiError('EXPECTATION_MISMATCH', "The text ends before 'from'.", {
      extra: { field_name: 'from' },
    });
  if (finish) await endStream(world, key);
  else world.pieces.note(world, key);
  return { length: appended.length };
}

export function streamEnded(): ApiError {
  return new ApiError('MESSAGE_STREAM_ENDED', 'The message takes no further pieces.');
}
