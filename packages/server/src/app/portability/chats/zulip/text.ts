import type { ImportedFile, TextPiece } from '../form.ts';
import { outsideCode, replaceAll } from '../markdown-text.ts';
import { narrowOf } from './narrow.ts';

/** Names and files of the organization that texts mention. */
export type Known = {
  readonly people: ReadonlyMap<string, string>;
  readonly peopleByName: ReadonlyMap<string, string>;
  readonly groupsByName: ReadonlyMap<string, string>;
  readonly channels: ReadonlyMap<string, string>;
  readonly channelsByName: ReadonlyMap<string, string>;
  /** The file of a path below `/user_uploads/`, if texts may lead to it. */
  readonly fileOf: (path: string, label: string) => ImportedFile | undefined;
};

/** In this order: a person, a group, a channel with a topic, a link with a label, an address. */
const PARTS =
  /@(_?)\*\*([^*\n|]+)(?:\|([0-9]+))?\*\*|@(_?)\*([^*\n]+)\*|#\*\*([^*>\n]+)(?:>([^*\n]*))?\*\*|(!?)\[([^[\]\n]*)\]\(([^()\s]+)\)|((?:https?:\/\/|\/user_uploads\/|\/?#narrow\/)[^\s<>()[\]]+)/g;

/** The Markdown is ours; what names objects of the other server becomes pieces. */
export function piecesOf(text: string, known: Known): TextPiece[] {
  return outsideCode(text, (plain) =>
    replaceAll(plain, PARTS, (groups) => {
      const [whole = '', silent, name, id, groupSilent, group, channel, topic, image, label, url, address] =
        groups;
      if (name !== undefined) return [personPiece(whole, name, id, silent === '_', known)];
      if (group !== undefined) return [groupPiece(whole, group, groupSilent === '_', known)];
      if (channel !== undefined) return [channelPiece(whole, channel, topic, known)];
      if (url !== undefined) return linkPieces(whole, image ?? '', label ?? '', url, known);
      return [addressPiece(whole, address ?? '', '', known)];
    }),
  );
}

function personPiece(
  whole: string,
  name: string,
  id: string | undefined,
  isSilent: boolean,
  known: Known,
): TextPiece {
  const person = id ?? known.peopleByName.get(name);
  if (person === undefined || !known.people.has(person)) return whole;
  return { person, label: name, isSilent };
}

function groupPiece(whole: string, name: string, isSilent: boolean, { groupsByName }: Known): TextPiece {
  const group = groupsByName.get(name);
  return group === undefined ? whole : { group, label: name, isSilent };
}

const WITH_MESSAGE = /@([0-9]{1,15})$/;

function channelPiece(
  whole: string,
  name: string,
  topic: string | undefined,
  { channelsByName }: Known,
): TextPiece {
  const channel = channelsByName.get(name);
  if (channel === undefined) return whole;
  const message = topic === undefined ? undefined : WITH_MESSAGE.exec(topic)?.[1];
  if (message !== undefined) return { message, label: '' };
  return { channel, label: name, ...(topic === undefined ? {} : { topic }) };
}

function linkPieces(whole: string, image: string, label: string, url: string, known: Known): TextPiece[] {
  const piece = addressPiece(whole, url, label, known);
  return typeof piece === 'string' ? [piece] : [image, piece];
}

/** A file or a place of the other server, or the text as it was. */
function addressPiece(whole: string, url: string, label: string, known: Known): TextPiece {
  const path = /^(?:https?:\/\/[^/\s]+)?\/user_uploads\/([^\s?#]+)$/.exec(url)?.[1];
  const file = path === undefined ? undefined : known.fileOf(decoded(path), label);
  if (file !== undefined) return { file };
  const place = narrowOf(url, known.channels);
  if (place === undefined) return whole;
  if (place.message !== undefined) return { message: place.message, label, ...absolute(url) };
  if (place.channel === undefined) return whole;
  const topic = place.topic === undefined ? {} : { topic: place.topic };
  return { channel: place.channel, label: known.channels.get(place.channel) ?? '', text: label, ...topic };
}

function absolute(url: string): { url?: string } {
  return /^https?:/.test(url) ? { url } : {};
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
