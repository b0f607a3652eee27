import type { MarkdownIt, StateInline } from 'markdown-it';
import { openTag } from '../html.ts';
import { type Job, jobOf } from '../job.ts';
import { uploadPath } from '../found.ts';
import { imageAttributes } from '../links/thumbnail.ts';
import { relativeIfLocal, safeUrl } from '../links/url.ts';
import { pushAtom } from './atom.ts';
import { bracketedAt } from './brackets.ts';

/** `![label](target)`: an uploaded picture in the line, or a player for a sound. */
export function media(md: MarkdownIt): void {
  md.inline.ruler.push('media', parse);
}

function parse(state: StateInline): boolean {
  if (state.src[state.pos] !== '!' || state.src[state.pos + 1] !== '[') return false;
  const found = bracketedAt(state, state.pos + 1);
  if (found === undefined) return false;
  const job = jobOf(state.env);
  const url = safeUrl(found.target);
  const href = url === undefined ? undefined : relativeIfLocal(url, job.context.origin);
  const html =
    href === undefined ? undefined : (imageHtml(job, href, found.label) ?? audioHtml(job, href, found.label));
  if (html === undefined || href === undefined) {
    // The words stay as they are and the address inside is found again as a bare one.
    state.pending += state.src.slice(state.pos, found.targetStart);
    state.pos = found.targetStart;
    return true;
  }
  const path = uploadPath(href);
  if (path !== undefined) job.found.attachments.add(path);
  pushAtom(state, html);
  state.pos = found.end;
  return true;
}

function imageHtml(job: Job, href: string, label: string): string | undefined {
  const path = uploadPath(href);
  const upload = path === undefined ? undefined : job.upload(path);
  if (upload?.image === undefined) return undefined;
  job.found.hasImage = true;
  const attributes = imageAttributes(upload, upload.image);
  return openTag('img', {
    ...attributes,
    alt: label,
    class: attributes['class'] === undefined ? 'inline-image' : `inline-image ${attributes['class']}`,
    'data-original-src': href,
  });
}

const AUDIO_TYPE = /^audio\/(?:aac|flac|mp4|x-m4a|mpeg|mp3|wav|x-wav|wave|webm)$/;
const AUDIO_PATH = /^https?:\/\/[^?#]+\.(?:aac|flac|m4a|mp3|wav|weba)(?:[?#]|$)/i;

function audioHtml(job: Job, href: string, label: string): string | undefined {
  const path = uploadPath(href);
  if (path !== undefined) {
    const upload = job.upload(path);
    if (upload === undefined || !AUDIO_TYPE.test(upload.contentType)) return undefined;
  } else if (!AUDIO_PATH.test(href)) return undefined;
  const proxied = job.context.proxied?.[href];
  const attributes = { controls: true, preload: 'metadata', src: proxied ?? href, title: label } as const;
  return `${openTag('audio', proxied === undefined ? attributes : { ...attributes, 'data-original-url': href })}</audio>`;
}
