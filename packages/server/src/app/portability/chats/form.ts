import type { VisibilityPolicy } from '@parley/contract/objects/personal.ts';
import type { Role } from '@parley/contract/primitives.ts';
import type { ImportSource } from '@parley/contract/objects/realm-import.ts';
import type { Readable } from 'node:stream';
import type { ImportReport } from './report.ts';

/**
 * The archive of another chat. People, channels, groups and emoji are few and held in memory; messages
 * are a stream in any order. `key` is an id of the other chat.
 */
export type ChatArchive = {
  readonly source: ImportSource;
  /** The workspace: equal for all archives of it, so that a second one continues the first. */
  readonly origin: string;
  /** Entries of the archive that lead elsewhere, and links: they are not read. */
  readonly refused: number;
  readonly people: readonly Person[];
  readonly channels: readonly ImportedChannel[];
  /** Direct conversations whose people have read a part of them. */
  readonly directs?: readonly (readonly Member[])[];
  readonly groups: readonly Group[];
  readonly emoji: readonly ImportedEmoji[];
  /** Reads all messages; `report` counts what is not taken. */
  messages(report: ImportReport): AsyncIterable<ImportedMessage>;
  /** Reactions that the archive has apart from messages. */
  reactions?(report: ImportReport): AsyncIterable<LateReaction>;
  /** The content of a file in the archive, or undefined if it is missing. */
  openFile(path: string): Promise<Readable | undefined>;
  close(): Promise<void>;
};

export type Person = {
  readonly key: string;
  readonly name: string;
  /** Undefined if the archive has no address of theirs. */
  readonly email?: string | undefined;
  readonly role: Role;
  readonly isActive: boolean;
  readonly isBot: boolean;
  /** An account of the other server itself: here it is the account that reports changes. */
  readonly isSystem?: boolean;
  readonly joinedAt?: number | undefined;
  readonly timezone?: string | undefined;
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** A file with a picture. */
  readonly picture?: string | undefined;
};

export type ImportedChannel = {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly isHistoryPublic: boolean;
  readonly isWebPublic?: boolean;
  readonly isArchived: boolean;
  readonly isDefault: boolean;
  readonly createdAt?: number | undefined;
  readonly creator?: string | undefined;
  /** The name of the folder that the channel belongs to. */
  readonly folder?: string | undefined;
  readonly members: readonly Member[];
  /** System groups that have permissions in the channel, such as `role:administrators`, by permission. */
  readonly permissions?: Readonly<Record<string, string>>;
  readonly policies?: readonly ImportedPolicy[];
};

/** A topic that a person muted (1), unmuted (2) or follows (3). */
export type ImportedPolicy = {
  readonly person: string;
  readonly topic: string;
  readonly policy: VisibilityPolicy;
};

export type Member = {
  readonly person: string;
  readonly isMuted?: boolean;
  readonly isPinned?: boolean;
  readonly color?: string | undefined;
  /** The time up to which messages are read; all if undefined. */
  readonly readUpTo?: number | undefined;
};

export type Group = {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly members: readonly string[];
};

export type ImportedEmoji = {
  readonly key: string;
  readonly name: string;
  /** A file with the picture. */
  readonly picture: string;
};

/** A text in our Markdown, in which people, channels and files are named by their keys. */
export type TextPiece =
  | string
  | { readonly person: string; readonly label: string; readonly isSilent?: boolean }
  /** `text` is shown instead of the name. */
  | { readonly channel: string; readonly label: string; readonly topic?: string; readonly text?: string }
  /** A link to another message; to its address in the other chat if it is not here. */
  | { readonly message: string; readonly label: string; readonly url?: string }
  | { readonly group: string; readonly label: string; readonly isSilent?: boolean }
  | { readonly file: ImportedFile };

export type ImportedFile = {
  readonly key: string;
  readonly name: string;
  /** Where the archive has it. */
  readonly path?: string | undefined;
  /** Where it is on the Web, if the archive has only that. */
  readonly url?: string | undefined;
};

/** The place of a message: a channel, or the people of a direct conversation. */
export type ImportedPlace = { readonly channel: string } | { readonly people: readonly string[] };

export type ImportedMessage = {
  /** The id within the workspace. */
  readonly key: string;
  /** Whether another message can have the same key, because the other chat tells no ids. */
  readonly hasWeakKey?: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The order of messages of the same time; that of the archive if equal. */
  readonly order?: string | undefined;
  readonly sender: string;
  /** For senders who are not among the people. */
  readonly senderName?: string | undefined;
  readonly place: ImportedPlace;
  /** The topic, for sources that have topics. */
  readonly topic?: string | undefined;
  /** The key of the first message of the thread to which this one belongs; its own key if it opens one. */
  readonly thread?: string | undefined;
  /** The title of the thread that the message opens. */
  readonly title?: string | undefined;
  readonly text: readonly TextPiece[];
  /** The text as the other chat writes it, for comparisons. */
  readonly original?: string | undefined;
  readonly editedAt?: number | undefined;
  readonly edits?: readonly Edit[];
  readonly reactions?: readonly Reaction[];
  readonly files?: readonly ImportedFile[];
  readonly starredBy?: readonly string[];
  readonly mentioned?: readonly string[];
  /** People who received it, in private channels whose history is hidden from people who came later. */
  readonly receivedBy?: readonly string[];
  /** People who have not read it. Everyone else has. */
  readonly unreadBy?: readonly string[];
};

export type Edit = {
  readonly by?: string | undefined;
  readonly at: number;
  readonly text?: readonly TextPiece[];
  readonly topic?: { readonly from: string; readonly to: string };
};

/** `emoji` is a code (code points in hexadecimal), or the name of a custom emoji. */
export type Reaction = {
  readonly person: string;
  readonly emoji: { readonly code: string } | { readonly name: string };
};

export type LateReaction = Reaction & { readonly message: string };
