import type { Tx } from '../db/tx.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import { composeForChannel, type Notice, type NoticeChannel, type NoticeWorld } from './compose-notice.ts';

/**
 * Says something in a channel as a part of a transaction. Its conversation stays locked until the commit, so
 * whoever locks others locks it with them, in the order of the ids. Answers the notice's place for `tx.placed`.
 */
export const sendNotice = async (
  tx: Tx,
  world: NoticeWorld,
  notice: Notice & { readonly channel: NoticeChannel; readonly topic: string },
): Promise<number> => addMessage(tx, await composeForChannel(tx, world, notice, notice));
