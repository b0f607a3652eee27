/** People of a group to whom one message is written; larger groups are mentioned in a channel. */
export const MAX_MESSAGED = 20;
