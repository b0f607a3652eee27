/** Characters of the private use area, which stand for links and code while emphasis is converted. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

const CODE = /```[^]*?```|`[^`\n]+`/g;
const LINK = /<([A-Za-z][A-Za-z0-9+.-]*:[^|<>\s]+)(?:\|([^<>]*))?>/g;

/** A mark counts at the edge of a word only, so that `snake_case_word` stays. */
function emphasis(mark: string): RegExp {
  const edge = String.raw`[\s\p{P}\p{S}]`;
  const inner = String.raw`(?=[^\s${mark}])([^${mark}\n]*[^\s${mark}])`;
  return new RegExp(`(?<=^|${edge})${mark}${inner}${mark}(?=$|${edge})`, 'gmu');
}

const BOLD = emphasis(String.raw`\*`);
const STRUCK = emphasis('~');
const ITALIC = emphasis('_');

/** Converts the markup of Slack to Markdown. Mentions of Slack stay, because their ids mean nothing here. */
export function fromSlackMarkup(text: string): string {
  const kept: string[] = [];
  const keep = (piece: string): string => `${OPEN}${kept.push(piece) - 1}${CLOSE}`;
  const converted = text
    .replaceAll(/[\uE000\uE001]/g, '')
    .replaceAll(CODE, (code) => keep(code))
    .replaceAll(LINK, (_all, url: string, label: string | undefined) => keep(linkTo(url, label)))
    .replaceAll(BOLD, '**$1**')
    .replaceAll(STRUCK, '~~$1~~')
    .replaceAll(ITALIC, '*$1*')
    .replaceAll(/\uE000(\d+)\uE001/g, (_all, index: string) => kept[Number(index)] ?? '');
  return converted.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function linkTo(url: string, label: string | undefined): string {
  if (url.startsWith('mailto:') || label === undefined) return url;
  return `[${label.replaceAll('[', '(').replaceAll(']', ')')}](${url})`;
}
