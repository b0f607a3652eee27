/** An error of the installation or the database: the message says what is wrong and what to do. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}
