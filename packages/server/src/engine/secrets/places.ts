/** The place of a sealed value. A value opens only at the place for which it was sealed, so values cannot be swapped. */
export type Place = { readonly name: string };

export type SealedColumn = {
  readonly column: string;
  readonly row: readonly string[];
  /** Until this time a request relies on the stored bytes, so they must not be sealed again. */
  readonly busyUntil?: string;
};

/** Every table with a sealed column, and the columns that name a row within its organization. */
export const sealedColumns = {
  realm_user: { column: 'key_sealed', row: ['id'] },
  invitation: { column: 'token_sealed', row: ['token_hash'] },
  mail: { column: 'sealed', row: ['id'] },
  call_token: { column: 'sealed', row: ['user_id', 'provider'], busyUntil: 'refreshing_until' },
  call_authorization: { column: 'sealed', row: ['state_hash'] },
  sign_on: { column: 'sealed', row: ['state_hash'] },
  second_step: { column: 'sealed', row: ['id'] },
  waiting_login: { column: 'sealed', row: ['state_hash'] },
  event_subscription_secret: { column: 'sealed', row: ['id'] },
  push_subscription: { column: 'sealed', row: ['id'] },
  device: { column: 'push_key_sealed', row: ['id'] },
  vapid_key: { column: 'sealed', row: [] },
} as const satisfies Record<string, SealedColumn>;

export type SealedTable = keyof typeof sealedColumns;

type RowName<T extends SealedTable> = { readonly realm_id: number } & {
  readonly [C in (typeof sealedColumns)[T]['row'][number]]: string | number | Buffer;
};

/** The place of the sealed value in a row of a table. */
export function placeOf<T extends SealedTable>(table: T, row: RowName<T>): Place {
  const { column, row: columns } = sealedColumns[table];
  const values: Readonly<Record<string, unknown>> = row;
  const names = columns.map((name) => {
    const value = values[name];
    return Buffer.isBuffer(value) ? value.toString('hex') : String(value);
  });
  return { name: [table, column, row.realm_id, ...names].join('/') };
}

/** Messages between nodes. */
export const BUS_PLACE: Place = { name: 'bus' };
/** The root of names in the table `sealing_key`. */
export const NAMES_PLACE: Place = { name: 'names' };
/** Questions to the user of an assistant, which come back with the answer. */
export const QUESTION_PLACE: Place = { name: 'question of a tool' };
/** Tokens in temporary URLs of files. */
export const TEMPORARY_URL_PLACE: Place = { name: 'temporary URL' };
