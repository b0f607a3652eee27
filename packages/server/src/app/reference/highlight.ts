import { Html, html } from '../../http/html/html.ts';

export type Language = 'json' | 'curl' | 'typescript' | 'python';

/** Wraps strings, numbers, keywords and names in `<span>` elements for colouring. */
export function highlight(code: string, language: Language): Html {
  const parts: string[] = [];
  let from = 0;
  for (const match of code.matchAll(TOKENS[language])) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    parts.push(html`${code.slice(from, match.index)}`.text);
    parts.push(html`<span class="t-${kind}">${match[0]}</span>`.text);
    from = match.index + match[0].length;
  }
  parts.push(html`${code.slice(from)}`.text);
  return new Html(parts.join(''));
}

const TOKENS: Readonly<Record<Language, RegExp>> = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.e+-]*\b)|(?<word>\b(?:true|false|null)\b)/g,
  curl: /(?<text>'(?:[^'])*'(?:\\''[^']*')*)|(?<word>^curl\b)|(?<name>(?<=\s)--?[a-zA-Z-]+)/gm,
  typescript:
    /(?<text>'(?:[^'\\]|\\.)*')|(?<word>\b(?:import|from|const|await|new|true|false|null)\b)|(?<number>-?\b\d[\d.]*\b)|(?<name>\b\w+(?=:))/g,
  python:
    /(?<name>"(?:[^"\\]|\\.)*"(?=:))|(?<text>"(?:[^"\\]|\\.)*")|(?<word>\b(?:import|True|False|None)\b)|(?<number>-?\b\d[\d.]*\b)/g,
};
