import type { EventPayload } from '@parley/contract/events.ts';
import type { CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import { isOlder, type ClientProgram } from '../../http/client-name.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** Whether a program knows fields for pronouns; older mobile ones do not. */
export function knowsPronouns({ name, version }: ClientProgram): boolean {
  return name !== 'ZulipMobile' || !isOlder(version, '27.192');
}

/** Clients that know no pronouns are shown a short text. */
export function adaptFields(
  fields: readonly CustomProfileField[],
  knowsPronouns: boolean,
): CustomProfileField[] {
  return fields.map((field) => (field.type === 8 && !knowsPronouns ? { ...field, type: 1 } : field));
}

export function adaptProfileFieldEvent(
  event: EventPayload,
  clientOptions: ClientOptions,
): readonly EventPayload[] {
  return event.type === 'custom_profile_fields' && !clientOptions.knowsPronouns
    ? [{ ...event, fields: adaptFields(event.fields, false) }]
    : [event];
}
