/** A message in a conversation that is not open yet. */
export type HiddenMessage = { readonly id: number; readonly home: number; readonly ordinal: number };

/** Positions and ordinals from the first to the one behind the last. */
type Span = { readonly fromId: number; readonly fromOrdinal: number; toId: number; toOrdinal: number };

/** Messages that people received in channels whose history is hidden from people who come later. */
export type Receipts = {
  /** Messages of a home come in their order. */
  add(home: number, message: HiddenMessage, users: ReadonlySet<number>): void;
  /** Ranges that a user received, as multiranges without an end for subscribers; undefined for homes without receipts. */
  of(home: number, user: number): { readonly periods: string; readonly ordinals: string } | undefined;
};

type HomeReceipts = { readonly spans: Map<number, Span[]>; latest: ReadonlySet<number>; last: HiddenMessage };

export function createReceipts(): Receipts {
  const homes = new Map<number, HomeReceipts>();
  return {
    add: (home, message, users) => {
      const known = homes.get(home) ?? { spans: new Map<number, Span[]>(), latest: new Set(), last: message };
      homes.set(home, known);
      for (const user of users) {
        const spans = known.spans.get(user) ?? [];
        known.spans.set(user, spans);
        const span = spans.at(-1);
        if (span !== undefined && known.latest.has(user)) {
          span.toId = message.id + 1;
          span.toOrdinal = message.ordinal + 1;
        } else spans.push(spanOf(message));
      }
      known.latest = users;
      known.last = message;
    },
    of: (home, user) => {
      const known = homes.get(home);
      if (known === undefined) return undefined;
      const spans = known.spans.get(user) ?? [];
      const { id, ordinal } = known.last;
      return {
        periods: multirange([...spans.map(({ fromId, toId }) => [fromId, toId] as const), [id + 1]]),
        ordinals: multirange([
          ...spans.map(({ fromOrdinal, toOrdinal }) => [fromOrdinal, toOrdinal] as const),
          [ordinal + 1],
        ]),
      };
    },
  };
}

function spanOf({ id, ordinal }: HiddenMessage): Span {
  return { fromId: id, fromOrdinal: ordinal, toId: id + 1, toOrdinal: ordinal + 1 };
}

/** Ranges as PostgreSQL reads them; one without an end goes on. */
function multirange(ranges: readonly (readonly [from: number, to?: number])[]): string {
  return `{${ranges.map(([from, to]) => `[${from},${to ?? ''})`).join(',')}}`;
}
