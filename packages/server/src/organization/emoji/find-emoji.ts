import type { ReactionType, SpecReactionType } from '@parley/contract/objects/emoji.ts';
import { emojiCode, extraEmoji, namesOfEmoji } from '@parley/markdown/emoji';
import type { Reader } from '../../engine/db/sql.ts';
import { badRequest } from '../../engine/api-error.ts';
import { activeEmoji, emojiWithCode } from './rows.ts';

export type Emoji = {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: SpecReactionType;
};

/** An emoji as clients send it: a missing code or type is looked up by name. */
export type NamedEmoji = {
  readonly emoji_name: string;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: ReactionType | undefined;
};

/** Returns the emoji; throws for unknown names, and if name, code and type do not match. */
export async function accessEmoji(reader: Reader, realmId: number, named: NamedEmoji): Promise<Emoji> {
  const emoji = await resolveEmoji(reader, realmId, named);
  if (!(await isKnown(reader, realmId, emoji)))
    throw badRequest('emoji_name, emoji_code and reaction_type do not match.');
  return emoji;
}

/** Looks up a missing code or type, without checking that name, code and type match. */
export async function resolveEmoji(
  reader: Reader,
  realmId: number,
  { emoji_name, emoji_code, reaction_type }: NamedEmoji,
): Promise<Emoji> {
  if ([emoji_name, emoji_code].some((text) => text?.includes('\0')))
    throw badRequest('emoji_name and emoji_code must not contain null characters.');
  const isWhole = emoji_code !== undefined && reaction_type !== undefined;
  const found = isWhole ? undefined : await byName(reader, realmId, emoji_name);
  if (!isWhole && found === undefined) throw badRequest(`There is no emoji '${emoji_name}'.`);
  return {
    emoji_name,
    emoji_code: emoji_code ?? found?.emoji_code ?? '',
    reaction_type: plainType(reaction_type) ?? found?.reaction_type ?? 'unicode_emoji',
  };
}

/** Whether an emoji of the type has the code, including deactivated custom emoji. */
export async function isKnownCode(
  reader: Reader,
  realmId: number,
  { emoji_code, reaction_type }: Omit<Emoji, 'emoji_name'>,
): Promise<boolean> {
  if (reaction_type === 'realm_emoji')
    return (await emojiWithCode(reader, realmId, emoji_code)) !== undefined;
  const [name = emoji_code] = namesOfEmoji(emoji_code);
  return isKnown(reader, realmId, { emoji_name: name, emoji_code, reaction_type });
}

/** The type of the emoji that has a code; a custom emoji is found only if it has the name, too. */
export async function typeOfCode(
  reader: Reader,
  realmId: number,
  code: string,
  name: string | undefined,
): Promise<Emoji['reaction_type']> {
  if (extraEmoji.has(code)) return 'extra_emoji';
  const custom = name === undefined ? undefined : await emojiWithCode(reader, realmId, code);
  return custom !== undefined && custom.name === name ? 'realm_emoji' : 'unicode_emoji';
}

function plainType(type: NamedEmoji['reaction_type']): Emoji['reaction_type'] | undefined {
  return type === 'zulip_extra_emoji' ? 'extra_emoji' : type;
}

/** Custom emoji come first, because they may replace built-in ones. */
async function byName(reader: Reader, realmId: number, name: string): Promise<Emoji | undefined> {
  const [custom] = await activeEmoji(reader, realmId, [name]);
  if (custom !== undefined)
    return { emoji_name: name, emoji_code: String(custom.id), reaction_type: 'realm_emoji' };
  if (extraEmoji.has(name)) return { emoji_name: name, emoji_code: name, reaction_type: 'extra_emoji' };
  const code = emojiCode(name);
  return code === undefined
    ? undefined
    : { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' };
}

export async function isKnown(
  reader: Reader,
  realmId: number,
  { emoji_name: name, emoji_code: code, reaction_type: type }: Emoji,
): Promise<boolean> {
  switch (type) {
    case 'unicode_emoji':
      return namesOfEmoji(code).includes(name);
    case 'extra_emoji':
      return extraEmoji.has(name) && code === name;
    case 'realm_emoji': {
      const custom = await emojiWithCode(reader, realmId, code);
      return custom?.name === name && !custom.is_deactivated;
    }
  }
}
