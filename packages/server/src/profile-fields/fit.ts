import type { EventPayload } from '@parley/contract/events.ts';
import type { CustomProfileField } from '@parley/contract/objects/custom-profile-field.ts';
import { isOlder, type ClientProgram } from '../http/client-name.ts';
import type { Wishes } from '../queues/wishes.ts';

/** Whether a program knows fields for pronouns; older mobile ones do not. */
export const knowsPronouns = ({ name, version }: ClientProgram): boolean =>
  name !== 'ZulipMobile' || !isOlder(version, '27.192');

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
