import { sql, type Reader } from '../../../engine/db/sql.ts';
import { lightColumns, type MessageVisibility } from './message-visibility.ts';
import { everything } from './sources.ts';
import { looseLimit, within, type Candidates, type MessageSource, type ScanWindow } from './source.ts';

/** Ids per block of the full-text index; must equal the block size of `search_words` in `sql/functions`. */
const IDS_PER_BLOCK = 65_536;
/** Each step scans this many times as many blocks as the previous one. */
const BLOCK_GROWTH_FACTOR = 4;

/** PostgreSQL's lexemes of a search text, without stop words. */
export async function lexemesOf(reader: Reader, text: string): Promise<readonly string[]> {
  const row = await reader.first(
    sql<{ lexemes: string[] }>`
      select tsvector_to_array(to_tsvector('pg_catalog.english', ${text})) as lexemes`,
  );
  return row?.lexemes ?? [];
}

/**
 * Messages that contain all words, for organizations whose first search index is being built: the index in the table of
 * messages knows English words only. The first step scans the nearest messages, which finds frequent words; later steps
 * query the index for growing ranges of blocks, so that it need not return every match. `head` is the newest id.
 */
export function byWords(
  visibility: MessageVisibility,
  lexemes: readonly string[],
  head: number,
): MessageSource {
  return {
    limit: looseLimit,
    candidates: (window, step) =>
      step === 0
        ? everything(visibility).candidates(window, step)
        : indexed(visibility, lexemes, window, blocksOf(window, head, BLOCK_GROWTH_FACTOR ** (step - 1))),
  };
}

type Blocks = { readonly numbers: readonly number[]; readonly reach: number | 'end' };

/** The next blocks beyond an id, and the id up to which they are complete. */
export function blocksOf(
  { direction, beyond }: Pick<ScanWindow, 'direction' | 'beyond'>,
  head: number,
  count: number,
): Blocks {
  const last = Math.floor(head / IDS_PER_BLOCK);
  if (direction === 'older') {
    const final = Math.min(Math.floor((beyond - 1) / IDS_PER_BLOCK), last);
    const first = Math.max(final - count + 1, 0);
    return { numbers: range(first, final), reach: first === 0 ? 'end' : first * IDS_PER_BLOCK };
  }
  const first = Math.floor((beyond + 1) / IDS_PER_BLOCK);
  const final = Math.min(first + count - 1, last);
  return { numbers: range(first, final), reach: final === last ? 'end' : (final + 1) * IDS_PER_BLOCK - 1 };
}

function range(first: number, final: number): number[] {
  return Array.from({ length: Math.max(final - first + 1, 0) }, (_, n) => first + n);
}

/** The index condition stands alone in its subquery, so that the planner does not choose another index. */
function indexed(
  { realmId }: MessageVisibility,
  lexemes: readonly string[],
  window: ScanWindow,
  { numbers, reach }: Blocks,
): Candidates {
  return {
    reach,
    rows: sql`
    select ${lightColumns} from unnest(${[...numbers]}::bigint[]) as b (number)
    cross join lateral (
      select * from message
      where (search_words(realm_id, id, search) collate "C") @> array(
        select ${`${realmId}/`} || b.number || '/' || word from unnest(${[...lexemes]}::text[]) as word
      ) offset 0
    ) as m
    where m.realm_id = ${realmId} and ${within(sql`m.id`, window)}`,
  };
}
