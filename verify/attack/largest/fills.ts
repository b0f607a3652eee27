/** A repetition that is expensive for careless expressions, parsers or sorts. */
export type Fill = {
  readonly name: string;
  /** At most this many characters. */
  readonly text: (length: number) => string;
  /** Whether it resembles what readers of headers look for. */
  readonly isForHeaders: boolean;
};

/** Head, repeated unit and tail: many expressions are slow only if the repetition ends in something else. */
const SHAPES: Readonly<Record<string, readonly [head: string, unit: string, tail: string]>> = {
  brackets: ['', '[', ''],
  'links without an end': ['', '[a](', ''],
  parentheses: ['', '(', ''],
  'opened comments': ['', '<!--', ''],
  'opened tags': ['', '<a ', ''],
  'tabs between letters': ['a', '\t', 'b'],
  'blanks between letters': ['a', ' ', 'b'],
  'line breaks between letters': ['a', '\n', 'b'],
  'opened code blocks': ['', '{code:a', ''],
  'tildes before a line separator': ['', '~', '\u2028'],
  backticks: ['', '`', 'a'],
  'letters and digits': ['', 'a1', ''],
  digits: ['', '9', ''],
  emphasis: ['', '*_', ''],
  commas: ['', ',', ''],
  'semicolons and blanks': ['a', '; ', 'b'],
  'quotes and backslashes': ['', String.raw`\"`, ''],
  'parts of an address': ['', 'a@a.', ''],
  'labels of a host': ['http://', 'a.', ''],
  quotations: ['', '>', ''],
  'lines of a list': ['', '\n- ', ''],
  'opened mentions': ['', '@**', ''],
  slashes: ['', '/', ''],
  percents: ['', '%2', ''],
  'combining marks': ['a', '\u0301', ''],
  'joined emoji': ['', '👩\u200D', ''],
};

/** Separators, quotes and numbers of headers. */
const FOR_HEADERS = new Set([
  'parentheses',
  'tabs between letters',
  'blanks between letters',
  'letters and digits',
  'digits',
  'commas',
  'semicolons and blanks',
  'quotes and backslashes',
  'labels of a host',
  'percents',
]);

export const fills: readonly Fill[] = Object.entries(SHAPES).map(([name, [head, unit, tail]]) => ({
  name,
  isForHeaders: FOR_HEADERS.has(name),
  text: (length) => {
    const count = Math.max(1, Math.floor((length - head.length - tail.length) / unit.length));
    return head + unit.repeat(count) + tail;
  },
}));
