import type { EngineName } from './engines.ts';

/** The rendered text, and the facts in it that sending needs. */
export type RenderResult = {
  readonly html: string;
  /** Loud mentions only; quotes and silent mentions do not count. */
  readonly mentions: Mentions;
  readonly channels: readonly number[];
  readonly topics: readonly TopicMention[];
  /** Targets of all links, each once, in order of appearance. */
  readonly links: readonly string[];
  /** Paths below `/user_uploads/` that the text links to or shows. */
  readonly attachments: readonly string[];
  readonly hasLink: boolean;
  readonly hasImage: boolean;
  readonly hasAttachment: boolean;
  /** The text starts with `/me `. */
  readonly isMeMessage: boolean;
  /** Web pages a preview could be fetched for, in order of appearance. */
  readonly previewable: readonly string[];
  /** Engines that would have been used but were not given; a browser loads them and renders again. */
  readonly missing: readonly EngineName[];
};

export type Mentions = {
  readonly users: readonly number[];
  readonly groups: readonly number[];
  /** `@**all**` and its other names. */
  readonly everyone: boolean;
  /** `@**topic**` */
  readonly topic: boolean;
};

export type TopicMention = {
  readonly channelId: number;
  readonly name: string;
};
