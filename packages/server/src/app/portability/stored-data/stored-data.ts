import { conversationTables } from './conversations.ts';
import { deliveryTables } from './delivery.ts';
import { fileTables } from './files.ts';
import { joiningTables } from './joining.ts';
import { organizationTables } from './organization.ts';
import { personalTables } from './personal.ts';
import { searchTables } from './search.ts';
import type { StoredTables } from './stored-table.ts';

/** Every table of an organization, in the order of the page for operators. A test compares it with the database. */
export const storedData: readonly (readonly [title: string, tables: StoredTables])[] = [
  ['The organization and its people', organizationTables],
  ['Conversations and messages', conversationTables],
  ['Files', fileTables],
  ['What people keep for themselves', personalTables],
  ['Joining and log-in', joiningTables],
  ['Credentials and delivery', deliveryTables],
  ['Exports, imports, search and moves', searchTables],
];

export const storedTables: StoredTables = Object.assign({}, ...storedData.map(([, tables]) => tables));
