import { room } from '@parley/rules/steps/channels.ts';
import { post } from '@parley/rules/steps/editing.ts';
import { same } from '@parley/rules/expect.ts';
import { found, term } from '@parley/rules/steps/fetching.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

const OF = 'get-messages';

/** Texts of messages, and for each search those that it finds, by their place. */
function finds(
  id: string,
  sentence: string,
  texts: readonly string[],
  searches: Readonly<Record<string, readonly number[]>>,
): Rule {
  return rule(id, OF, sentence, async (w) => {
    const as = await w.user();
    const place = await room(w, as);
    const ids: number[] = [];
    for (const text of texts) ids.push(await post(w, as, place, 'topic', text));
    for (const [search, expected] of Object.entries(searches)) {
      const got = await found(w, as, ids, term('search', search), term('channel', place.id));
      same(
        got.map((one) => ids.indexOf(one)),
        expected,
        `the messages by ${search}`,
      );
    }
  });
}

export const searchRules: readonly Rule[] = [
  finds('SRC-1', '`search` finds a word by its beginning of three letters.', ['the deployment', 'ploy'], {
    dep: [0],
    deploym: [0],
    ploy: [1],
    de: [],
  }),
  finds('SRC-2', '`search` finds inflected forms of a word.', ['he runs', 'a rug'], { running: [0] }),
  finds('SRC-3', '`search` ignores case and accents, either way.', ['un café noir', 'un CAFE noir'], {
    cafe: [0, 1],
    Café: [0, 1],
  }),
  finds('SRC-4', '`search` finds spellings of the same letter.', ['die Straße', 'STRASSE', 'Łódź'], {
    strasse: [0, 1],
    lodz: [2],
  }),
  finds('SRC-5', '`search` finds a part of joined words.', ['foo_bar.baz', 'foobar'], { bar: [0], baz: [0] }),
  finds('SRC-6', '`search` finds joined words in their order.', ['foo_bar', 'bar_foo', 'foo bar'], {
    foo_bar: [0],
    foo_ba: [0],
  }),
  finds(
    'SRC-7',
    '`search` finds a number as a whole.',
    ['see PROJ-77.', 'see PROJ-771', 'pages 77 of PROJ'],
    {
      'PROJ-77': [0],
      PROJ: [0, 1, 2],
    },
  ),
  finds(
    'SRC-8',
    '`search` finds an identifier within an address.',
    ['https://example.com/browse/KEY-5?x=1'],
    {
      'KEY-5': [0],
      'example.com': [0],
      'KEY-55': [],
    },
  ),
  finds('SRC-9', '`search` finds parts of camelCase words.', ['`getUserName()`', '`HTMLParser`'], {
    user: [0],
    username: [0],
    getusername: [0],
    parser: [1],
  }),
  finds(
    'SRC-10',
    '`search` finds words in Japanese and Chinese texts.',
    ['今日は良い天気ですね', '他在北京大学读书'],
    {
      天気: [0],
      気天: [],
      北京大学: [1],
      京大: [1],
    },
  ),
  finds('SRC-11', '`search` finds words in Korean and Thai texts.', ['학교에서 만나요', 'สวัสดีครับ'], {
    학교: [0],
    ครับ: [1],
  }),
  finds(
    'SRC-12',
    '`search` finds words in Russian, Arabic and Hebrew texts.',
    ['на серверах', 'قرأت الكتاب', 'הספר'],
    {
      сервер: [0],
      كتاب: [1],
      ספר: [2],
    },
  ),
  finds('SRC-13', '`search` finds an emoji by its sign and its name.', ['done :tada:', 'done 🎉', 'done'], {
    '🎉': [0, 1],
    tada: [0, 1],
  }),
  finds('SRC-14', '`search` finds quoted words in the given form only.', ['a cat', 'a category', 'cats'], {
    '"cat"': [0],
    cat: [0, 1, 2],
  }),
  finds(
    'SRC-15',
    '`search` ignores punctuation between quoted words.',
    ['Release, notes: here', 'notes of the release'],
    {
      '"release notes"': [0],
      'release notes': [0, 1],
    },
  ),
  finds(
    'SRC-16',
    '`search` finds stop words if nothing else is searched for.',
    ['to be, or not to be', 'or else'],
    {
      'to be or not to be': [0],
      or: [0, 1],
      'or else': [1],
    },
  ),
  finds('SRC-17', '`search` finds nothing by punctuation alone.', ['what?!', '*'], { '?!': [], '*': [] }),
  finds(
    'SRC-18',
    '`search` finds version numbers with and without a v.',
    ['v1.2.3 is out', '1.2.30', '3.2.1'],
    {
      '1.2.3': [0],
      'v1.2.3': [0],
      '1.2': [0, 1],
    },
  ),
  finds('SRC-19', '`search` finds words across the formatting of a text.', ['un**believ**able', 'don’t'], {
    unbelievable: [0],
    "don't": [1],
  }),
];
