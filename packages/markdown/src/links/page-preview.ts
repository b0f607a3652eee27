import type { Token } from 'markdown-it';
import type { PagePreview } from '../context.ts';
import { escapeCode, openTag } from '../html.ts';
import { linkMetaOf, type LinkMeta } from '../inline/atom.ts';
import type { Job } from '../job.ts';

/** The block that shows a page. Mobile apps know exactly this structure, without any white space. */
export function pageHtml(job: Job, href: string, page: PagePreview): string {
  const source = job.context.proxied?.[page.image] ?? page.image;
  const title: Record<string, string> = page.title === undefined ? {} : { title: page.title };
  const picture = openTag('img', { src: source });
  switch (page.kind) {
    case 'photo':
      return `<div class="message_inline_image">${openTag('a', { href, ...title })}${picture}</a></div>`;
    case 'video': {
      const link = openTag('a', { 'data-id': page.html ?? '', href, ...title });
      return `<div class="embed-video message_inline_image">${link}${picture}</a></div>`;
    }
    case 'card':
      return cardHtml(href, page, source);
  }
}

function cardHtml(href: string, { title, description }: PagePreview, source: string): string {
  const style = `background-image: url("${escapeStyle(source)}")`;
  const picture = `${openTag('a', { class: 'message_embed_image', href, style })}</a>`;
  const heading =
    title === undefined
      ? ''
      : `<div class="message_embed_title">${openTag('a', { href, title })}${escapeCode(title)}</a></div>`;
  const text =
    description === undefined
      ? ''
      : `<div class="message_embed_description">${escapeCode(description)}</div>`;
  return `<div class="message_embed">${picture}<div class="data-container">${heading}${text}</div></div>`;
}

/** The content of a string in a style sheet. */
function escapeStyle(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\a ');
}

const VIDEO_HOSTS: readonly { readonly name: string; readonly host: RegExp }[] = [
  { name: 'YouTube', host: /^https?:\/\/(?:[a-z]+\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be)\//i },
  { name: 'Vimeo', host: /^https?:\/\/(?:[a-z]+\.)?vimeo\.com\//i },
];

/** The bare link to a video gets its title as text. */
export function nameVideo(token: Token, link: LinkMeta, { title }: PagePreview): void {
  const site = VIDEO_HOSTS.find(({ host }) => host.test(link.href));
  if (site === undefined || title === undefined || link.label !== undefined) return;
  const atom = token.children?.find((child) => linkMetaOf(child) === link);
  if (atom !== undefined)
    atom.content = `${openTag('a', { href: link.href })}${escapeCode(`${site.name} - ${title}`)}</a>`;
}
