/** Messages are far shorter than this, and the parser takes long for many short lines and parts. */
const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_TEXT_LINES = 50_000;
const MAX_PARTS = 1_000;
/** Headers of one part that are looked at. */
const MAX_HEADER_BYTES = 64 * 1024;

const NEW_LINE = 0x0a;
const HYPHEN = 0x2d;

/** Throws if an e-mail has too much text or too many parts. Files do not count. Its time is linear in the size. */
export function checkMailSize(raw: Uint8Array): void {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  const boundaries = new Set<string>();
  const sum = { parts: 1, textBytes: 0, textLines: 0 };
  let headers: string | undefined = '';
  let isText = false;
  for (let start = 0; start < bytes.length;) {
    const newLine = bytes.indexOf(NEW_LINE, start);
    const end = newLine === -1 ? bytes.length : newLine + 1;
    if (isBoundary(bytes.subarray(start, end), boundaries)) {
      sum.parts += 1;
      headers = '';
    } else if (headers === undefined) {
      if (isText) addText(sum, end - start);
    } else if (isBlank(bytes.subarray(start, end))) {
      const boundary = boundaryIn(headers);
      if (boundary !== undefined) boundaries.add(boundary);
      isText = boundary === undefined && isTextPart(headers);
      headers = undefined;
    } else if (headers.length < MAX_HEADER_BYTES) {
      headers += bytes.toString('latin1', start, Math.min(end, start + MAX_HEADER_BYTES));
    }
    if (sum.parts > MAX_PARTS) throw new Error(`it has more than ${MAX_PARTS} parts`);
    start = end;
  }
}

function addText(sum: { textBytes: number; textLines: number }, bytes: number): void {
  sum.textBytes += bytes;
  sum.textLines += 1;
  if (sum.textBytes > MAX_TEXT_BYTES) throw new Error('its text has more than 1 MB');
  if (sum.textLines > MAX_TEXT_LINES) throw new Error(`its text has more than ${MAX_TEXT_LINES} lines`);
}

function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === NEW_LINE || byte === 0x0d);
}

/** The longest line that can be a boundary, which has at most 70 characters. */
const MAX_BOUNDARY_LINE = 200;

function isBoundary(line: Buffer, boundaries: ReadonlySet<string>): boolean {
  if (line[0] !== HYPHEN || line[1] !== HYPHEN || line.length > MAX_BOUNDARY_LINE) return false;
  const name = line.toString('latin1', 2).trim();
  return boundaries.has(name) || (name.endsWith('--') && boundaries.has(name.slice(0, -2)));
}

function boundaryIn(headers: string): string | undefined {
  const [, quoted, plain] =
    /;\s?boundary=(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i.exec(unfolded(headers)) ?? [];
  return (quoted ?? plain)?.trim();
}

/** Whether the parser may make text of a part: it has no type, or parts whose boundary is not found. */
function isTextPart(headers: string): boolean {
  const lines = unfolded(headers).toLowerCase().split('\n');
  const type = lines.find((line) => line.startsWith('content-type:')) ?? '';
  const isFile = lines.some((line) => /^content-disposition: ?attachment/.test(line));
  return !isFile && (type === '' || /^content-type: ?(text|message|multipart)\//.test(type));
}

/** Headers with one line each and single blanks. */
function unfolded(headers: string): string {
  return headers
    .split(/\r?\n(?![ \t])/)
    .map((line) => line.split(/[\s]+/).join(' '))
    .join('\n');
}
