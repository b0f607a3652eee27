import type { EngineName } from './engines.ts';

/** The rendered text, and the facts in it that sending needs. */
export interface RenderResult {
  html: string;
  /** Loud mentions only; what stands in a quote or is written silently mentions nobody. */
  mentions: Mentions;
  channels: readonly number[];
  topics: readonly TopicMention[];
  /** Targets of all links, each once, in order of appearance. */
  links: readonly string[];
  /** Paths below `/user_uploads/` that the text links to or shows. */
  attachments: readonly string[];
  hasLink: boolean;
  hasImage: boolean;
  hasAttachment: boolean;
  /** The text starts with `/me `. */
  isMeMessage: boolean;
  /** Web pages a preview could be fetched for, in order of appearance. */
  previewable: readonly string[];
  /** Engines that would have been used but were not given; a browser loads them and renders again. */
  missing: readonly EngineName[];
}

export interface Mentions {
  users: readonly number[];
  groups: readonly number[];
  /** `@**all**` and its other names. */
  everyone: boolean;
  /** `@**topic**` */
  topic: boolean;
}

export interface TopicMention {
  channelId: number;
  name: string;
}
