import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { render } from '@parley/markdown/full';
import { badRequest } from '../../engine/api-error.ts';

/** Control characters, lone surrogates, noncharacters, and characters that reorder the text around them. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]/u;
const EVERY_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu');

/** Returns a valid channel or folder name, trimmed. */
export function checkName(text: string, maxLength: number = limits.channelNameLength): string {
  const name = text.trim();
  if (name === '') throw badRequest('The name must not be empty.');
  if (isLongerThan(name, maxLength)) throw badRequest(`The name must have at most ${maxLength} characters.`);
  const bad = unprintableIn(name);
  if (bad !== undefined) throw badRequest(`Character ${bad} of the name is not allowed.`);
  return name;
}

/** The position of the first unprintable character, counted from 1. */
export function unprintableIn(text: string): number | undefined {
  return UNPRINTABLE.test(text)
    ? Array.from(text).findIndex((character) => UNPRINTABLE.test(character)) + 1
    : undefined;
}

export function withoutUnprintable(text: string): string {
  return text.replaceAll(EVERY_UNPRINTABLE, '');
}

export type Description = { readonly description: string; readonly rendered_description: string };

/** A description as one line of Markdown, and rendered. */
export function renderDescription(text: string): Description {
  const description = text.replaceAll(/\r\n|[\r\n]/g, ' ');
  return { description, rendered_description: render(description).html };
}
