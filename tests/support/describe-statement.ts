import type { Client, Connection, FieldDef } from 'pg';

type Described = { readonly fields: readonly FieldDef[] } | { readonly error: Error };

/** Has PostgreSQL parse a statement, and returns its columns; nothing is executed. */
export function describeStatement(client: Client, text: string): Promise<Described> {
  const { promise, resolve } = Promise.withResolvers<Described>();
  let described: Described = { fields: [] };
  client.query({
    submit: (connection: Connection) => {
      connection.parse({ text, name: '', types: [] }, true);
      connection.describe({ type: 'S', name: '' }, true);
      connection.sync();
    },
    handleRowDescription: (message: { readonly fields: readonly FieldDef[] }) => {
      described = message;
    },
    handleError: (error: Error) => resolve({ error }),
    handleReadyForQuery: () => resolve(described),
  });
  return promise;
}
