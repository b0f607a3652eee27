import type { State } from '@parley/client';
import type { WebhookSample } from '../../../data/actions/integration-actions.ts';

export type KnownIntegration = NonNullable<State['realm_incoming_webhook_bots']>[number];

/** The choices that are part of the address of a webhook. */
export type WebhookChoice = {
  /** Undefined for a direct message to the owner of the bot. */
  readonly channelId: number | undefined;
  /** Empty for the topic of the integration. */
  readonly topic: string;
  /** Types of events that are posted; all if none is named. */
  readonly events: readonly string[];
  /** Texts and switches of the integration, by the name of the parameter. */
  readonly options: Readonly<Record<string, string | boolean>>;
};

/** The address of a webhook without the server. */
export function webhookPath(
  integration: Pick<KnownIntegration, 'name' | 'url_options'>,
  apiKey: string,
  choice: WebhookChoice,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ api_key: apiKey });
  if (choice.channelId !== undefined) query.set('stream', String(choice.channelId));
  if (choice.channelId !== undefined && choice.topic.trim() !== '') query.set('topic', choice.topic.trim());
  if (choice.events.length > 0) query.set('only_events', JSON.stringify(choice.events));
  for (const { key, input_type: input } of integration.url_options) {
    const value = choice.options[key];
    if (typeof value === 'string' && value.trim() !== '') query.set(key, value.trim());
    if (typeof value === 'boolean' && value !== isOnByDefault(input)) query.set(key, String(value));
  }
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return `/api/v1/external/${integration.name}?${query}`;
}

/** Whether a switch of an integration is on when the address says nothing. */
export function isOnByDefault(inputType: string): boolean {
  return inputType === 'checkbox_enabled';
}

/** A command for a shell that sends a sample. */
export function curlCommand(address: string, { headers, body }: WebhookSample): string {
  const all = { 'Content-Type': 'application/json', ...headers };
  return [
    `curl -X POST ${quoted(address)}`,
    ...Object.entries(all).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    `  -d ${quoted(body)}`,
  ].join(' \\\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
