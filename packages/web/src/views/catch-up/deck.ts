import type { UnreadConversation } from '../../data/chat.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';

export type CardFate = 'open' | 'done' | 'later' | 'muted' | 'skipped';

/** One unread conversation of a catch-up. */
export type Card = { readonly key: string; readonly conversation: Conversation; readonly fate: CardFate };

/** Unread conversations, taken one after another. `at` equals the number of cards at the end. */
export type Deck = { readonly cards: readonly Card[]; readonly at: number };

/** The deck keeps the order in which it was opened, so that nothing moves under the reader. */
export function openDeck(order: readonly UnreadConversation[]): Deck {
  const cards = order
    .filter(({ isMuted }) => !isMuted)
    .map(({ conversation }) => ({ key: narrowKey(conversation), conversation, fate: 'open' as const }));
  return { cards, at: 0 };
}

export function currentCard(deck: Deck): Card | undefined {
  return deck.cards[deck.at];
}

/** Decides about the current card and goes to the next one. */
export function decide(deck: Deck, fate: Exclude<CardFate, 'open'>): Deck {
  const cards = deck.cards.map((card, index) => (index === deck.at ? { ...card, fate } : card));
  return { cards, at: Math.min(deck.at + 1, cards.length) };
}

export function goBack(deck: Deck): Deck {
  return { ...deck, at: Math.max(0, deck.at - 1) };
}

/** Adds conversations that became unread meanwhile, behind all others. */
export function addUnread(deck: Deck, order: readonly UnreadConversation[]): Deck {
  const known = new Set(deck.cards.map(({ key }) => key));
  const fresh = openDeck(order).cards.filter(({ key }) => !known.has(key));
  return fresh.length === 0 ? deck : { ...deck, cards: [...deck.cards, ...fresh] };
}

export function countFates(deck: Deck): Readonly<Record<CardFate, number>> {
  const counts = { open: 0, done: 0, later: 0, muted: 0, skipped: 0 };
  for (const { fate } of deck.cards) counts[fate] += 1;
  return counts;
}
