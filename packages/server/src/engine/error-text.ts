const MAX_ERROR_CHARACTERS = 500;

/** The text of an error for the column `last_error`. */
export function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR_CHARACTERS);
}
