/** How many days may pass between the deactivation of an organization and the deletion of everything in it. */
export const deletionDelayDays: { readonly least: number; readonly most: number | null } = {
  least: 14,
  most: null,
};
