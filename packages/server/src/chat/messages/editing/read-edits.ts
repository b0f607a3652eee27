import type { Selectable } from 'kysely';
import type { Schema } from '../../../engine/db/schema.ts';
import { q, sql, type Reader } from '../../../engine/db/sql.ts';
import type { Call } from '../../../http/route.ts';

type EditRow = Selectable<Schema['message_edit']>;

/** The newest edits of a message that a history has. */
const MAX_EDITS = 100;
/** Bytes of earlier text in a history, except for its newest edit. The response has up to five times as many. */
const MAX_TEXT_BYTES = 512 * 1024;
/** Bytes of earlier text that count as a request in the rate limit: an edit of a text of the greatest length. */
const TEXT_BYTES_PER_COST = 20_000;

const TEXT_BYTES = sql<number>`coalesce(octet_length(prev_content) + octet_length(prev_rendered), 0)`;

/** The edits that a history shows. */
export type ShownEdits = {
  /** Oldest first. */
  readonly edits: readonly EditRow[];
  /** Values of the original message that older edits have changed. */
  readonly original: {
    readonly topic?: string;
    readonly content?: string;
    readonly rendered_content?: string;
  };
};

/** The newest edits as far as they are shown, after they were counted in the rate limit. */
export async function readEdits(
  { world: { pool }, realm, charge }: Call,
  id: number,
  hidesTexts: boolean,
): Promise<ShownEdits> {
  const rows = q
    .selectFrom('message_edit')
    .where('realm_id', '=', realm.id)
    .where('message_id', '=', id)
    .$if(hidesTexts, (all) =>
      all.where((row) => row.or([row('prev_topic', 'is not', null), row('prev_channel_id', 'is not', null)])),
    );
  const sizes = await pool.all(
    rows
      .select('position')
      .select((hidesTexts ? sql<number>`0` : TEXT_BYTES).as('bytes'))
      .orderBy('position', 'desc')
      .limit(MAX_EDITS + 1),
  );
  const { from, bytes, isWhole } = newestOf(sizes);
  if (from === undefined) return { edits: [], original: {} };
  charge(Math.floor(bytes / TEXT_BYTES_PER_COST));
  const edits = await pool.all(rows.selectAll().where('position', '>=', from).orderBy('position'));
  return {
    // The policy 'moves' hides earlier content, so every state has the current content.
    edits: hidesTexts ? edits.map((edit) => ({ ...edit, prev_content: null, prev_rendered: null })) : edits,
    original: isWhole ? {} : await readOriginal(pool, realm.id, id, hidesTexts),
  };
}

type EditSize = Pick<EditRow, 'position'> & { readonly bytes: number };

/** The edits that are shown, of the newest ones, newest first. */
function newestOf(sizes: readonly EditSize[]): {
  readonly from: EditRow['position'] | undefined;
  readonly bytes: number;
  readonly isWhole: boolean;
} {
  let bytes = 0;
  let from: EditRow['position'] | undefined;
  for (const [index, edit] of sizes.entries()) {
    if (index === MAX_EDITS || (index > 0 && bytes + edit.bytes > MAX_TEXT_BYTES))
      return { from, bytes, isWhole: false };
    bytes += edit.bytes;
    from = edit.position;
  }
  return { from, bytes, isWhole: true };
}

/** The values that the first edits have replaced. */
async function readOriginal(
  reader: Reader,
  realmId: number,
  id: number,
  hidesTexts: boolean,
): Promise<ShownEdits['original']> {
  const edits = sql`message_edit where realm_id = ${realmId} and message_id = ${id}`;
  const first = await reader.first(sql<{ [K in 'topic' | 'content' | 'rendered_content']: string | null }>`
    select
      (select prev_topic from ${edits} and prev_topic is not null order by position limit 1) as topic,
      (select prev_content from ${edits} and prev_content is not null order by position limit 1) as content,
      (select prev_rendered from ${edits} and prev_rendered is not null order by position limit 1) as rendered_content`);
  if (first === undefined) return {};
  const { topic, content, rendered_content } = first;
  return {
    ...(topic === null ? {} : { topic }),
    ...(content === null || rendered_content === null || hidesTexts ? {} : { content, rendered_content }),
  };
}
