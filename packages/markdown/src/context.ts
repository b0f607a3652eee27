/** Facts about the organization for the names in the text, read with one lookup by the caller. */
export type RenderContext = {
  /** Origin of the organization, without a slash at the end; links to it become relative. */
  readonly origin?: string;
  /** Users whom the sender may see. */
  readonly users?: readonly User[];
  readonly groups?: readonly Group[];
  /** Channels whose content the sender may read; any other name stays text. */
  readonly channels?: readonly Channel[];
  /** Topics that have messages, with the latest one that the sender may see. */
  readonly topics?: readonly Topic[];
  /** Uploaded files, by their path below `/user_uploads/`. */
  readonly uploads?: readonly Upload[];
  /** Active custom emoji: name → address of its picture. */
  readonly customEmoji?: Readonly<Record<string, string>>;
  /** In order of priority. */
  readonly linkifiers?: readonly Linkifier[];
  /** Language of code blocks that name none. */
  readonly defaultCodeLanguage?: string;
  /** The sender's setting that `:)` becomes a picture. */
  readonly translateEmoticons?: boolean;
  /** Show images, videos and the like below the text that links to them. */
  readonly previews?: boolean;
  /** Pages that the text links to, by their address; the text is rendered again with them. */
  readonly pages?: Readonly<Record<string, PagePreview>>;
  /** External media address → address at the organization's image proxy. */
  readonly proxied?: Readonly<Record<string, string>>;
};

/** The preview of a linked page. */
export type PagePreview = {
  /** A card of the page, or a picture or a player that stands for it. */
  readonly kind: 'card' | 'photo' | 'video';
  readonly title?: string;
  readonly description?: string;
  readonly image: string;
  /** The frame of a player, from a provider that the server trusts. */
  readonly html?: string;
};

export type User = {
  readonly id: number;
  readonly name: string;
  /** A deactivated user is mentioned silently. */
  readonly active: boolean;
};

export type Group = {
  readonly id: number;
  readonly name: string;
  readonly active: boolean;
  /** Shown instead of the name: system groups have one. */
  readonly displayName?: string;
};

export type Channel = {
  readonly id: number;
  readonly name: string;
};

export type Topic = {
  readonly channelId: number;
  readonly name: string;
  readonly latestMessageId: number;
};

export type Upload = {
  readonly path: string;
  readonly contentType: string;
  /** Present for pictures. */
  readonly image?: UploadedImage;
};

export type UploadedImage = {
  readonly width: number;
  readonly height: number;
  readonly thumbnail: 'pending' | 'ready';
  readonly animated?: boolean;
  /** Name of a converted copy, for formats that browsers do not show. */
  readonly transcoded?: string;
};

export type Linkifier = {
  /** RE2 dialect, groups written `(?P<name>…)`. */
  readonly pattern: string;
  /** RFC 6570. */
  readonly urlTemplate: string;
};
