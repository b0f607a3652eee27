import { FenceTracker } from './block/fences.ts';

/** The alert words of users, prepared for the search in many texts. */
export class AlertWords<Owner> {
  readonly #root: Node<Owner> = { next: new Map(), owners: [] };

  constructor(entries: Iterable<readonly [word: string, owner: Owner]>) {
    for (const [word, owner] of entries) this.#add(word.trim().toLowerCase(), owner);
  }

  /** The owners of the alert words in a text. Fenced code does not count, inline code does. */
  ownersIn(content: string): Set<Owner> {
    const owners = new Set<Owner>();
    if (this.#root.next.size === 0) return owners;
    const text = withoutFencedCode(content).toLowerCase();
    for (let at = 0; at < text.length; at++) {
      if (at === 0 || MAY_PRECEDE.has(text[at - 1] ?? '')) this.#collect(text, at, owners);
    }
    return owners;
  }

  #add(word: string, owner: Owner): void {
    if (word === '' || word.length > MAX_WORD_CHARACTERS) return;
    let node = this.#root;
    for (const character of word) {
      let next = node.next.get(character);
      if (next === undefined) node.next.set(character, (next = { next: new Map(), owners: [] }));
      node = next;
    }
    node.owners.push(owner);
  }

  #collect(text: string, start: number, owners: Set<Owner>): void {
    let node: Node<Owner> | undefined = this.#root;
    for (let at = start; at < text.length;) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      node = node.next.get(character);
      if (node === undefined) return;
      at += character.length;
      if (node.owners.length > 0 && (at === text.length || MAY_FOLLOW.has(text[at] ?? ''))) {
        for (const owner of node.owners) owners.add(owner);
      }
    }
  }
}

type Node<Owner> = {
  readonly next: Map<string, Node<Owner>>;
  readonly owners: Owner[];
};

/** Bounds the walk from one position of a text. */
const MAX_WORD_CHARACTERS = 100;
const MAY_PRECEDE: ReadonlySet<string> = new Set(' \n("\'.,;[*`>');
const MAY_FOLLOW: ReadonlySet<string> = new Set(" \n)?:.,';]!*`");

function withoutFencedCode(content: string): string {
  if (!content.includes('```') && !content.includes('~~~')) return content;
  const fences = new FenceTracker();
  const kept = content.split('\n').filter((line) => {
    const inCode = fences.isCode;
    fences.feed(line);
    return !inCode && !fences.isCode;
  });
  return kept.join('\n');
}
