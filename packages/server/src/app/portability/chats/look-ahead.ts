/** Items with what is looked up for them, which begins while the item before is worked on. */
export async function* lookAhead<Item, Found>(
  items: AsyncIterable<Item>,
  lookUp: (item: Item) => Promise<Found>,
): AsyncGenerator<readonly [item: Item, found: Found]> {
  let ahead: { readonly item: Item; readonly found: Promise<Found> } | undefined;
  for await (const item of items) {
    const found = lookUp(item);
    // A failure is told when its item is due.
    found.catch(() => {});
    if (ahead !== undefined) yield [ahead.item, await ahead.found];
    ahead = { item, found };
  }
  if (ahead !== undefined) yield [ahead.item, await ahead.found];
}
