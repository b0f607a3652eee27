/** A page names its encoding within its first bytes, if its header does not. */
const SIGN_BYTES = 1_024;
const NAME = 'charset=';

/** The text of a page in the encoding that its header or its first bytes name; UTF-8 if they name none. */
export function decodePage(bytes: Uint8Array, type: string): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SIGN_BYTES));
  const label = labelIn(type) ?? labelIn(start.toString('latin1')) ?? 'utf-8';
  return decoderFor(label).decode(bytes);
}

function labelIn(text: string): string | undefined {
  const found = text.toLowerCase().indexOf(NAME);
  if (found === -1) return undefined;
  const rest = text.slice(found + NAME.length, found + NAME.length + 40);
  return /^["']?([\w.:-]+)/.exec(rest)?.[1];
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
