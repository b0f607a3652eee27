import type { EngineName } from './engines.ts';
import type { RenderResult, TopicMention } from './result.ts';

/** Collects the findings of the rules while one text is rendered. */
export class Found {
  readonly users = new Set<number>();
  readonly groups = new Set<number>();
  everyone = false;
  topic = false;
  readonly channels = new Set<number>();
  readonly topics = new Map<string, TopicMention>();
  readonly links = new Set<string>();
  readonly attachments = new Set<string>();
  readonly previewable = new Set<string>();
  readonly missing = new Set<EngineName>();
  hasImage = false;

  addTopic(channelId: number, name: string): void {
    this.channels.add(channelId);
    this.topics.set(`${channelId}>${name}`, { channelId, name });
  }

  addLink(href: string): void {
    this.links.add(href);
    const path = uploadPath(href);
    if (path !== undefined) this.attachments.add(path);
  }

  toResult(html: string, content: string): RenderResult {
    return {
      html,
      mentions: {
        users: [...this.users],
        groups: [...this.groups],
        everyone: this.everyone,
        topic: this.topic,
      },
      channels: [...this.channels],
      topics: [...this.topics.values()],
      links: [...this.links],
      attachments: [...this.attachments],
      hasLink: this.links.size > 0,
      hasImage: this.hasImage,
      hasAttachment: this.attachments.size > 0,
      isMeMessage: content.startsWith('/me '),
      previewable: [...this.previewable],
      missing: [...this.missing],
    };
  }
}

/** The result for a text in which nothing can be found. */
export function nothingFound(html: string, content: string): RenderResult {
  return {
    html,
    mentions: { users: [], groups: [], everyone: false, topic: false },
    channels: [],
    topics: [],
    links: [],
    attachments: [],
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    isMeMessage: content.startsWith('/me '),
    previewable: [],
    missing: [],
  };
}

/** The path below `/user_uploads/` that a relative address points to. */
export function uploadPath(href: string): string | undefined {
  const match = /^\/?user_uploads\/([^?#]+)/.exec(href);
  return match?.[1];
}
