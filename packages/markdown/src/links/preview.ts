import { uploadPath } from '../found.ts';
import { openTag } from '../html.ts';
import type { LinkMeta } from '../inline/atom.ts';
import type { Job } from '../job.ts';
import { imageAttributes } from './thumbnail.ts';

export type Preview = {
  readonly html: string;
  readonly isImage: boolean;
  /** A bare link alone in its paragraph gives way to the picture. */
  readonly replacesText: boolean;
  /** Its page may be fetched for its title. */
  readonly hasPage?: true;
};

/** The preview of a link below the text, if it has one. */
export function previewOf(job: Job, link: LinkMeta): Preview | undefined {
  if (job.context.previews !== true) return undefined;
  const path = uploadPath(link.href);
  if (path !== undefined) return uploadPreview(job, link, path);
  const external = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(link.href);
  if (external === null) return undefined;
  const name = external[1] ?? '';
  const source = job.context.proxied?.[link.href] ?? link.href;
  if (IMAGE_NAME.test(name)) return imagePreview(link, { src: source });
  if (VIDEO_NAME.test(name)) return videoPreview(link, source);
  return youtubePreview(job, link);
}

/** Whether an address may lead to a page, not to a picture or video. */
export function mayBePage(href: string): boolean {
  const path = /^https?:\/\/[^/?#]+([^?#]*)/i.exec(href)?.[1];
  return path !== undefined && !IMAGE_NAME.test(path) && !VIDEO_NAME.test(path);
}

const IMAGE_NAME = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO_NAME = /\.(?:mov|mp4|webm)$/i;

function uploadPreview(job: Job, link: LinkMeta, path: string): Preview | undefined {
  const upload = job.upload(path);
  if (upload?.image !== undefined) return imagePreview(link, imageAttributes(upload, upload.image));
  return VIDEO_NAME.test(path) ? videoPreview(link, link.href) : undefined;
}

function imagePreview(link: LinkMeta, attributes: Record<string, string>): Preview {
  const html = `<div class="message_inline_image">${linkTag(link)}${openTag('img', attributes)}</a></div>`;
  return { html, isImage: true, replacesText: true };
}

function videoPreview(link: LinkMeta, source: string): Preview {
  const video = `${openTag('video', { preload: 'metadata', src: source })}</video>`;
  const html = `<div class="message_inline_image message_inline_video">${linkTag(link)}${video}</a></div>`;
  // A search for images finds messages with videos too: both are shown in the same kind of block.
  return { html, isImage: true, replacesText: true };
}

const YOUTUBE =
  /^https?:\/\/(?:(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i;

/** The picture that stands for a film. */
export function youtubePicture(href: string): { id: string; picture: string } | undefined {
  const id = YOUTUBE.exec(href)?.[1];
  return id === undefined ? undefined : { id, picture: `https://i.ytimg.com/vi/${id}/mqdefault.jpg` };
}

function youtubePreview(job: Job, link: LinkMeta): Preview | undefined {
  const film = youtubePicture(link.href);
  if (film === undefined) return undefined;
  const source = job.context.proxied?.[film.picture] ?? film.picture;
  const picture = `${openTag('a', { 'data-id': film.id, href: link.href })}${openTag('img', { src: source })}</a>`;
  const html = `<div class="youtube-video message_inline_image">${picture}</div>`;
  return { html, isImage: true, replacesText: false, hasPage: true };
}

function linkTag(link: LinkMeta): string {
  return openTag(
    'a',
    link.label === undefined ? { href: link.href } : { href: link.href, title: link.label },
  );
}
