import type { Rule } from '../rule.ts';
import { specificationChannelRules } from './specification-channels.ts';
import { specificationErrorRules } from './specification-errors.ts';
import { specificationFlagRules } from './specification-flags.ts';
import { specificationIgnoredRules } from './specification-ignored.ts';
import { specificationMessageRules } from './specification-messages.ts';
import { specificationOrganizationRules } from './specification-organization.ts';
import { specificationPresenceRules } from './specification-presence.ts';
import { specificationSendRules } from './specification-send.ts';
import { specificationUserRules } from './specification-users.ts';

/** Rules that ask requirements of the specification which no rule of a feature asks. */
export const specificationRules: readonly Rule[] = [
  ...specificationUserRules,
  ...specificationPresenceRules,
  ...specificationSendRules,
  ...specificationFlagRules,
  ...specificationMessageRules,
  ...specificationIgnoredRules,
  ...specificationChannelRules,
  ...specificationErrorRules,
  ...specificationOrganizationRules,
];
