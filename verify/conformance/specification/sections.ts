import { accounts } from './accounts.ts';
import { channels } from './channels.ts';
import { conventions } from './conventions.ts';
import { integrations } from './integrations.ts';
import { messages } from './messages.ts';
import { organization } from './organization.ts';
import type { Section } from './requirement.ts';
import { resources } from './resources.ts';
import { service } from './service.ts';
import { states } from './states.ts';
import { users } from './users.ts';

/** Every section in the order of the specification, S4.2 before S4.10; integrations follow. */
export const sections: readonly Section[] = [
  ...conventions,
  ...resources,
  ...states,
  ...messages,
  ...channels,
  ...users,
  ...accounts,
  ...organization,
  ...service,
  ...integrations,
].toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
