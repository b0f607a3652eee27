import { composeSample, type WebhookSample } from '@parley/server/chat/incoming-webhooks/compose-sample.ts';
import type {
  Integration,
  WebhookMessage,
  WebhookOptions,
} from '@parley/server/chat/incoming-webhooks/integration.ts';
import { ApiError } from '@parley/server/engine/api-error.ts';

/** The messages about a sample; fails if the service only tests its credentials. */
export function messagesAbout(
  integration: Integration,
  sample: WebhookSample,
  users?: ReadonlyMap<string, string>,
): readonly WebhookMessage[] {
  const composed = composeSample(integration, sample, users);
  if (composed === 'account') throw new Error('The sample is a test of credentials.');
  return composed;
}

/** The code of the error with which a sample is refused; undefined if it is not. */
export function refusalOf(integration: Integration, sample: WebhookSample): string | undefined {
  try {
    composeSample(integration, sample);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
}

/** A sample with other members of its payload. */
export function changed(sample: WebhookSample, payload: object): WebhookSample {
  return { ...sample, payload: { ...sample.payload, ...payload } };
}

/** A sample with parameters in its address. */
export function withOptions(sample: WebhookSample, options: Partial<WebhookOptions>): WebhookSample {
  return { ...sample, options: { ...sample.options, ...options } };
}

/** A sample under another event header. */
export function underHeader(sample: WebhookSample, headers: Readonly<Record<string, string>>): WebhookSample {
  return { ...sample, headers };
}
