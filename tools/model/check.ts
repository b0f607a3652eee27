/** Two things that should be equal. */
export type Check = { readonly what: string; readonly model: unknown; readonly found: unknown };

export const check = (what: string, model: unknown, found: unknown): Check => ({ what, model, found });

/** Where they differ. */
export const problemsOf = (checks: readonly Check[]): string[] =>
  checks.flatMap(({ what, model, found }) => {
    const [wanted, got] = [JSON.stringify(model), JSON.stringify(found)];
    return wanted === got ? [] : [`${what}\n      model: ${wanted}\n      found: ${got}`];
  });
