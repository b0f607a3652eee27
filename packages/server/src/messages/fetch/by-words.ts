import { sql } from '../../db/sql.ts';
import { queryOf, type SearchText } from './search-text.ts';
import { lightColumns, type Sight } from './sight.ts';
import { everything } from './sources.ts';
import { loose, within, type Look, type Source, type Stretch } from './source.ts';

/** Ids that share a word of the index: see `search_words` in the migrations. */
const BLOCK = 65_536;
/** How many blocks are searched at once, step by step; afterwards all that remain. */
const BLOCKS = [1, 4, 16, 64];

/**
 * Messages with some words. First the nearest are looked through, which finds what is said often; then the
 * index is asked for ever longer stretches of time, so that it need not name everything that was ever said.
 * `head` is the newest id.
 */
export const byWords = (sight: Sight, search: SearchText, head: number): Source => ({
  most: loose,
  look: (stretch, step) =>
    step === 0
      ? everything(sight).look(stretch, step)
      : indexed(sight, search, stretch, blocksOf(stretch, head, BLOCKS[step - 1])),
});

type Blocks = { readonly numbers: readonly number[] | 'all'; readonly reach: Look['reach'] };

/** The next blocks beyond an id, and how far they go. */
export const blocksOf = (
  { direction, beyond }: Pick<Stretch, 'direction' | 'beyond'>,
  head: number,
  count: number | undefined,
): Blocks => {
  if (count === undefined) return { numbers: 'all', reach: 'end' };
  const last = Math.floor(head / BLOCK);
  if (direction === 'older') {
    const final = Math.min(Math.floor((beyond - 1) / BLOCK), last);
    const first = Math.max(final - count + 1, 0);
    return { numbers: range(first, final), reach: first === 0 ? 'end' : first * BLOCK };
  }
  const first = Math.floor((beyond + 1) / BLOCK);
  const final = Math.min(first + count - 1, last);
  return { numbers: range(first, final), reach: final === last ? 'end' : (final + 1) * BLOCK - 1 };
};

const range = (first: number, final: number): number[] =>
  Array.from({ length: Math.max(final - first + 1, 0) }, (_, n) => first + n);

/** The condition on the index stands alone, so that no other index is preferred to it. */
const indexed = (
  sight: Sight,
  search: SearchText,
  stretch: Stretch,
  { numbers, reach = 'end' }: Blocks,
): Look => {
  const words =
    numbers === 'all' ? [`'@${sight.realmId}'`] : numbers.map((number) => `'@${sight.realmId}/${number}'`);
  const places = words.length === 0 ? `'@${sight.realmId}/-'` : words.join(' | ');
  return {
    reach,
    rows: sql`
      select ${lightColumns} from (
        select * from message
        where search_words(realm_id, id, search) @@ (${queryOf(search)} && ${places}::tsquery) offset 0
      ) as m
      where m.realm_id = ${sight.realmId} and ${within(sql`m.id`, stretch)}`,
  };
};
