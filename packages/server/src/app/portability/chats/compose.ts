import { channelPath, topicPath, type RenderContext, type RenderResult } from '@parley/markdown';
import { limits } from '@parley/contract/limits.ts';
import type { Files, KeptFile } from './files.ts';
import type { ImportedChannel, ImportedFile, TextPiece } from './form.ts';
import type { ImportedAccount } from './people.ts';
import { splitText, storable } from './texts.ts';

/** Objects that texts name. */
export type Names = {
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
  readonly channels: ReadonlyMap<
    string,
    { readonly channel: ImportedChannel; readonly id: number; readonly name: string }
  >;
  readonly groups: ReadonlyMap<string, { readonly id: number; readonly name: string }>;
  /** Messages by their keys, once they are written. */
  readonly messages?: ReadonlyMap<string, LinkedMessage>;
};

/** A message that links lead to: in a topic of a channel, or in the direct conversation of users. */
export type LinkedMessage = {
  readonly id: number;
  readonly channelId: number | undefined;
  readonly topic: string;
  readonly users: readonly number[];
};

export type ComposedText = {
  readonly content: string;
  readonly rendered: RenderResult;
  readonly files: readonly KeptFile[];
};

export type Composer = {
  /** The text of a message in our Markdown and as HTML, in parts of the greatest length. */
  compose(
    sender: Author,
    pieces: readonly TextPiece[],
    files: readonly ImportedFile[],
  ): Promise<ComposedText[]>;
};

export type Author = { readonly key: string; readonly id: number; readonly channel: string | undefined };

type Parts = {
  readonly names: Names;
  readonly files: Files;
  readonly base: RenderContext;
  readonly render: (content: string, context: RenderContext) => Promise<RenderResult>;
};

/** Markdown of an empty message. */
const EMPTY = '*(no text)*';

export function createComposer({ names, files, base, render }: Parts): Composer {
  return {
    compose: async (author, pieces, attached) => {
      const named = new Named(names, author);
      const stored: KeptFile[] = [];
      const texts: string[] = [];
      const add = async (file: ImportedFile): Promise<string> => {
        const found = await files.store(file, author.id);
        if (found !== undefined) stored.push(found);
        return linkTo(file, found);
      };
      for (const piece of pieces)
        texts.push(
          typeof piece === 'object' && 'file' in piece ? await add(piece.file) : named.textOf(piece),
        );
      const links: string[] = [];
      for (const file of attached) links.push(await add(file));
      const whole = [storable(texts.join('')).trim(), ...links].filter((text) => text !== '').join('\n');
      const composed: ComposedText[] = [];
      for (const content of splitText(whole === '' ? EMPTY : whole, limits.messageLength)) {
        const context: RenderContext = {
          ...base,
          ...named.context(),
          ...(stored.length === 0 ? {} : { uploads: stored.map(({ upload }) => upload) }),
        };
        const rendered = await render(content, context);
        composed.push({
          content,
          rendered,
          files: stored.filter(({ path }) => rendered.attachments.includes(path)),
        });
      }
      return composed;
    },
  };
}

function linkTo({ name, url }: ImportedFile, stored: KeptFile | undefined): string {
  const label =
    storable(name)
      .replaceAll(/[[\]\\\n\r`]/g, ' ')
      .trim() || 'file';
  if (stored !== undefined) return `[${label}](/user_uploads/${stored.path})`;
  return url !== undefined && isLink(url)
    ? `[${label}](${url})`
    : `*(file not in the archive: ${label.replaceAll('*', ' ')})*`;
}

/** Whether an address can be a link: no scripts, and nothing that ends the link. */
export function isLink(url: string): boolean {
  return /^https?:\/\/[^\s()<>\\[\]"']{1,2000}$/.test(url);
}

/** A link with a label that cannot end it, or its text if it is no link. */
export function linkOf(target: string, label: string): string {
  const text = label.replaceAll(/[[\]\\]/g, ' ').trim();
  const mail = target.startsWith('mailto:') ? target.slice('mailto:'.length) : undefined;
  if (mail !== undefined || target.startsWith('tel:')) return text || mail || target;
  if (!isLink(target)) return text === '' || text === target ? target : `${text} (${target})`;
  return text === '' || text === target ? target : `[${text}](${target})`;
}

/** People, channels and groups in one message, as mentions that rendering knows. */
class Named {
  readonly #names: Names;
  readonly #author: Author;
  readonly #users = new Map<number, { id: number; name: string; active: boolean }>();
  readonly #channels = new Map<number, { id: number; name: string }>();
  readonly #groups = new Map<number, { id: number; name: string; active: boolean }>();

  constructor(names: Names, author: Author) {
    this.#names = names;
    this.#author = author;
  }

  textOf(piece: Exclude<TextPiece, { readonly file: ImportedFile }>): string {
    if (typeof piece === 'string') return piece;
    if ('person' in piece) return this.#person(piece);
    if ('channel' in piece) return this.#channel(piece);
    if ('message' in piece) return this.#message(piece);
    const group = this.#names.groups.get(piece.group);
    if (group === undefined) return `@${plain(piece.label)}`;
    this.#groups.set(group.id, { ...group, active: true });
    return `@${piece.isSilent === false ? '' : '_'}*${group.name}*`;
  }

  context(): Pick<RenderContext, 'users' | 'channels' | 'groups'> {
    return {
      users: [...this.#users.values()],
      channels: [...this.#channels.values()],
      groups: [...this.#groups.values()],
    };
  }

  #person({
    person,
    label,
    isSilent = false,
  }: {
    person: string;
    label: string;
    isSilent?: boolean;
  }): string {
    const account = this.#names.accounts.get(person);
    if (account === undefined) return `@${plain(label)}`;
    this.#users.set(account.id, { id: account.id, name: account.name, active: account.isActive });
    return `@${isSilent || !account.isActive ? '_' : ''}**${account.name}|${account.id}**`;
  }

  #channel({
    channel: key,
    label,
    topic,
    text = '',
  }: Extract<TextPiece, { readonly channel: string }>): string {
    const found = this.#names.channels.get(key);
    if (found === undefined) return `#${plain(label)}`;
    if (!this.#mayName(found)) return '#private channel';
    this.#channels.set(found.id, { id: found.id, name: found.name });
    if (text !== '' || !isPlainTopic(topic ?? ''))
      return linkWith(
        text || `#${found.name}`,
        topic === undefined ? channelPath(found) : topicPath(found, topic),
      );
    return topic === undefined ? `#**${found.name}**` : `#**${found.name}>${topic}**`;
  }

  #message({ message, label, url }: Extract<TextPiece, { readonly message: string }>): string {
    const found = this.#names.messages?.get(message);
    if (found?.users.includes(this.#author.id) === true)
      return linkWith(label || 'message', `/#narrow/dm/${found.users.join(',')}/near/${found.id}`);
    const target = [...this.#names.channels.values()].find(({ id }) => id === found?.channelId);
    if (found === undefined || target === undefined || !this.#mayName(target))
      return url === undefined || !isLink(url) ? plain(label) : linkWith(label, url);
    this.#channels.set(target.id, { id: target.id, name: target.name });
    if (label === '' && isPlainTopic(found.topic)) return `#**${target.name}>${found.topic}@${found.id}**`;
    return linkWith(
      label === '' ? `#${plain(target.name)}` : label,
      `${topicPath(target, found.topic)}/near/${found.id}`,
    );
  }

  /** A private channel is a link for its members only, as for any sender. */
  #mayName({ channel }: { readonly channel: ImportedChannel }): boolean {
    const { key: sender, channel: place } = this.#author;
    return (
      !channel.isPrivate || place === channel.key || channel.members.some(({ person }) => person === sender)
    );
  }
}

/** Topics that links with a topic can have. */
function isPlainTopic(topic: string): boolean {
  return !/[*\n]/.test(topic);
}

function linkWith(label: string, url: string): string {
  const text = plain(label);
  return text === '' || text === url ? url : `[${text}](${url})`;
}

function plain(label: string): string {
  return storable(label)
    .replaceAll(/[*_`[\]<>\\\n]/g, ' ')
    .slice(0, 100)
    .trim();
}
