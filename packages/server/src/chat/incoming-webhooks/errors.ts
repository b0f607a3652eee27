import { ApiError } from '../../engine/api-error.ts';

export function invalidJson(): ApiError {
  return new ApiError('INVALID_JSON', 'The payload is not valid JSON.');
}

export function missingHeader(header: string): ApiError {
  return new ApiError(
    'MISSING_HTTP_EVENT_HEADER',
    `The header ${header}, which names the event, is missing.`,
    {
      extra: { header },
    },
  );
}

/** The event is none that the integration knows. */
export function unsupportedEvent(integration: string, event: string): ApiError {
  return new ApiError(
    'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
    `The integration ${integration} does not support the event '${event}'.`,
    { extra: { webhook_name: integration, event_type: event } },
  );
}

/** The payload has not the form that the service sends. */
export function anomalousPayload(integration: string): ApiError {
  return new ApiError('ANOMALOUS_WEBHOOK_PAYLOAD', `The payload is not one of ${integration}.`, {
    extra: { webhook_name: integration },
  });
}
