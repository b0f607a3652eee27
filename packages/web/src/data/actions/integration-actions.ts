import type { NarrowTerm, operations, ResultOf } from '@parley/client';
import { getIntegration } from '@parley/contract/endpoints/incoming-webhooks.ts';
import type { Chat } from '../chat.ts';

export type IntegrationFacts = ResultOf<(typeof operations)['getIntegration']>;
export type WebhookSample = IntegrationFacts['samples'][number];

/** Use and setup of an integration, with samples of its requests. */
export function readIntegration({ client }: Chat, name: string): Promise<IntegrationFacts> {
  return client.call(getIntegration, { integration: name });
}

export type TestRequest = {
  /** Address of the webhook without the server. */
  readonly path: string;
  readonly sample: WebhookSample;
  readonly botId: number;
  /** Channel that the address names; without it the owner of the bot gets a direct message. */
  readonly channelId: number | undefined;
};

/** The message that a test has posted; undefined if it posted none that the user can see. */
export type TestResult = { readonly messageId: number | undefined };

/** Sends a sample as the service would, without the session of the user, and looks for its message. */
export async function sendTest(chat: Chat, request: TestRequest): Promise<TestResult> {
  const before = await newestOf(chat, request);
  const { headers, body } = request.sample;
  const response = await fetch(request.path, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  const answer = (await response.json().catch(() => ({}))) as Answer;
  if (answer.result !== 'success' && answer.ok !== true)
    throw new Error(answer.msg ?? answer.error ?? response.statusText);
  const after = await newestOf(chat, request);
  return { messageId: after === before ? undefined : after };
}

/** Integrations for Slack answer in its form. */
type Answer = {
  readonly result?: string;
  readonly ok?: boolean;
  readonly msg?: string;
  readonly error?: string;
};

/** The newest message of a bot in a channel, or to the user. */
async function newestOf({ client }: Chat, { botId, channelId }: TestRequest): Promise<number | undefined> {
  const place: NarrowTerm =
    channelId === undefined ? { operator: 'is', operand: 'dm' } : { operator: 'channel', operand: channelId };
  const { messages } = await client.getMessages({
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [place, { operator: 'sender', operand: botId }],
  });
  return messages.at(-1)?.id;
}
