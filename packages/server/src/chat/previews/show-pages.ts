import { q } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { findMessage } from '../messages/access.ts';
import { renderFor } from '../messages/rendering/render.ts';
import { readVocabularyVersions } from '../messages/rendering/vocabulary.ts';
import { applyPages } from './apply-pages.ts';
import { claimPageJobs, endPageJob, type PageJob, wantsPages } from './page-jobs.ts';

/** Begins to fetch the pages that new messages link to. A message with slow pages does not delay the others. */
export async function showPages(world: World): Promise<void> {
  const { running } = world.linkedPages;
  if (running.free === 0) return;
  for (const job of await claimPageJobs(world, running.free, running.busyRealms))
    running.start(job.realm_id, () =>
      showPagesOf(world, job).catch((error: unknown) => {
        if (!world.isClosing())
          world.warn(error, 'show pages', 'the previews of a message failed and will be retried', {
            id: job.message_id,
          });
      }),
    );
}

async function showPagesOf(world: World, job: PageJob): Promise<void> {
  const found = await findSender(world, job);
  if (found === undefined) return void (await world.write(job.realm_id, (tx) => endPageJob(tx, job)));
  const { actor, content } = found;
  const vocabulary = await world.sending.vocabularyOf(
    job.realm_id,
    await readVocabularyVersions(world.pool, job.realm_id),
  );
  const before = await renderFor(world.sending, world, actor, content, vocabulary);
  const pages = wantsPages(world.config, actor, before)
    ? await world.linkedPages.find(world, job.realm_id, before.previewable)
    : {};
  const rendered =
    Object.keys(pages).length === 0
      ? undefined
      : await renderFor(world.sending, world, actor, content, vocabulary, pages);
  if (rendered === undefined) await world.write(job.realm_id, (tx) => endPageJob(tx, job));
  else await applyPages(world, job, { content, rendered: rendered.html });
}

async function findSender(
  { pool }: World,
  { realm_id, message_id }: PageJob,
): Promise<{ readonly actor: Actor; readonly content: string } | undefined> {
  const message = await findMessage(pool, realm_id, message_id);
  if (message === undefined) return undefined;
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', realm_id));
  const user = await pool.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm_id)
      .where('id', '=', message.sender_id),
  );
  if (realm === undefined || realm.deactivated_at !== null || user === undefined) return undefined;
  return { actor: { realm, user }, content: message.content };
}
