import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';
import { findMessage } from '../messages/access.ts';
import { readersOfStored } from '../messages/stored-message.ts';
import { takeNews, type StreamKey } from './rows.ts';

type TellingWorld = Pick<World, 'pool' | 'publish'>;

/**
 * Tells the readers of a message what was added to its text. The text is read before the place of the message, and the
 * place before the head of the log: a reader who may not read the message at that position receives nothing.
 */
export async function tellReaders({ pool, publish }: TellingWorld, key: StreamKey): Promise<void> {
  const news = await takeNews(pool, key);
  if (news === undefined) return;
  const { realmId, messageId } = key;
  const message = await findMessage(pool, realmId, messageId);
  if (message === undefined) return;
  const audience = await readersOfStored(pool, message);
  const row = await pool.first(
    sql<{ head: number }>`select head from realm_head where realm_id = ${realmId}`,
  );
  publish(realmId, audience, { type: 'message_piece', message_id: messageId, ...news }, row?.head);
}
