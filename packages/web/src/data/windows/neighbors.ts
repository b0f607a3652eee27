import type { Client } from '@parley/client';
import type { Neighbors } from '../chat.ts';
import type { Model } from '../model/model.ts';
import { conversationOf } from '../narrow/judge.ts';
import { requestTerms } from '../narrow/terms.ts';
import { fetchPage } from './fetch-page.ts';

/** Fetches the messages before and after a known one in its conversation. */
export async function fetchNeighbors(
  client: Client,
  model: Model,
  selfId: number,
  messageId: number,
): Promise<Neighbors> {
  const message = model.messages.get(messageId);
  if (message === undefined) return { before: undefined, after: undefined };
  const terms = requestTerms(conversationOf(message, model.state.get()), selfId);
  const request = { anchor: String(messageId), before: 1, after: 1 };
  const { messages, missed } = await fetchPage(client, model, terms, request);
  model.merge(messages, undefined, missed);
  return {
    before: messages.findLast(({ id }) => id < messageId)?.id,
    after: messages.find(({ id }) => id > messageId)?.id,
  };
}
