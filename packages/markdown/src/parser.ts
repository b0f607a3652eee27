import Library, { type MarkdownIt } from 'markdown-it';
import { fence } from './block/fence.ts';
import { heading } from './block/heading.ts';
import { list } from './block/list.ts';
import { quote } from './block/quote.ts';
import { autoLink } from './inline/auto-link.ts';
import { channelLink } from './inline/channel-link.ts';
import { codeSpan } from './inline/code-span.ts';
import { emphasis } from './inline/emphasis.ts';
import { groupMention } from './inline/group-mention.ts';
import { link } from './inline/link.ts';
import { linkifier } from './inline/linkifier.ts';
import { math } from './inline/math.ts';
import { media } from './inline/media.ts';
import { mention } from './inline/mention.ts';
import { silenceInQuotes } from './inline/silence.ts';
import { text } from './inline/text.ts';
import { time } from './inline/time.ts';
import { previews } from './links/previews.ts';

/**
 * The library's block parser with our rules in it. Inline text takes two walks: rules that begin at a
 * certain character make atoms, then links, patterns and emphasis are found in the text between them.
 */
export function createParser(): MarkdownIt {
  const md = new Library('zero');
  md.enable(['table', 'hr', 'heading', 'code']);
  md.use(fence).use(quote).use(list).use(heading);
  md.inline.ruler2.enableOnly([]);
  md.use(text).use(codeSpan).use(mention).use(math).use(channelLink).use(time).use(groupMention);
  md.use(link).use(media);
  md.use(autoLink).use(linkifier).use(emphasis);
  md.core.ruler.enableOnly(['normalize', 'block', 'inline']);
  md.use(silenceInQuotes).use(previews);
  return md;
}
