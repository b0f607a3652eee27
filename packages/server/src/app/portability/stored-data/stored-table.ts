/** A table of an organization: why it exists, how long its rows are kept, and what of them leaves the server. */
export type StoredTable = {
  readonly purpose: string;
  /** How long rows are kept. */
  readonly kept: string;
  /** The columns that name the people whom a row is about. */
  readonly people?: readonly string[];
  /** Whether rows are deleted with the user whom they name, instead of naming a deleted user. */
  readonly isPersonal?: true;
  /** Why rows are in no export; exported if omitted. */
  readonly stays?: string;
  /** The purpose of each column but `realm_id`. */
  readonly columns: Readonly<Record<string, Column>>;
};

/** A purpose; `stays` says why the column is in no export although its table is. */
export type Column = string | { readonly purpose: string; readonly stays: string };

export type StoredTables = Readonly<Record<string, StoredTable>>;

export function purposeOf(column: Column): string {
  return typeof column === 'string' ? column : column.purpose;
}

/** Why a column never leaves the server, not even for the person whom it is about. */
export const SECRET = 'secret';

/** Columns of a table that a person whom its rows are about receives. */
export function columnsForPeople({ columns }: StoredTable): string[] {
  return Object.entries(columns)
    .filter(([, column]) => typeof column === 'string' || column.stays !== SECRET)
    .map(([name]) => name);
}

/** Columns of a table that are in exports. */
export function exportedColumns({ columns }: StoredTable): string[] {
  return Object.keys(columns).filter((name) => typeof columns[name] === 'string');
}

/** How long rows of most tables are kept. */
export const WITH_ORGANIZATION = 'until deleted, at the latest with the organization';
export const WITH_ACCOUNT = 'until the user changes or deletes it, at the latest with the account';
export const WITH_MESSAGE = 'as long as the message';
