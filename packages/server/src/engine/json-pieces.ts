/** Encoded JSON: text of one response, or bytes that many responses share. */
export type Piece = string | Buffer;

/** Shorter texts are copied into each response, because writing and compressing many small pieces costs more. */
const MIN_SHARED_LENGTH = 16_384;

/** A text that many responses contain. */
export function pieceOf(text: string): Piece {
  return text.length < MIN_SHARED_LENGTH ? text : Buffer.from(text);
}

/** Joins adjacent texts. */
export function mergeTexts(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  let text = '';
  const end = (): void => {
    if (text !== '') all.push(text);
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      end();
      all.push(piece);
    }
  }
  end();
  return all;
}

/** Encodes texts; shared bytes are not copied. */
export function bytesOf(pieces: readonly Piece[]): Buffer[] {
  return mergeTexts(pieces).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

/** A JSON array of encoded items. */
export function listOf(items: readonly (readonly Piece[])[]): Piece[] {
  return ['[', ...items.flatMap((item, index) => (index === 0 ? item : [',', ...item])), ']'];
}

/** A value that is already encoded as JSON. */
export class Json<T> {
  declare readonly value: T;
  readonly pieces: readonly Piece[];

  constructor(...pieces: Piece[]) {
    this.pieces = pieces;
  }
}
