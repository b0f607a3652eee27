/** Runs work, and retries it after temporary errors, at most `maxAttempts` times in total. */
export async function retry<T>(
  maxAttempts: number,
  isTemporary: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isTemporary(error)) throw error;
    }
}
