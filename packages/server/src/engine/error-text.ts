const MAX_ERROR_CHARACTERS = 500;

/** The text of an error in one line, without its stack; that of a connection which failed on every address of a host too. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join('; ');
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
}
