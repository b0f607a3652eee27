/** Lets work that is under way go on for so many turns of the event loop. */
export async function settle(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
