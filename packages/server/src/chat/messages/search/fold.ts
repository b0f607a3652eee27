/** Marks that writers may leave out; those of Indic and other scripts distinguish words and stay. */
const OPTIONAL_MARKS =
  /(?<!и)\u0306|[[\p{M}--[\u0306]]&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]/gv;

/** Letters that Unicode does not decompose, and letters of equal meaning; the last one, tatweel, only stretches a word. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ة', 'ه'],
  ['ך', 'כ'],
  ['ם', 'מ'],
  ['ן', 'נ'],
  ['ף', 'פ'],
  ['ץ', 'צ'],
  ['ـ', ''],
]);
const SPELLED = new RegExp(`[${[...SPELLINGS.keys()].join('')}]`, 'g');

const NOT_ASCII = /[^\0-\x7f]/;

/** The form in which words are compared: without case, accents and typographic variants. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(OPTIONAL_MARKS, '')
    .replaceAll(SPELLED, (letter) => SPELLINGS.get(letter) ?? letter)
    .normalize('NFC');
}
