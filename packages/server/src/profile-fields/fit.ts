import type { EventPayload } from '@parley/contract/events.ts';
import type { CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import type { Wishes } from '../queues/wishes.ts';

/** Clients that know no pronouns are shown a short text. */
export const fitFields = (
  fields: readonly CustomProfileField[],
  knowsPronouns: boolean,
): CustomProfileField[] =>
  fields.map((field) => (field.type === 8 && !knowsPronouns ? { ...field, type: 1 } : field));

export const fitProfileFields = (event: EventPayload, wishes: Wishes): readonly EventPayload[] =>
  event.type === 'custom_profile_fields' && !wishes.knowsPronouns
    ? [{ ...event, fields: fitFields(event.fields, false) }]
    : [event];
