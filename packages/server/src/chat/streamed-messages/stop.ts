import { badRequest } from '../../engine/api-error.ts';
import type { Call } from '../../http/route.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import { accessMessage, refuseArchived } from '../messages/access.ts';
import { isOwn } from '../messages/editing/delete-message.ts';
import { streamEnded } from './append.ts';
import { endStream } from './end.ts';
import { closeStream } from './rows.ts';

/** Ends a streamed message at once. What an administrator stops is in the audit trail. */
export async function stop(call: Call, messageId: number): Promise<void> {
  const { world, realm, user } = call;
  const accessed = await accessMessage(world.pool, call, messageId);
  refuseArchived(accessed);
  const { sender_id } = accessed.message;
  const isMine = await isOwn(world.pool, call, sender_id);
  if (!isMine && !isAdministrator(user))
    throw badRequest('Only its sender, the owner of the bot and administrators can stop a message.');
  const key = { realmId: realm.id, messageId };
  const isClosed = await world.write(realm.id, async (tx) => {
    const closed = await closeStream(tx, key);
    if (closed && !isMine)
      tx.record({
        action: 'message.stopped',
        object: { type: 'message', id: messageId },
        after: { sender_id },
      });
    return closed;
  });
  if (!isClosed) throw streamEnded();
  await endStream(world, key);
}
