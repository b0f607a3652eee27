/** Asks for a new log-in where the refused operation needs a recent one; tells whether to repeat it. */
export async function cureRefusal({ code }: { readonly code: string | undefined }): Promise<boolean> {
  if (code !== 'RECENT_LOGIN_REQUIRED') return false;
  return (await import('./log-in-again.ts')).askForLogIn();
}
