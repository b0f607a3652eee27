/** Name of the meta element in which the server's pages tell the client about the door. */
export const DOOR_META = 'parley-door';
