import {
  addLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '@parley/contract/endpoints/linkifiers.ts';
import { addCodePlayground, removeCodePlayground } from '@parley/contract/endpoints/playgrounds.ts';
import type { Linkifier } from '@parley/contract/objects/linkifier.ts';
import type { Chat } from '../chat.ts';
import { conversationOf } from '../narrow/judge.ts';
import type { Conversation } from '../narrow/narrow.ts';

export type { Linkifier } from '@parley/contract/objects/linkifier.ts';

/** The parts of a linkifier that are always given. */
export type LinkifierRule = Pick<Linkifier, 'pattern' | 'url_template'>;

/** Adds or changes a linkifier; rejects with the refusal of the server. */
export async function saveLinkifier({ client }: Chat, rule: LinkifierRule, id?: number): Promise<void> {
  await (id === undefined
    ? client.call(addLinkifier, rule)
    : client.call(updateLinkifier, { ...rule, filter_id: id }));
}

export async function dropLinkifier({ client }: Chat, id: number): Promise<void> {
  await client.call(removeLinkifier, { filter_id: id });
}

/** Adds a linkifier that was removed, at the place that it had. */
export async function restoreLinkifier({ client, state }: Chat, old: Linkifier, at: number): Promise<void> {
  const { id } = await client.call(addLinkifier, {
    pattern: old.pattern,
    url_template: old.url_template,
    alternative_url_templates: [...old.alternative_url_templates],
    ...(old.example_input === null ? {} : { example_input: old.example_input }),
    ...(old.reverse_template === null ? {} : { reverse_template: old.reverse_template }),
  });
  const others = (state.get().realm_linkifiers ?? []).map((one) => one.id).filter((one) => one !== id);
  await client.call(reorderLinkifiers, { ordered_linkifier_ids: others.toSpliced(at, 0, id) });
}

/** Puts the linkifiers into the order in which they are tried. */
export async function orderLinkifiers({ client }: Chat, ids: readonly number[]): Promise<void> {
  await client.call(reorderLinkifiers, { ordered_linkifier_ids: [...ids] });
}

export type NewPlayground = {
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
};

export async function savePlayground({ client }: Chat, playground: NewPlayground): Promise<void> {
  await client.call(addCodePlayground, playground);
}

export async function dropPlayground({ client }: Chat, id: number): Promise<void> {
  await client.call(removeCodePlayground, { playground_id: id });
}

/** A message as HTML, with its place. */
export type RecentText = { readonly id: number; readonly html: string; readonly at: Conversation };

const RECENT_MESSAGES = 1_000;

/** The newest messages that the user can read, newest first. */
export async function readRecentTexts({ client, state }: Chat): Promise<readonly RecentText[]> {
  const { messages } = await client.getMessages({
    anchor: 'newest',
    num_before: RECENT_MESSAGES,
    num_after: 0,
    allow_empty_topic_name: true,
  });
  return messages
    .map((message) => ({
      id: message.id,
      html: message.content,
      at: conversationOf(message, state.get()),
    }))
    .toReversed();
}
