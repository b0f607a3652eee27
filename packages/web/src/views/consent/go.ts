/** Leaves for the address of a program, which the server has checked. */
export function go(location: string): void {
  globalThis.location.assign(location);
}
