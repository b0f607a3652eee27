/** The user whose unread messages are read, and whether archived channels are included. */
export type Owner = { readonly realmId: number; readonly userId: number; readonly seesArchived: boolean };
