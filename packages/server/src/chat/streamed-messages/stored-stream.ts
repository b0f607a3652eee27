import type { RenderResult } from '@parley/markdown';
import { ApiError } from '../../engine/api-error.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { renderFor } from '../messages/rendering/render.ts';
import { readVocabularyVersions, type Vocabulary } from '../messages/rendering/vocabulary.ts';
import { contentOf, truncatedContent } from '../messages/text.ts';
import type { StreamKey } from './rows.ts';

/** The text of a stream as its message will have it, with its sender. */
export type RenderedStream = {
  readonly author: Actor;
  /** Undefined if the text is empty or cannot be rendered: the message keeps what it has. */
  readonly shown:
    | { readonly content: string; readonly rendered: RenderResult; readonly vocabulary: Vocabulary }
    | undefined;
};

/** Renders the text of a stream as its sender would, outside of any transaction. */
export async function renderStream(
  world: World,
  { realmId, messageId }: StreamKey,
  { isLast }: { readonly isLast: boolean },
): Promise<RenderedStream | undefined> {
  const { pool, sending } = world;
  const row = await pool.first(sql<{ content: string; sender_id: number }>`
    select content, sender_id from streamed_message
    where realm_id = ${realmId} and message_id = ${messageId}`);
  if (row === undefined) return undefined;
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', realmId));
  const user = await pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId).where('id', '=', row.sender_id),
  );
  if (realm === undefined || user === undefined) return undefined;
  const author = { realm, user };
  if (row.content.trim() === '') return { author, shown: undefined };
  // Places of pieces count from the start of the text, so a text that grows keeps its blank lines.
  const content = isLast ? contentOf(row.content) : truncatedContent(row.content);
  const vocabulary = await sending.vocabularyOf(realmId, await readVocabularyVersions(pool, realmId));
  const rendered = await renderFor(sending, world, author, content, vocabulary).catch(refusedAsUndefined);
  return {
    author,
    shown: rendered === undefined ? undefined : { content, rendered, vocabulary },
  };
}

function refusedAsUndefined(error: unknown): undefined {
  if (!(error instanceof ApiError) || error.code === 'UNAVAILABLE') throw error;
}
