/** What stands in a mail. Plain text: it can be read anywhere, and hides no address behind another. */
export type Letter = { readonly to: string; readonly subject: string; readonly text: string };
