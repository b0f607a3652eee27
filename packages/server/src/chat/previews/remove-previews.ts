import { q, sql } from '../../engine/db/sql.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';
import type { Call } from '../../http/route.ts';
import { accessForUpdate, accessMessage, refuseArchived } from '../messages/access.ts';
import { isOwn } from '../messages/editing/delete-message.ts';
import { ConcurrentChangeError, retryConcurrentChange } from '../messages/editing/lock-message.ts';
import { isWithoutPages, MESSAGE_FLAGS } from '../messages/flags.ts';
import { renderFor } from '../messages/rendering/render.ts';
import { readVocabularyVersions } from '../messages/rendering/vocabulary.ts';
import { storeRendering } from './apply-pages.ts';
import { deletePageJob } from './page-jobs.ts';

/** Removes the cards of a message for all readers, and for good. */
export function removePreviews(call: Call, messageId: number): Promise<void> {
  return retryConcurrentChange(() => removeOnce(call, messageId));
}

async function removeOnce(call: Call, messageId: number): Promise<void> {
  const { world, realm } = call;
  const { content, html } = await renderWithoutPages(call, messageId);
  await world.write(realm.id, async (tx) => {
    const { message } = await accessForUpdate(tx, call, messageId);
    if (message.content !== content) throw new ConcurrentChangeError();
    await deletePageJob(tx, message.id);
    if (isWithoutPages(message)) return;
    await tx.all(sql`
      update message set message_flags = message_flags | ${MESSAGE_FLAGS.withoutPages}::smallint
      where realm_id = ${tx.realmId} and id = ${message.id}`);
    if (message.rendered !== html) await storeRendering(tx, world, message, html);
  });
}

/** Rendered as for its sender, outside of the transaction. */
async function renderWithoutPages(
  { world, realm, user }: Call,
  messageId: number,
): Promise<{ readonly content: string; readonly html: string }> {
  const accessed = await accessMessage(world.pool, { realm, user }, messageId);
  refuseArchived(accessed);
  const { message } = accessed;
  if (!(await isOwn(world.pool, { realm, user }, message.sender_id)))
    throw badRequest('Only the author can remove the cards of a message.');
  const sender = await world.pool.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', message.sender_id),
  );
  const versions = await readVocabularyVersions(world.pool, realm.id);
  const vocabulary = await world.sending.vocabularyOf(realm.id, versions);
  const author: Actor = { realm, user: sender ?? user };
  const { html } = await renderFor(world.sending, world, author, message.content, vocabulary);
  return { content: message.content, html };
}
