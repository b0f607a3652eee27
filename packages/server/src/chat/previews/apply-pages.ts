import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { World } from '../../http/world.ts';
import type { MessageRow } from '../messages/message.ts';
import { lockStoredMessage, tellRendering } from '../messages/stored-message.ts';
import { endPageJob, type PageJob } from './page-jobs.ts';

/** Ends a job; stores the new rendering of its message, unless the message is gone or has been edited meanwhile. */
export function applyPages(
  world: Pick<World, 'write' | 'clock'>,
  job: PageJob,
  { content, rendered }: { readonly content: string; readonly rendered: string },
): Promise<void> {
  return world.write(job.realm_id, async (tx) => {
    const message = await lockStoredMessage(tx, job.message_id);
    if (message?.content !== content || !(await endPageJob(tx, job)) || message.rendered === rendered) return;
    await storeRendering(tx, world, message, rendered);
  });
}

/** Stores another rendering of the same text, which is no edit. */
export async function storeRendering(
  tx: Tx,
  { clock }: Pick<World, 'clock'>,
  message: MessageRow,
  rendered: string,
): Promise<void> {
  await tx.all(sql`
    update message set rendered = ${rendered} where realm_id = ${tx.realmId} and id = ${message.id}`);
  await tellRendering(tx, message, clock.now(), {
    content: message.content,
    rendered_content: rendered,
  });
}
