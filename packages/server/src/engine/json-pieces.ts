/** JSON that is there already: text of one answer, or bytes that many answers share. */
export type Piece = string | Buffer;

/** Shorter texts are copied into each answer: to write and to pack many small pieces costs more than that. */
const WORTH_SHARING = 16_384;

/** A text that many answers need. */
export function pieceOf(text: string): Piece {
  return text.length < WORTH_SHARING ? text : Buffer.from(text);
}

/** Texts that follow each other become one. */
export function merged(pieces: readonly Piece[]): Piece[] {
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

/** Bytes stay as they are, so that however many need them hold them once. */
export function bytesOf(pieces: readonly Piece[]): Buffer[] {
  return merged(pieces).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
}

/** A list in JSON, of items that are JSON already. */
export function listOf(items: readonly (readonly Piece[])[]): Piece[] {
  return ['[', ...items.flatMap((item, place) => (place === 0 ? item : [',', ...item])), ']'];
}

/** A value that is JSON already. */
export class Json<T> {
  declare readonly value: T;
  readonly pieces: readonly Piece[];

  constructor(...pieces: Piece[]) {
    this.pieces = pieces;
  }
}
