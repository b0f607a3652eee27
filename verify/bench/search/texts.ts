const ONSETS = ['b', 'c', 'd', 'f', 'g', 'h', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'st', 'pr', 'tr', 'ch'];
const NUCLEI = ['a', 'e', 'i', 'o', 'u', 'ea', 'ou', 'ai'];
const CODAS = ['', 'n', 'r', 's', 't', 'l', 'nd', 'ck'];
const VOCABULARY = 40_000;
const SIGNS = '天気今日良会議資料東京都庁行使落明後前新古';
const WORDS_PER_MESSAGE = 14;

/** A pseudo-random number in [0, 1) that depends on `seed` alone. */
function randomOf(seed: number): number {
  let x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32;
}

function pick<T>(list: ArrayLike<T>, seed: number): T {
  return list[Math.floor(randomOf(seed) * list.length)] as T;
}

/** Word number `rank` of a vocabulary; a lower rank is more frequent in texts. */
export function wordAt(rank: number): string {
  const syllables = 1 + Math.floor(Math.log10(rank + 10));
  let word = '';
  for (let n = 0; n < syllables; n += 1)
    word += pick(ONSETS, rank * 31 + n) + pick(NUCLEI, rank * 37 + n) + pick(CODAS, rank * 41 + n);
  return word;
}

/** The text of message `n`: words by a Zipf distribution, a few identifiers and addresses, and Japanese in every ninth. */
export function messageAt(n: number): string {
  const words: string[] = [];
  for (let w = 0; w < WORDS_PER_MESSAGE; w += 1) {
    const seed = n * 64 + w;
    const kind = randomOf(seed * 3 + 1);
    if (kind < 0.015) words.push(`PROJ-${Math.floor(randomOf(seed * 5) * 20_000)}`);
    else if (kind < 0.025)
      words.push(`https://example.com/${wordAt(Math.floor(randomOf(seed * 7) * VOCABULARY))}`);
    else words.push(wordAt(Math.floor(VOCABULARY ** randomOf(seed * 11 + 5)) - 1));
  }
  if (n % 9 === 0) words.push(Array.from({ length: 10 }, (_, k) => pick(SIGNS, n * 16 + k)).join(''));
  return words.join(' ');
}
