import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { sendWebhookPayload } from '@parley/contract/endpoints/incoming-webhooks.ts';
import { missingHeader, unsupportedEvent } from './errors.ts';
import type { PayloadObject } from './payload-object.ts';
import type { SignatureScheme } from './signatures.ts';

/** The parameters in the address of a webhook. */
export type WebhookOptions = Omit<ParametersOf<typeof sendWebhookPayload>, 'integration' | 'api_key'>;

/** One request of a service. */
export type WebhookDelivery = {
  readonly payload: PayloadObject;
  /** The payload as it arrived. */
  readonly source: string;
  readonly header: (name: string) => string | undefined;
  readonly options: WebhookOptions;
  /** A silent mention of the user who has this account at the service, otherwise the name of the account. */
  readonly userCalled: (login: string) => string;
};

/** A message about an event. */
export type WebhookMessage = {
  /** The type of the event, for filters. Undefined for integrations that name no types. */
  readonly event?: string;
  readonly topic: string;
  readonly content: string;
};

/** `account`: the service tests its credentials, and nothing is posted. */
export type Composed = readonly WebhookMessage[] | 'account';

/** A parameter of the address that a bot's owner may set. */
export type UrlOption = {
  readonly key: keyof WebhookOptions;
  readonly label: string;
  readonly input: 'text' | 'checkbox' | 'checkbox_enabled';
};

/** A service that can post messages. All functions are pure. */
export type Integration = {
  /** The name in the address. */
  readonly name: string;
  readonly displayName: string;
  /** The event types that filters can name; null if there are none. */
  readonly events: readonly string[] | null;
  readonly options: readonly UrlOption[];
  /** The description of its messages in the API reference. */
  readonly about: string;
  /** The place in the service where the address is pasted. */
  readonly setup: string;
  readonly compose: (delivery: WebhookDelivery) => Composed;
  /** The signature of requests, checked if the address has a secret. */
  readonly signature?: SignatureScheme;
  /** The header that names a delivery; a repeated one is posted once. */
  readonly deliveryHeader?: string;
  /** The external account of profiles by which users of the service are found, or the name of users. */
  readonly usersBy?: 'github' | 'gitlab' | 'full_name';
  /** The service encodes the parameters of the address twice. */
  readonly isEncodedTwice?: boolean;
  /** The service expects errors as `{"ok": false, "error": …}`, and `ok` in results. */
  readonly hasSlackAnswers?: boolean;
  /** Missing fields are a mistake in the settings of the service, so the owner of the bot is notified. */
  readonly hintsAtMissingFields?: boolean;
};

/** The parameters that the address of an integration may have beside the common ones. */
export function urlOptionsOf({ displayName, options, signature }: Integration): readonly UrlOption[] {
  if (signature === undefined) return options;
  const label = `Secret that the webhook has in ${displayName}, to check the signatures of its requests`;
  return [...options, { key: 'webhook_secret', label, input: 'text' }];
}

/** How topic and text of an event are derived. */
export type EventTemplate = {
  readonly topic: (delivery: WebhookDelivery) => string;
  readonly text: (delivery: WebhookDelivery) => string;
};

export type EventTable = Readonly<Record<string, EventTemplate>>;

/** Derives messages from a table of events. Undefined as event or an empty text drops the delivery. */
export function composeByEvent(
  integration: string,
  table: EventTable,
  eventOf: (delivery: WebhookDelivery) => string | undefined,
): Integration['compose'] {
  return (delivery) => {
    const event = eventOf(delivery);
    if (event === undefined) return [];
    const template = entryOf(table, event);
    if (template === undefined) throw unsupportedEvent(integration, event);
    const content = template.text(delivery);
    return content === '' ? [] : [{ event, topic: template.topic(delivery), content }];
  };
}

/** An entry of a table whose key comes from a payload, which may name a member of every object. */
export function entryOf<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}

/** Whether the topic of the integration is seen. Otherwise texts contain the title that is part of it. */
export function isTopicShown({ stream, topic }: WebhookOptions): boolean {
  return stream !== undefined && topic === undefined;
}

/** The value of the header that names the event. */
export function eventHeader({ header }: Pick<WebhookDelivery, 'header'>, name: string): string {
  const event = header(name);
  if (event === undefined || event === '') throw missingHeader(name);
  return event;
}
