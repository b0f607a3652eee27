/** Two values that must be equal. */
export type Check = { readonly what: string; readonly model: unknown; readonly found: unknown };

export function check(what: string, model: unknown, found: unknown): Check {
  return { what, model, found };
}

/** Descriptions of all differences. */
export function failuresOf(checks: readonly Check[]): string[] {
  return checks.flatMap(({ what, model, found }) => {
    const [wanted, got] = [JSON.stringify(model), JSON.stringify(found)];
    return wanted === got ? [] : [`${what}\n      model: ${wanted}\n      found: ${got}`];
  });
}
