import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { render } from '@parley/markdown/full';
import { badRequest } from '../../engine/api-error.ts';

/** Control characters, halves of surrogate pairs, and code points that will never be characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** A name that a channel or a folder can have, without space around it. */
export function checkName(text: string, most: number = limits.channelNameLength): string {
  const name = text.trim();
  if (name === '') throw badRequest('The name is empty.');
  if (lengthOf(name) > most) throw badRequest(`The name has more than ${most} characters.`);
  const bad = unprintableIn(name);
  if (bad !== undefined) throw badRequest(`Character ${bad} of the name cannot be part of a name.`);
  return name;
}

/** The place of the first character that cannot be shown, counted from 1. */
export function unprintableIn(text: string): number | undefined {
  return UNPRINTABLE.test(text)
    ? Array.from(text).findIndex((character) => UNPRINTABLE.test(character)) + 1
    : undefined;
}

export type Description = { readonly description: string; readonly rendered_description: string };

/** One line of Markdown, and what it looks like. */
export function describe(text: string): Description {
  const description = text.replaceAll(/\r\n|[\r\n]/g, ' ');
  return { description, rendered_description: render(description).html };
}
