import { sql } from '../../../engine/db/sql.ts';
import type { SearchText } from './search-text.ts';
import { lightColumns, type MessageVisibility } from './message-visibility.ts';
import { everything } from './sources.ts';
import { loose, within, type Look, type Source, type Stretch } from './source.ts';

/** Ids whose words stand together in the index: see `search_words` in `sql/functions`. */
const BLOCK = 65_536;
/** Each step looks through so many times as many blocks as the one before. */
const GROWTH = 4;

/**
 * Messages with some words. First the nearest are looked through, which finds what is said often; then the
 * index is asked for ever longer stretches of time, so that it need not name everything that was ever said.
 * `head` is the newest id.
 */
export function byWords(visibility: MessageVisibility, search: SearchText, head: number): Source {
  return {
    most: loose,
    look: (stretch, step) =>
      step === 0
        ? everything(visibility).look(stretch, step)
        : indexed(visibility, search, stretch, blocksOf(stretch, head, GROWTH ** (step - 1))),
  };
}

type Blocks = { readonly numbers: readonly number[]; readonly reach: number | 'end' };

/** The next blocks beyond an id, and how far they go. */
export function blocksOf(
  { direction, beyond }: Pick<Stretch, 'direction' | 'beyond'>,
  head: number,
  count: number,
): Blocks {
  const last = Math.floor(head / BLOCK);
  if (direction === 'older') {
    const final = Math.min(Math.floor((beyond - 1) / BLOCK), last);
    const first = Math.max(final - count + 1, 0);
    return { numbers: range(first, final), reach: first === 0 ? 'end' : first * BLOCK };
  }
  const first = Math.floor((beyond + 1) / BLOCK);
  const final = Math.min(first + count - 1, last);
  return { numbers: range(first, final), reach: final === last ? 'end' : (final + 1) * BLOCK - 1 };
}

function range(first: number, final: number): number[] {
  return Array.from({ length: Math.max(final - first + 1, 0) }, (_, n) => first + n);
}

/** The condition on the index stands alone, so that no other index is preferred to it. */
function indexed(
  { realmId }: MessageVisibility,
  { lexemes }: SearchText,
  stretch: Stretch,
  { numbers, reach }: Blocks,
): Look {
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
    where m.realm_id = ${realmId} and ${within(sql`m.id`, stretch)}`,
  };
}
