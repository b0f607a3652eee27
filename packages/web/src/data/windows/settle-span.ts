import type { Client, Message, NarrowTerm, ServerEvent } from '@parley/client';
import { holds, type Ids } from '@parley/client/sorted-ids.ts';
import { namedIds } from '../model/change-message.ts';
import { fetchAmong } from './fetch-page.ts';
import type { Model } from '../model/model.ts';
import { NO_IDS, withVerdict, type Span } from './span.ts';

/** Fetches missing messages of a span and asks the server about those that it alone can judge. */
export function settleSpan(
  { client, model }: { readonly client: Client; readonly model: Model },
  key: string,
  terms: readonly NarrowTerm[],
): () => void {
  let isBusy = false;
  const span = (): Span | undefined => model.held().spans.get(key);

  const fetchMissing = async (missing: Ids): Promise<void> => {
    const { messages, missed } = await fetchAmong(client, model, missing, terms);
    const now = span();
    if (now === undefined) return;
    const found = new Set(messages.map(({ id }) => id));
    // The span may have been replaced by another part of the narrow.
    const settled = missing
      .filter((id) => holds(now.missing, id))
      .reduce((next, id) => withVerdict(next, id, found.has(id)), now);
    model.merge(messages, { key, span: settled }, missed);
  };
  const askServer = async (unjudged: Ids): Promise<void> => {
    const recording = model.record();
    try {
      const { messages: matches } = await client.checkMessagesMatchNarrow({
        msg_ids: [...unjudged],
        narrow: [...terms],
      });
      const events = recording.stop();
      const now = span();
      if (now === undefined || events === undefined) return;
      const changed = changedIn(events);
      const judged = unjudged.filter((id) => !changed.has(id) && holds(now.unjudged, id));
      const settled = judged.reduce((next, id) => withVerdict(next, id, String(id) in matches), now);
      model.merge(
        judged.flatMap((id) => withMarks(model.held().messages.get(id), matches[String(id)])),
        { key, span: settled },
        [],
      );
    } finally {
      recording.stop();
    }
  };

  const settle = async (): Promise<void> => {
    for (;;) {
      const { missing = NO_IDS, unjudged = NO_IDS } = span() ?? {};
      if (missing.length > 0) await fetchMissing(missing);
      else if (unjudged.length > 0) await askServer(unjudged);
      else return;
    }
  };
  return () => {
    const now = span();
    if (isBusy || now === undefined || (now.missing.length === 0 && now.unjudged.length === 0)) return;
    isBusy = true;
    void settle()
      .catch(() => undefined)
      .finally(() => {
        isBusy = false;
      });
  };
}

function changedIn(events: readonly ServerEvent[]): ReadonlySet<number> {
  return new Set(events.flatMap((event) => namedIds(event) ?? []));
}

function withMarks(
  message: Message | undefined,
  match: { readonly match_content: string; readonly match_subject: string } | undefined,
): Message[] {
  return message === undefined || match === undefined ? [] : [{ ...message, ...match }];
}
