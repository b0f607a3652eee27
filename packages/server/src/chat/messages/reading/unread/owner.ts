/** Whose unread messages are looked at, and whether those in archived channels are among them. */
export type Owner = { readonly realmId: number; readonly userId: number; readonly seesArchived: boolean };
