import { KeptPieces, withoutTokens } from './kept-pieces.ts';

const CODE = /```[^]*?```|`[^`\n]+`/g;
const LINK = /<([A-Za-z][A-Za-z0-9+.-]*:[^|<>\s]+)(?:\|([^<>]*))?>/g;

// A mark counts at the edge of a word only, so that `snake_case_word` stays.
const BOLD = /(?<=^|[\s\p{P}\p{S}])\*(?=[^\s*])([^*\n]*[^\s*])\*(?=$|[\s\p{P}\p{S}])/gmu;
const STRUCK = /(?<=^|[\s\p{P}\p{S}])~(?=[^\s~])([^~\n]*[^\s~])~(?=$|[\s\p{P}\p{S}])/gmu;
const ITALIC = /(?<=^|[\s\p{P}\p{S}])_(?=[^\s_])([^_\n]*[^\s_])_(?=$|[\s\p{P}\p{S}])/gmu;

/** Converts the markup of Slack to Markdown. Mentions of Slack stay, because their ids mean nothing here. */
export function fromSlackMarkup(text: string): string {
  const kept = new KeptPieces();
  const marked = withoutTokens(text)
    .replaceAll(CODE, (code) => kept.keep(code))
    .replaceAll(LINK, (_all, url: string, label: string | undefined) => kept.keep(linkTo(url, label)))
    .replaceAll(BOLD, '**$1**')
    .replaceAll(STRUCK, '~~$1~~')
    .replaceAll(ITALIC, '*$1*');
  return kept.restore(marked).replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function linkTo(url: string, label: string | undefined): string {
  if (url.startsWith('mailto:') || label === undefined) return url;
  return `[${label.replaceAll('[', '(').replaceAll(']', ')')}](${url})`;
}
