import type { EventPayload } from '@parley/contract/events.ts';
import { profileFieldTypes, type CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import { isOlder, type ClientProgram } from '../../http/client-name.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** Whether a client supports pronoun fields; older mobile clients do not. */
export function knowsPronouns({ name, version }: ClientProgram): boolean {
  return name !== 'ZulipMobile' || !isOlder(version, '27.192');
}

/** Shows pronoun fields as short text to clients that do not support them. */
export function adaptFields(
  fields: readonly CustomProfileField[],
  knowsPronouns: boolean,
): CustomProfileField[] {
  return fields.map((field) =>
    field.type === profileFieldTypes.PRONOUNS.id && !knowsPronouns
      ? { ...field, type: profileFieldTypes.SHORT_TEXT.id }
      : field,
  );
}

export function adaptProfileFieldEvent(
  event: EventPayload,
  clientOptions: ClientOptions,
): readonly EventPayload[] {
  return event.type === 'custom_profile_fields' && !clientOptions.knowsPronouns
    ? [{ ...event, fields: adaptFields(event.fields, false) }]
    : [event];
}
