import * as z from 'zod';
import { limits } from '../limits.ts';
import { narrowTerm } from '../objects/narrow.ts';
import { json, path, text, withDefault } from '../parameter.ts';
import { boolean, integer, listUpTo } from '../primitives.ts';

/** Parameters that several operations on messages share. */
export const messageId = { message_id: path(integer, 'The message.') };

export const emptyTopicName = {
  allow_empty_topic_name: withDefault(
    json(boolean, 'Answer with the empty topic as it is instead of its display name.', { since: 334 }),
    false,
  ),
};

export const applyMarkdown = {
  apply_markdown: withDefault(json(boolean, 'Answer with HTML instead of Markdown.'), true),
};

export const includeAnchor = {
  include_anchor: withDefault(json(boolean, 'Whether the anchor belongs to the range.'), true),
};

export const narrow = listUpTo(narrowTerm, limits.narrowTerms);

export const flagOperation = { op: text(z.enum(['add', 'remove']), 'Whether to set or to clear.') };
