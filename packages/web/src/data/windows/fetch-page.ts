import type { Client, Message, NarrowTerm, ServerEvent } from '@parley/client';
import type { Model } from '../model/model.ts';
import type { Page } from './span.ts';

/** Place of a page: an anchor of the server, and how many messages on either side. */
export type PageRequest = {
  readonly anchor: string;
  readonly anchorDate?: string;
  readonly before: number;
  readonly after: number;
  readonly includeAnchor?: boolean;
};

export type FetchedPage = {
  readonly messages: readonly Message[];
  readonly page: Page;
  /** Id of the anchor; undefined if there is none. */
  readonly anchorId: number | undefined;
  /** Events that arrived during the request. */
  readonly missed: readonly ServerEvent[];
};

/** The server's number for "no anchor", which is larger than every id. */
const NO_ANCHOR = 10_000_000_000_000_000;
/** A page that cannot be fetched for so long is an error to show; the link retries later. */
const PATIENCE_MS = 8_000;
/** Parameters of every request for messages. */
const SHAPE = { apply_markdown: true, client_gravatar: false, allow_empty_topic_name: true } as const;

export async function fetchPage(
  client: Client,
  model: Model,
  narrow: readonly NarrowTerm[],
  { anchor, anchorDate, before, after, includeAnchor = true }: PageRequest,
): Promise<FetchedPage> {
  const { result, missed } = await recorded(model, () =>
    client.getMessages(
      {
        ...SHAPE,
        anchor,
        ...(anchorDate === undefined ? {} : { anchor_date: anchorDate }),
        narrow: [...narrow],
        num_before: before,
        num_after: after,
        include_anchor: includeAnchor,
      },
      { patienceMilliseconds: PATIENCE_MS },
    ),
  );
  return {
    messages: result.messages,
    page: {
      ids: result.messages.map(({ id }) => id),
      foundOldest: result.found_oldest,
      foundNewest: result.found_newest,
    },
    anchorId: result.anchor === undefined || result.anchor >= NO_ANCHOR ? undefined : result.anchor,
    missed,
  };
}

/** The given messages, as far as the narrow selects them and the reader can see them. */
export async function fetchAmong(
  client: Client,
  model: Model,
  ids: readonly number[],
  narrow: readonly NarrowTerm[],
): Promise<{ readonly messages: readonly Message[]; readonly missed: readonly ServerEvent[] }> {
  const { result, missed } = await recorded(model, () =>
    client.getMessages(
      { ...SHAPE, message_ids: [...ids], narrow: [...narrow] },
      { patienceMilliseconds: PATIENCE_MS },
    ),
  );
  return { messages: result.messages, missed };
}

/** A message that the reader can see, in whatever channel. */
export async function fetchMessage(
  client: Client,
  model: Model,
  id: number,
): Promise<{ readonly message: Message; readonly missed: readonly ServerEvent[] }> {
  const { result, missed } = await recorded(model, () =>
    client.getMessage(
      { message_id: id, apply_markdown: true, allow_empty_topic_name: true },
      { patienceMilliseconds: PATIENCE_MS },
    ),
  );
  return { message: result.message, missed };
}

/** Repeats a request during which a new snapshot replaced the log, because its events are not known. */
async function recorded<T>(
  model: Model,
  ask: () => Promise<T>,
): Promise<{ readonly result: T; readonly missed: readonly ServerEvent[] }> {
  for (;;) {
    const recording = model.record();
    let missed: readonly ServerEvent[] | undefined;
    try {
      const result = await ask();
      missed = recording.stop();
      if (missed !== undefined) return { result, missed };
    } finally {
      recording.stop();
    }
  }
}
