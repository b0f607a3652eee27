import type { ArchiveFiles } from '../archive/archive-files.ts';
import { jsonParts } from '../archive/json-parts.ts';
import { textOf } from '../texts.ts';
import { firstText, objectOf, objectsOf, type JsonObject } from '../values.ts';

/** More people, roles and emoji are in no server. */
const MAX_KNOWN = 500_000;

export type DiscordAuthor = { readonly key: string; readonly name: string; readonly isBot: boolean };

/** A file with the messages of a channel, of a thread or of a direct conversation, or with a part of them. */
export type ChannelFile = {
  readonly name: string;
  readonly channel: JsonObject;
  /** People who wrote or reacted. */
  readonly members: ReadonlySet<string>;
};

/** The parts of a server that only its messages tell. */
export type Survey = {
  readonly files: readonly ChannelFile[];
  readonly authors: ReadonlyMap<string, DiscordAuthor>;
  readonly roles: ReadonlyMap<string, { readonly name: string; readonly members: Set<string> }>;
  /** Names and pictures of custom emoji by their ids. */
  readonly emoji: ReadonlyMap<string, { readonly name: string; readonly picture: string }>;
};

type Found = {
  readonly authors: Map<string, DiscordAuthor>;
  readonly roles: Map<string, { readonly name: string; readonly members: Set<string> }>;
  readonly emoji: Map<string, { readonly name: string; readonly picture: string }>;
};

/** Reads all files once. Files that are no exports are left out, and damaged ones count as far as they go. */
export async function survey(files: ArchiveFiles): Promise<Survey> {
  const found: Found = { authors: new Map(), roles: new Map(), emoji: new Map() };
  const surveyed: ChannelFile[] = [];
  for (const name of files.names)
    if (name.endsWith('.json') && !name.includes('_Files/')) {
      const file = await surveyFile(files, name, found);
      if (file !== undefined) surveyed.push(file);
    }
  return { files: surveyed, ...found };
}

async function surveyFile(files: ArchiveFiles, name: string, found: Found): Promise<ChannelFile | undefined> {
  const content = await files.open(name).catch(() => undefined);
  if (content === undefined) return undefined;
  const members = new Set<string>();
  let channel: JsonObject = {};
  let isExport = false;
  try {
    for await (const parts of jsonParts(content))
      for (const { key, value } of parts)
        if (key === 'guild') isExport = textOf(objectOf(value)['id']) !== '';
        else if (key === 'channel') channel = objectOf(value);
        else if (key === 'messages') meet(objectOf(value), members, found);
  } catch {
    // The reader of the messages tells of damage.
  }
  return isExport && textOf(channel['id']) !== '' ? { name, channel, members } : undefined;
}

function meet(message: JsonObject, members: Set<string>, found: Found): void {
  meetAuthor(objectOf(message['author']), members, found);
  for (const reaction of objectsOf(message['reactions'])) {
    meetEmoji(objectOf(reaction['emoji']), found);
    for (const user of objectsOf(reaction['users'])) meetAuthor(user, members, found);
  }
  for (const emoji of objectsOf(message['inlineEmojis'])) meetEmoji(emoji, found);
}

function meetAuthor(author: JsonObject, members: Set<string>, { authors, roles }: Found): void {
  const key = textOf(author['id']);
  if (key === '' || authors.size >= MAX_KNOWN) return;
  members.add(key);
  const name = firstText(author['nickname'], author['name'], key);
  if (!authors.has(key)) authors.set(key, { key, name, isBot: author['isBot'] === true });
  for (const role of objectsOf(author['roles'])) {
    const id = textOf(role['id']);
    if (id === '' || roles.size >= MAX_KNOWN) continue;
    const known = roles.get(id) ?? { name: textOf(role['name']), members: new Set<string>() };
    roles.set(id, known);
    known.members.add(key);
  }
}

function meetEmoji(raw: JsonObject, { emoji }: Found): void {
  const id = textOf(raw['id']);
  if (id === '' || emoji.has(id) || emoji.size >= MAX_KNOWN) return;
  emoji.set(id, { name: textOf(raw['name']), picture: textOf(raw['imageUrl']) });
}
