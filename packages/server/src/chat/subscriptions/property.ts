import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Choices } from './present.ts';

export type PropertyName = ParametersOf<typeof updateSubscriptionProperty>['property'];
/** A property and its value, as a client sends them and as the events tell them. */
export type Property = { readonly property: PropertyName; readonly value: boolean | string };

/** A property that was found to be acceptable: what is stored, and what the owner's clients hear. */
export type CheckedProperty = { readonly columns: Partial<Choices>; readonly told: readonly Property[] };

const COLOR = /^#[a-fA-F0-9]{3,6}$/;

export function checkProperty({ property, value }: Property): CheckedProperty {
  if (property === 'color') {
    if (typeof value !== 'string' || !COLOR.test(value))
      throw badRequest('A colour is # and 3 to 6 hexadecimal digits.');
    return { columns: { color: value }, told: [{ property, value }] };
  }
  if (typeof value !== 'boolean') throw badRequest(`The value of ${property} is true or false.`);
  switch (property) {
    case 'is_muted':
      return muting(value);
    case 'in_home_view':
      return muting(!value);
    case 'pin_to_top':
      return { columns: { is_pinned: value }, told: [{ property, value }] };
    default:
      return { columns: { [property]: value }, told: [{ property, value }] };
  }
}

/** Clients know muting under its older name too, which says the opposite. */
function muting(isMuted: boolean): CheckedProperty {
  return {
    columns: { is_muted: isMuted },
    told: [
      { property: 'in_home_view', value: !isMuted },
      { property: 'is_muted', value: isMuted },
    ],
  };
}
