/** An e-mail in plain text, which displays anywhere and cannot disguise links. */
export type Email = { readonly to: string; readonly subject: string; readonly text: string };
