import { t } from '../words/index.ts';
import { element, iconElement } from './elements.ts';
import { frameSize } from './frame-size.ts';
import styles from './media.module.css';

/** Pictures, videos and sounds get frames of their final size, so that nothing moves when they arrive. */
export function dressMedia(nodes: ParentNode): void {
  for (const preview of nodes.querySelectorAll('div.message_inline_image')) dressPreview(preview);
  for (const picture of nodes.querySelectorAll<HTMLImageElement>('img.inline-image')) {
    const frame = element('a', styles['frame'], { href: picture.dataset['originalSrc'] ?? picture.src });
    picture.replaceWith(frame);
    fill(frame, picture, picture.alt);
  }
  dropNames(nodes);
  for (const sound of nodes.querySelectorAll('audio')) sound.className = styles['sound'] ?? '';
}

function dressPreview(preview: Element): void {
  const link = preview.querySelector('a');
  const medium = link?.querySelector<HTMLImageElement | HTMLVideoElement>('img, video');
  if (link === null || medium === null || medium === undefined) return;
  const address = link.getAttribute('href') ?? '';
  if (!isOurs(medium.getAttribute('src') ?? '')) {
    preview.replaceWith(namesItself(preview, address) ? '' : linkTo(address));
    return;
  }
  const name = link.title === '' ? (address.split('/').at(-1) ?? '') : link.title;
  if (medium instanceof HTMLVideoElement) {
    medium.controls = true;
    medium.setAttribute('aria-label', name);
    place(preview, element('span', `${styles['frame']} ${styles['video']}`, {}, [medium]));
  } else if (preview.matches('.youtube-video, .embed-video')) {
    medium.alt = t('Video: {name}', { name: link.title === '' ? address : link.title });
    medium.className = styles['pixels'] ?? '';
    link.className = `${styles['frame']} ${styles['video']} ${styles['player']}`;
    delete link.dataset['id'];
    place(preview, link);
  } else {
    link.className = styles['frame'] ?? '';
    place(preview, link);
    fill(link, medium, name);
    // The page may load the signed address only; the link leads to the original.
    if (!isOurs(address)) link.dataset['source'] = medium.getAttribute('src') ?? '';
  }
}

/** Neighboring previews share a line. */
function place(preview: Element, frame: Element): void {
  const before = preview.previousElementSibling;
  if (before?.hasAttribute('data-pictures') === true) {
    before.append(frame);
    preview.remove();
  } else preview.replaceWith(element('div', styles['pictures'], { 'data-pictures': '' }, [frame]));
}

function fill(frame: HTMLElement, picture: HTMLImageElement, name: string): void {
  const { width, height, ratio } = frameSize(picture.dataset['originalDimensions']);
  frame.style.setProperty('--w', `${width}`);
  frame.style.setProperty('--ratio', ratio);
  frame.dataset['do'] = 'picture';
  frame.setAttribute('title', name);
  if (picture.classList.contains('image-loading-placeholder')) {
    frame.replaceChildren(
      element('span', styles['waiting'], {}, [
        iconElement('image'),
        element('span', 'clip', {}, [name]),
        t('loading'),
      ]),
    );
    return;
  }
  picture.alt = name === '' ? t('Picture') : name;
  picture.width = width;
  picture.height = height;
  picture.decoding = 'async';
  picture.className = styles['pixels'] ?? '';
  frame.replaceChildren(picture);
}

/** Removes lines at the end of a paragraph that only repeat the names of pictures below it. */
function dropNames(nodes: ParentNode): void {
  const frames = nodes.querySelectorAll('a[data-do=picture]');
  if (frames.length === 0) return;
  const shown = new Set([...frames].map((frame) => frame.getAttribute('href')));
  const isName = (node: Node): boolean =>
    node instanceof HTMLAnchorElement
      ? shown.has(node.getAttribute('href')) && node.dataset['do'] !== 'picture'
      : node instanceof HTMLBRElement || (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() === '');
  for (const paragraph of nodes.querySelectorAll('p')) {
    const parts = [...paragraph.childNodes];
    const lastWord = parts.findLastIndex((node) => !isName(node));
    const lineEnd = parts.findIndex((node, index) => index > lastWord && node instanceof HTMLBRElement);
    if (lastWord < 0) paragraph.remove();
    else if (lineEnd > 0) for (const part of parts.slice(lineEnd)) part.remove();
  }
}

function isOurs(source: string): boolean {
  return /^\/(?!\/)/.test(source);
}

/** Whether the message text above the preview links to the same address. */
function namesItself(preview: Element, address: string): boolean {
  return [...(preview.parentNode?.querySelectorAll('a') ?? [])].some(
    (link) => !preview.contains(link) && link.getAttribute('href') === address,
  );
}

function linkTo(address: string): Element {
  return element('p', '', {}, [element('a', '', { href: address }, [address])]);
}
