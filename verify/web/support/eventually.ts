const PAUSE_MS = 100;
/** Ends a wait for what never comes. No journey is judged by its duration. */
const DEFAULT_LIMIT_MS = 120_000;

/** Repeats a check until it does not throw; throws its last error after the limit. */
export async function eventually<T>(check: () => Promise<T>, limitMs = DEFAULT_LIMIT_MS): Promise<T> {
  const end = performance.now() + limitMs;
  for (;;)
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}

/** Waits until a value is the expected one. */
export function eventuallyEqual<T>(
  name: string,
  read: () => Promise<T>,
  expected: T,
  limitMs?: number,
): Promise<void> {
  return eventually(async () => {
    const found = await read();
    if (JSON.stringify(found) !== JSON.stringify(expected))
      throw new Error(`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
  }, limitMs);
}
