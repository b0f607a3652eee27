import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateSubscriptionProperty } from '@parley/contract/endpoints/channels.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { SubscriptionSettings } from './present.ts';

export type PropertyName = ParametersOf<typeof updateSubscriptionProperty>['property'];
/** A property and its value, as in requests and events. */
export type Property = { readonly property: PropertyName; readonly value: boolean | string };

/** A valid property: the columns to store and the properties to publish to the owner. */
export type CheckedProperty = {
  readonly columns: Partial<SubscriptionSettings>;
  readonly published: readonly Property[];
};

const COLOR = /^#[a-fA-F0-9]{3,6}$/;

export function checkProperty({ property, value }: Property): CheckedProperty {
  if (property === 'color') {
    if (typeof value !== 'string' || !COLOR.test(value))
      throw badRequest('color must be # and 3 to 6 hexadecimal digits.');
    return { columns: { color: value }, published: [{ property, value }] };
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} must be true or false.`);
  switch (property) {
    case 'is_muted':
      return muting(value);
    case 'in_home_view':
      return muting(!value);
    case 'pin_to_top':
      return { columns: { is_pinned: value }, published: [{ property, value }] };
    default:
      return { columns: { [property]: value }, published: [{ property, value }] };
  }
}

/** Older clients know muting as its negation, `in_home_view`. */
function muting(isMuted: boolean): CheckedProperty {
  return {
    columns: { is_muted: isMuted },
    published: [
      { property: 'in_home_view', value: !isMuted },
      { property: 'is_muted', value: isMuted },
    ],
  };
}
