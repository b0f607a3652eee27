import { checkAnswer } from '@parley/contract/check.ts';
import { createBot } from '@parley/contract/endpoints/bots.ts';
import { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { expect } from 'vitest';
import { fetchAt } from './fetch-at.ts';
import type { TestUser } from './harness.ts';

export type WebhookRequest = {
  readonly query: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is a text. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly host?: string;
};

export type WebhookAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Sends a payload as a service does; the answer is held against the contract. */
export async function sendWebhook(
  { url }: { readonly url: string },
  integration: string,
  { query, body, type = 'application/json', headers = {}, host }: WebhookRequest,
): Promise<WebhookAnswer> {
  const send = host === undefined ? fetch : fetchAt(host);
  const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
  const response = await send(
    `${url}/api/v1/external/${integration}?${new URLSearchParams(query).toString()}`,
    {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: text,
    },
  );
  const answer = (await response.json()) as WebhookAnswer['body'];
  expect(checkAnswer(sendWebhookPayload, response.status, answer)).toEqual([]);
  return { status: response.status, headers: response.headers, body: answer };
}

const INCOMING_WEBHOOK = 2;

/** Creates an incoming webhook of a user; returns its API key and id. */
export async function webhookBot(
  owner: TestUser,
  name: string,
): Promise<{ readonly key: string; readonly id: number }> {
  const { api_key, user_id } = await owner.connection.call(createBot, {
    full_name: `Hook ${name}`,
    short_name: name,
    bot_type: INCOMING_WEBHOOK,
  });
  return { key: api_key, id: user_id };
}

/** The source of the newest messages that a user can read, oldest first. */
export async function newestMessages(reader: TestUser, after: number) {
  const { messages } = await reader.connection.call(getMessages, {
    anchor: String(after),
    num_before: 0,
    num_after: 100,
    include_anchor: false,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return messages;
}

/** The messages that a user receives while `action` runs. */
export async function messagesDuring(reader: TestUser, action: () => Promise<unknown>) {
  const { messages } = await reader.connection.call(getMessages, { anchor: 'newest', num_before: 1 });
  await action();
  return newestMessages(reader, messages[0]?.id ?? 0);
}
