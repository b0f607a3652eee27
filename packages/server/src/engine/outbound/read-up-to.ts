/** Reads a body to its end; undefined if it is longer, and then the rest is not read. */
export async function readUpTo(maxBytes: number, body: AsyncIterable<unknown>): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    const chunk = part as Buffer;
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts, bytes);
}
