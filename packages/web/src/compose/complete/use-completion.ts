import { useCallback, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { Chat } from '../../data/chat.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import type { CommandId } from '../../keys/command-keys.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import type { ComposeField } from '../use-field.ts';
import { channelNamed, suggestChannels, suggestTopics } from './suggest-places.ts';
import { suggestUsers } from './suggest-users.ts';
import type { Suggestion } from './suggestion.ts';
import { findTrigger, type Trigger } from './trigger.ts';
import { suggestCommands, suggestLanguages } from './words.ts';

export type Completion = {
  /** Id of the list; options append their index. */
  readonly id: string;
  readonly kind: Trigger['kind'] | undefined;
  readonly suggestions: readonly Suggestion[];
  readonly current: number;
  /** Looks at the text before the caret again. */
  readonly update: () => void;
  readonly close: () => void;
  readonly accept: (index: number) => void;
  readonly point: (index: number) => void;
  /** Handles a key while the list is open; true if the key was used. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
};

/** Completion of names in a text field, in the pattern of a combo box with a list. */
export function useCompletion(
  chat: Chat,
  field: ComposeField,
  conversation: Conversation | undefined,
): Completion {
  const id = useId();
  const dispatcher = useDispatcher();
  const [trigger, setTrigger] = useState<Trigger>();
  /** Start of the name whose list was closed by Esc. */
  const [dismissed, setDismissed] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const shown = trigger?.start === dismissed ? undefined : trigger;
  const suggestions = useSuggestions(chat, conversation, shown, dispatcher.isAvailable);
  const current = Math.max(0, Math.min(chosen, suggestions.length - 1));

  const update = useCallback(() => {
    const { text, start, end } = field.selection();
    const found = start === end ? findTrigger(text.slice(0, start)) : undefined;
    setTrigger((was) => (isSame(was, found) ? was : found));
    setDismissed((was) => (found?.start === was ? was : undefined));
    setChosen(0);
  }, [field]);
  const close = (): void => {
    setDismissed(trigger?.start);
  };
  const accept = (index: number, isWithTopic = false): void => {
    const suggestion = suggestions[index];
    if (suggestion === undefined || shown === undefined) return;
    const insert = isWithTopic ? suggestion.insert.replace(/\*\* $/, '>') : suggestion.insert;
    const caret = shown.start + insert.length - (suggestion.caretBack ?? 0);
    const to = field.selection().start;
    field.edit({ from: shown.start, to, insert, selectFrom: caret, selectTo: caret });
    update();
    if (suggestion.runs !== undefined) dispatcher.run(suggestion.runs);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const count = suggestions.length;
    if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === 'ArrowDown') setChosen((current + 1) % count);
    else if (event.key === 'ArrowUp') setChosen((current + count - 1) % count);
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) accept(current);
    else if (event.key === '>' && shown?.kind === 'channel') accept(current, true);
    else if (event.key === 'Escape') close();
    else return false;
    return true;
  };
  return {
    id,
    kind: shown?.kind,
    suggestions,
    current,
    update,
    close,
    accept,
    point: setChosen,
    onKeyDown,
  };
}

type EmojiModule = typeof import('./suggest-emoji.ts');

function useSuggestions(
  chat: Chat,
  conversation: Conversation | undefined,
  trigger: Trigger | undefined,
  isAvailable: (id: CommandId) => boolean,
): readonly Suggestion[] {
  const [emoji, setEmoji] = useState<EmojiModule>();
  const [topics, setTopics] = useState<readonly unknown[]>();
  const needsEmoji = trigger?.kind === 'emoji' && emoji === undefined;
  const channelId =
    trigger?.kind === 'topic' ? channelNamed(chat.state.get(), trigger.channel)?.stream_id : undefined;

  useEffect(() => {
    if (needsEmoji) void import('./suggest-emoji.ts').then(setEmoji, () => undefined);
  }, [needsEmoji]);
  useEffect(() => {
    if (channelId === undefined) return undefined;
    const cell = chat.topicsOf(channelId);
    const read = (): void => setTopics(cell.get());
    read();
    return cell.subscribe(read);
  }, [chat, channelId]);

  return useMemo(
    () =>
      trigger === undefined ? NONE : suggestionsFor(chat, conversation, trigger, emoji, topics, isAvailable),
    [chat, conversation, trigger, emoji, topics, isAvailable],
  );
}

const NONE: readonly Suggestion[] = [];

function suggestionsFor(
  chat: Chat,
  conversation: Conversation | undefined,
  trigger: Trigger,
  emoji: EmojiModule | undefined,
  topics: readonly unknown[] | undefined,
  isAvailable: (id: CommandId) => boolean,
): readonly Suggestion[] {
  const state = chat.state.get();
  switch (trigger.kind) {
    case 'user':
      return suggestUsers(chat, conversation, trigger.query, trigger.isSilent);
    case 'channel':
      return suggestChannels(state, trigger.query);
    case 'topic':
      return topics === undefined ? NONE : suggestTopics(chat, trigger.channel, trigger.query);
    case 'emoji':
      return emoji?.suggestEmoji(trigger.query, state.realm_emoji ?? {}) ?? NONE;
    case 'language':
      return suggestLanguages(trigger.query, trigger.fence);
    case 'command':
      return suggestCommands(trigger.query, isAvailable);
  }
}

function isSame(a: Trigger | undefined, b: Trigger | undefined): boolean {
  return a?.kind === b?.kind && a?.query === b?.query && a?.start === b?.start;
}
