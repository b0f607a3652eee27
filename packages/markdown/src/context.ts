/** Facts about the organization for the names in the text, read with one lookup by the caller. */
export interface RenderContext {
  /** Origin of the organization, without a slash at the end; links to it become relative. */
  origin?: string;
  /** Users whom the sender may see. */
  users?: readonly User[];
  groups?: readonly Group[];
  /** Channels whose content the sender may read; any other name stays text. */
  channels?: readonly Channel[];
  /** Topics that have messages, with the latest one that the sender may see. */
  topics?: readonly Topic[];
  /** Uploaded files, by their path below `/user_uploads/`. */
  uploads?: readonly Upload[];
  /** Active custom emoji: name → address of its picture. */
  customEmoji?: Readonly<Record<string, string>>;
  /** In order of priority. */
  linkifiers?: readonly Linkifier[];
  /** Language of code blocks that name none. */
  defaultCodeLanguage?: string;
  /** The sender's setting that `:)` becomes a picture. */
  translateEmoticons?: boolean;
  /** Show images, videos and the like below the text that links to them. */
  previews?: boolean;
  /** External media address → address at the organization's image proxy. */
  proxied?: Readonly<Record<string, string>>;
}

export interface User {
  id: number;
  name: string;
  /** A deactivated user is mentioned silently. */
  active: boolean;
}

export interface Group {
  id: number;
  name: string;
  active: boolean;
  /** Shown instead of the name: system groups have one. */
  displayName?: string;
}

export interface Channel {
  id: number;
  name: string;
}

export interface Topic {
  channelId: number;
  name: string;
  latestMessageId: number;
}

export interface Upload {
  path: string;
  contentType: string;
  /** Present for pictures. */
  image?: UploadedImage;
}

export interface UploadedImage {
  width: number;
  height: number;
  thumbnail: 'pending' | 'ready';
  animated?: boolean;
  /** Name of a converted copy, for formats that browsers do not show. */
  transcoded?: string;
}

export interface Linkifier {
  /** RE2 dialect, groups written `(?P<name>…)`. */
  pattern: string;
  /** RFC 6570. */
  urlTemplate: string;
}
