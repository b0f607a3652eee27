/** Does something, and anew when it fails for a reason that passes: so many times in all. */
export async function again<T>(
  tries: number,
  passes: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1)
    try {
      return await work();
    } catch (error) {
      if (tried === tries || !passes(error)) throw error;
    }
}
