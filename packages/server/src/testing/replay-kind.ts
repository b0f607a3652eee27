/** Names a kind of event: `type/op`, or the type alone. */
export const kindOf = (event: { type: string; op?: string | null }): string =>
  typeof event.op === 'string' ? `${event.type}/${event.op}` : event.type;
