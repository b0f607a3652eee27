import { escapeText, openTag } from '../html.ts';
import type { Job } from '../job.ts';
import { emoticonAt } from './emoticons.ts';
import { emojiCode, extraEmoji, isTextByDefault, namesOfEmoji } from './table.ts';

/** Text that is no other construct: escaped, with line breaks and emoji. */
export function textHtml(job: Job, text: string): string {
  if (!SPECIAL.test(text)) return text;
  const withEmoticons = job.context.translateEmoticons === true ? replaceEmoticons(text) : text;
  return escapeText(withEmoticons).replace(EMOJI_OR_BREAK, (found) => {
    if (found === '\n') return '<br>\n';
    if (found.startsWith(':')) return namedHtml(job, found.slice(1, -1)) ?? found;
    return characterHtml(found);
  });
}

const SPECIAL = /[<>&\n:;(\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\ud83c-\ud83e]/;

// Whole sequences are taken, so that a variant we do not know (a skin tone) is left alone as a whole.
const EMOJI_OR_BREAK =
  /\n|:[a-z0-9_+-]+:|[#*0-9]\ufe0f?\u20e3|(?:\ud83c[\udde6-\uddff]){2}|(?:[\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299]|[\ud83c-\ud83e][\udc00-\udfff])(?:\ufe0f|\ud83c[\udffb-\udfff]|\udb40[\udc20-\udc7f]|\u200d(?:[\u203c-\u2bff]|[\ud83c-\ud83e][\udc00-\udfff]))*/g;

function namedHtml(job: Job, name: string): string | undefined {
  const custom = job.context.customEmoji;
  const picture = custom !== undefined && Object.hasOwn(custom, name) ? custom[name] : extraEmoji.get(name);
  if (picture !== undefined) {
    return openTag('img', { alt: `:${name}:`, class: 'emoji', src: picture, title: name });
  }
  const code = emojiCode(name);
  return code === undefined ? undefined : emojiHtml(code, name);
}

function characterHtml(sequence: string): string {
  const points = Array.from(sequence, (character) =>
    (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'),
  );
  const code = points.filter((point) => point !== 'fe0f').join('-');
  const name = namesOfEmoji(code)[0];
  if (name === undefined || (points.length === 1 && isTextByDefault(code))) return sequence;
  return emojiHtml(code, name);
}

/** Names consist of letters, digits and a few signs: nothing to escape. */
function emojiHtml(code: string, name: string): string {
  const label = name.replaceAll('_', ' ');
  return `<span aria-label="${label}" class="emoji emoji-${code}" role="img" title="${label}">:${name}:</span>`;
}

function replaceEmoticons(text: string): string {
  let replaced = '';
  for (let at = 0; at < text.length;) {
    const emoticon = emoticonAt(text, at);
    replaced += emoticon === undefined ? text[at] : `:${emoticon.name}:`;
    at += emoticon?.length ?? 1;
  }
  return replaced;
}
