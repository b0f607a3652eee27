/** JSON that is there already: text of one answer, or bytes that many answers share. */
export type Piece = string | Buffer;

/** Texts that follow each other become one; bytes stay as they are, so that however many need them hold them once. */
export const bytesOf = (pieces: readonly Piece[]): Buffer[] => {
  const bytes: Buffer[] = [];
  let text = '';
  const end = (): void => {
    if (text !== '') bytes.push(Buffer.from(text));
    text = '';
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece;
    else {
      end();
      bytes.push(piece);
    }
  }
  end();
  return bytes;
};

/** Shorter texts are copied into each answer: many small writes cost more than that. */
const WORTH_SHARING = 16_384;

/** A text that many answers need. */
export const pieceOf = (text: string): Piece => (text.length < WORTH_SHARING ? text : Buffer.from(text));

/** A list in JSON, of items that are JSON already. */
export const listOf = (items: readonly (readonly Piece[])[]): Piece[] => [
  '[',
  ...items.flatMap((item, place) => (place === 0 ? item : [',', ...item])),
  ']',
];

/** A value that is JSON already. */
export class Json<T> {
  declare readonly value: T;
  readonly pieces: readonly Piece[];

  constructor(...pieces: Piece[]) {
    this.pieces = pieces;
  }
}
