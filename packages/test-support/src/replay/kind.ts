/** Names a kind of event: `type/op`, or the type alone. */
export function kindOf(event: { type: string; op?: string | null }): string {
  return typeof event.op === 'string' ? `${event.type}/${event.op}` : event.type;
}
