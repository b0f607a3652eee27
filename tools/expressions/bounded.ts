/** An expression that may take more than linear time, and the reason why its input cannot make it slow. */
type BoundedExpression = {
  readonly file: string;
  readonly expression: string;
  /** The greatest input, and where the bound is. */
  readonly bound: string;
};

/** Every expression of the product that the analyzer does not call linear. */
export const BOUNDED: readonly BoundedExpression[] = [
  {
    file: 'packages/client/src/base-url.ts',
    expression: String.raw`/\/+$/`,
    bound: 'the address that a program passes to the SDK',
  },
  {
    file: 'packages/client/src/network-failure.ts',
    expression: String.raw`/^(?:ENOTFOUND|ERR_INVALID_URL|ERR_SSL_\w+|ERR_TLS_\w+|CERT_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_\w+|UNABLE_TO_\w+)$/`,
    bound: 'a code of an error of Node.js',
  },
  {
    file: 'packages/client/src/node.ts',
    expression: String.raw`/^\s*([^#;=:\s[]+)\s*[=:]\s*(.*?)\s*$/`,
    bound: 'a line of the settings file of the user who runs the program',
  },
  {
    file: 'packages/markdown/src/names-in.ts',
    expression: String.raw`/(?<=:)([a-z0-9_+-]+)(?=:)/g`,
    bound:
      'a message, 10,000 characters; above a few hundred it is rendered in a thread, for a second at most; matches begin after a colon and contain none',
  },
  {
    file: 'packages/markdown/src/code/highlight.ts',
    expression: String.raw`new RegExp(parts.filter((part) => part !== '').join('|'), 'gu')`,
    bound:
      'made of the grammars beside it; a message, 10,000 characters; above a few hundred it is rendered in a thread, for a second at most',
  },
  {
    file: 'packages/markdown/src/inline/math.ts',
    expression: String.raw`/(?<![\w$])\$\$([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\w$])/y`,
    bound:
      'a message, 10,000 characters; above a few hundred it is rendered in a thread, for a second at most',
  },
  {
    file: 'packages/markdown/src/links/bare.ts',
    expression: String.raw`/(?<![^\s'"(,:<\u0080-\uffff])(?:(?:https?|hansoft|obsidian|zotero|asanadesktop):\/\/|bitcoin:|(?:[\w.%+-]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi`,
    bound:
      'a message, 10,000 characters; above a few hundred it is rendered in a thread, for a second at most; a run of characters of an address has one place where a match can begin',
  },
  {
    file: 'packages/markdown/src/links/preview.ts',
    expression: String.raw`/^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i`,
    bound:
      'an address in a message, 10,000 characters; above a few hundred it is rendered in a thread, for a second at most',
  },
  {
    file: 'packages/markdown/src/safety/assert-safe.ts',
    expression: String.raw`/^(?:height|vertical-align|margin(?:-[a-z]+)?|padding(?:-[a-z]+)?|top|left|bottom|right|width|min-width|color|background-color|border(?:-[a-z]+)*|font-size|display|transform)$/`,
    bound: 'the name of a property that the renderer has written',
  },
  {
    file: 'packages/server/src/app/reference/highlight.ts',
    expression: String.raw`/(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.e+-]*\b)|(?<word>\b(?:true|false|null)\b)/g`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/app/reference/highlight.ts',
    expression: String.raw`/(?<text>'(?:[^'])*'(?:\\''[^']*')*)|(?<word>^curl\b)|(?<name>(?<=\s)--?[a-zA-Z-]+)/gm`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/app/reference/highlight.ts',
    expression: String.raw`/(?<text>'(?:[^'\\]|\\.)*')|(?<word>\b(?:import|from|const|await|new|true|false|null)\b)|(?<number>-?\b\d[\d.]*\b)|(?<name>\b\w+(?=:))/g`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/app/reference/highlight.ts',
    expression: String.raw`/(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|True|False|None)\b)|(?<number>-?\b\d[\d.]*\b)/g`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/app/reference/integrations.ts',
    expression: String.raw`/<span aria-label="[^"]*" class="emoji emoji-([0-9a-f]+)"[^>]*>[^<]*<\/span>/g`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/app/reference/integrations.ts',
    expression: String.raw`/<time datetime="([^"]+)">[^<]*<\/time>/g`,
    bound: 'a text of this repository, shown in the reference',
  },
  {
    file: 'packages/server/src/chat/incoming-webhooks/slack-markup.ts',
    expression: String.raw`/(?<=^|[\s\p{P}\p{S}])\*(?=[^\s*])([^*\n]*[^\s*])\*(?=$|[\s\p{P}\p{S}])/gmu`,
    bound: 'a text of a payload, 10,000 characters; a match contains no second mark',
  },
  {
    file: 'packages/server/src/chat/incoming-webhooks/slack-markup.ts',
    expression: String.raw`/(?<=^|[\s\p{P}\p{S}])~(?=[^\s~])([^~\n]*[^\s~])~(?=$|[\s\p{P}\p{S}])/gmu`,
    bound: 'a text of a payload, 10,000 characters; a match contains no second mark',
  },
  {
    file: 'packages/server/src/chat/incoming-webhooks/slack-markup.ts',
    expression: String.raw`/(?<=^|[\s\p{P}\p{S}])_(?=[^\s_])([^_\n]*[^\s_])_(?=$|[\s\p{P}\p{S}])/gmu`,
    bound: 'a text of a payload, 10,000 characters; a match contains no second mark',
  },
  {
    file: 'packages/server/src/chat/incoming-webhooks/jira-markup.ts',
    expression: String.raw`/(?<=^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=$|[\s.,:;!?)])/gm`,
    bound: 'a text of a payload, 10,000 characters; a match contains no second mark',
  },
  {
    file: 'packages/server/src/chat/mail-gateway/addresses.ts',
    expression: String.raw`/-+$/`,
    bound: '64 characters, MAX_LOCAL_LENGTH',
  },
  {
    file: 'packages/server/src/chat/mail-gateway/reply-text.ts',
    expression: String.raw`/^(On|Am|Le|El|Il|Op|Den|Em|Dnia|W dniu|På)\s(?=.*\d).*(?<!\p{L})(wrote|schrieb|écrit|escribió|scritto|schreef|skrev|escreveu|napisał\p{L}*)(?!\p{L}).*:$/u`,
    bound: '400 characters, MAX_INTRODUCTION_LENGTH; in the thread that reads e-mail',
  },
  {
    file: 'packages/server/src/chat/messages/search/atoms.ts',
    expression: String.raw`/^[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}]]/v`,
    bound: 'a run of letters; its alternatives begin with different characters',
  },
  {
    file: 'packages/server/src/chat/messages/search/atoms.ts',
    expression: String.raw`/(?:[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}]]\p{M}*)+|(?:(?![[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]&&[\p{L}\p{N}]])[\p{L}\p{N}\p{M}])+/gv`,
    bound: 'a run of letters; its alternatives begin with different characters',
  },
  {
    file: 'packages/server/src/chat/messages/search/fold.ts',
    expression: String.raw`/(?<!и)\u0306|[[\p{M}--[\u0306]]&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}]]/gv`,
    bound: 'one character for each match',
  },
  {
    file: 'packages/server/src/chat/messages/search/fold.ts',
    expression: "new RegExp(`[${[...SPELLINGS.keys()].join('')}]`, 'g')",
    bound: 'one character for each match',
  },
  {
    file: 'packages/server/src/chat/messages/search/html-text.ts',
    expression: String.raw`/<span [^<>]*class="emoji emoji-([0-9a-f-]+)"[^<>]*>([^<]*)</span>|(?=</?([a-z0-9]*))<(?:"[^"]*"|'[^']*'|[^'">])*>|&(#?[a-z0-9]+);/g`,
    bound: 'HTML of a message, in which the renderer has closed every tag',
  },
  {
    file: 'packages/web/src/compose/uploads.ts',
    expression: String.raw`/\[Uploading [^\]\n]*…\]\(\)\n?/g`,
    bound: 'the text that a user writes in the own browser',
  },
  {
    file: 'packages/web/src/compose/complete/trigger.ts',
    expression: String.raw`/(?:^|[\s'"({/<])(#\*{0,2}([^\s*>#][^*>#\n]*)>([^*\n]*))$/`,
    bound: 'the end of the line that a user writes, MAX_TRIGGER_LENGTH',
  },
  {
    file: 'packages/web/src/compose/complete/trigger.ts',
    expression: String.raw`/(?:^|[\s'"({/<])(#\*{0,2}((?!\s)[^*>#\n]*))$/`,
    bound: 'the end of the line that a user writes, MAX_TRIGGER_LENGTH',
  },
  {
    file: 'packages/web/src/compose/complete/trigger.ts',
    expression: String.raw`/(?:^|[\s'"({[/<])(@(_?)\*{0,2}((?!\s)[^*@\n]*))$/`,
    bound: 'the end of the line that a user writes, MAX_TRIGGER_LENGTH',
  },
  {
    file: 'packages/web/src/compose/edit/format.ts',
    expression: String.raw`/\*+$/`,
    bound: 'the text that a user writes in the own browser',
  },
  {
    file: 'packages/web/src/compose/edit/html-pieces.ts',
    expression: "new RegExp(`</${name}`, 'gi')",
    bound: 'the name of an element in text that the user pastes; there is no repetition',
  },
  {
    file: 'packages/web/src/compose/edit/html-to-markdown.ts',
    expression: String.raw`/(\*\*|~~)\s*\1/g`,
    bound: 'text that the user pastes in the own browser',
  },
  {
    file: 'packages/web/src/compose/edit/html-to-markdown.ts',
    expression: String.raw`/[ \t]+\n/g`,
    bound: 'text that the user pastes in the own browser',
  },
  {
    file: 'packages/web/src/compose/edit/html-to-markdown.ts',
    expression: String.raw`/ +$/`,
    bound: 'text that the user pastes in the own browser',
  },
  {
    file: 'packages/web/src/compose/edit/html-to-markdown.ts',
    expression: String.raw`/\n*$/`,
    bound: 'text that the user pastes in the own browser',
  },
  {
    file: 'packages/web/src/data/address/text.ts',
    expression: String.raw`/^-+|-+$/g`,
    bound: 'the name of a channel or a user, 100 characters',
  },
  {
    file: 'packages/web/src/data/derived/preview-text.ts',
    expression: String.raw`/class="[^"]*\b(?:spoiler-content|katex-html)\b/`,
    bound: '20,000 characters, MAX_PARSED_LENGTH, of HTML in which the renderer has closed every tag',
  },
  {
    file: 'packages/web/src/data/derived/preview-text.ts',
    expression: String.raw`/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g`,
    bound: '20,000 characters, MAX_PARSED_LENGTH, of HTML in which the renderer has closed every tag',
  },
  {
    file: 'packages/web/src/data/render/facts.ts',
    expression: 'new RegExp(` ${name}="([^"]*)"`)',
    bound: 'HTML that the renderer has made of what the user writes',
  },
  {
    file: 'packages/web/src/views/search/search-terms.ts',
    expression: String.raw`/\S+$/`,
    bound: 'the field of a search in the own browser',
  },
  {
    file: 'packages/web/src/views/search/rank.ts',
    expression: String.raw`/<span class="highlight">([^<]*)<\/span>/g`,
    bound: 'HTML of a message, in which the renderer has closed every tag',
  },
  {
    file: 'packages/web/src/views/search/rank.ts',
    expression: String.raw`/<span class="highlight">([^<]*)<\/span>[^\p{L}\p{N}<>]{1,3}(?=<span class="highlight">([^<]*)<)/gu`,
    bound: 'HTML of a message, in which the renderer has closed every tag',
  },
];
