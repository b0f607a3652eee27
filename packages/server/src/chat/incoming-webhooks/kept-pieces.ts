/** Pieces of a text that a conversion must not change, such as code. Each is replaced by a token until the end. */
export class KeptPieces {
  readonly #pieces: string[] = [];

  /** Returns the token of a piece: characters of the private use area, which texts do not contain. */
  keep(piece: string): string {
    return `\uE000${this.#pieces.push(piece) - 1}\uE001`;
  }

  restore(text: string): string {
    return text.replaceAll(/\uE000(\d+)\uE001/g, (_all, index: string) => this.#pieces[Number(index)] ?? '');
  }
}

/** The text without the characters of tokens. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/[\uE000\uE001]/g, '');
}
