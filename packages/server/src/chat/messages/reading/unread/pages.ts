/** One statement must not take long: it looks at so many messages and conversations. */
const MESSAGES_AT_ONCE = 5000;
const HOMES_AT_ONCE = 200;
const NEWEST = 10 ** 16;

/** A conversation of which everything unread below an id is still to be looked at. */
export type Asked = { readonly home_id: number; readonly below: number };

type Row = { readonly id: number; readonly home_id: number };

/**
 * Goes through unread messages of several conversations at once, the newest of each first. `look` answers at most
 * so many of each; what it says goes no deeper than `floor` then.
 */
export async function eachPage<R extends Row>(
  homes: readonly number[],
  look: (asked: readonly Asked[], most: number) => Promise<readonly R[]>,
  take: (rows: readonly R[]) => { floor: number },
): Promise<void> {
  let asked: readonly Asked[] = homes.map((home_id) => ({ home_id, below: NEWEST }));
  while (asked.length > 0) {
    const most = Math.ceil(MESSAGES_AT_ONCE / Math.min(asked.length, HOMES_AT_ONCE));
    const rows: R[] = [];
    for (let from = 0; from < asked.length; from += HOMES_AT_ONCE)
      rows.push(...(await look(asked.slice(from, from + HOMES_AT_ONCE), most)));
    const { floor } = take(rows);
    asked = [...Map.groupBy(rows, ({ home_id }) => home_id)]
      .filter(([, some]) => some.length === most)
      .map(([home_id, some]) => ({ home_id, below: Math.min(...some.map(({ id }) => id)) }))
      .filter(({ below }) => below > floor);
  }
}
