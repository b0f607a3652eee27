import { parseMessageHtml } from '../../content/trusted-html.ts';
import type { Message } from '@parley/client';

/** A file or link in messages. */
export type PanelLink = { readonly href: string; readonly label: string; readonly isImage: boolean };

export type TopicFacts = {
  /** Senders, the latest first. */
  readonly userIds: readonly number[];
  readonly files: readonly PanelLink[];
  readonly links: readonly PanelLink[];
};

/** Files and links in the panel, each. */
const MAX_PANEL_LINKS = 20;
const MAX_PANEL_USERS = 50;

/** Users, files and links of loaded messages; the latest come first. */
export function topicFacts(messages: readonly Message[]): TopicFacts {
  const userIds = new Set<number>();
  const files = new Map<string, PanelLink>();
  const links = new Map<string, PanelLink>();
  for (const message of messages.toReversed()) {
    userIds.add(message.sender_id);
    for (const link of linksIn(message.content)) {
      const list = link.href.startsWith('/user_uploads/') ? files : links;
      if (list.size < MAX_PANEL_LINKS && !list.has(link.href)) list.set(link.href, link);
    }
  }
  return {
    userIds: [...userIds].slice(0, MAX_PANEL_USERS),
    files: [...files.values()],
    links: [...links.values()],
  };
}

const IMAGE = /\.(png|jpe?g|gif|webp|avif|heic)$/i;

function linksIn(html: string): PanelLink[] {
  return [...parseMessageHtml(html).querySelectorAll<HTMLAnchorElement>('a[href]')].flatMap((anchor) => {
    const href = anchor.getAttribute('href') ?? '';
    const text = (anchor.textContent ?? '').trim();
    if (text === '' && !href.startsWith('/user_uploads/')) return [];
    const name = decodeURIComponent(href.split('/').at(-1) ?? '');
    return [{ href, label: text === '' ? name : text, isImage: IMAGE.test(name) }];
  });
}
