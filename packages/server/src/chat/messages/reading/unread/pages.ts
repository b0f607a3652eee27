/** Together these bound the duration of a statement. */
const MAX_MESSAGES_PER_STATEMENT = 5000;
const MAX_HOMES_PER_STATEMENT = 200;
const NEWEST = 10 ** 16;

/** A conversation whose unread messages below an id remain to be read. */
export type HomePage = { readonly home_id: number; readonly below: number };

type Row = { readonly id: number; readonly home_id: number };

/**
 * Reads the unread messages of several conversations in parallel pages, newest first. `readPage` returns at limit
 * `limit` messages per conversation; `take` returns the id below which no more messages are needed.
 */
export async function eachPage<R extends Row>(
  homes: readonly number[],
  readPage: (pages: readonly HomePage[], limit: number) => Promise<readonly R[]>,
  take: (rows: readonly R[]) => { floor: number },
): Promise<void> {
  let pages: readonly HomePage[] = homes.map((home_id) => ({ home_id, below: NEWEST }));
  while (pages.length > 0) {
    const limit = Math.ceil(MAX_MESSAGES_PER_STATEMENT / Math.min(pages.length, MAX_HOMES_PER_STATEMENT));
    const rows: R[] = [];
    for (let from = 0; from < pages.length; from += MAX_HOMES_PER_STATEMENT)
      rows.push(...(await readPage(pages.slice(from, from + MAX_HOMES_PER_STATEMENT), limit)));
    const { floor } = take(rows);
    pages = [...Map.groupBy(rows, ({ home_id }) => home_id)]
      .filter(([, some]) => some.length === limit)
      .map(([home_id, some]) => ({ home_id, below: Math.min(...some.map(({ id }) => id)) }))
      .filter(({ below }) => below > floor);
  }
}
