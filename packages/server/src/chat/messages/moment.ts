const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** The moment of an ISO 8601 date: midnight if it has no time, UTC if it has no offset. */
export function momentOf(text: string): { readonly at: Date; readonly isDay: boolean } | undefined {
  const [, day, time, seconds = '00', fraction = '0', zone = 'Z'] = ISO.exec(text.trim()) ?? [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const at = new Date(
    `${day}T${time ?? '00:00'}:${seconds}.${fraction.padEnd(3, '0')}${offset.toUpperCase()}`,
  );
  // Date would accept a day that the month does not have as a day of the next month.
  const midnight = new Date(`${day}T00:00Z`);
  if (Number.isNaN(at.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  return { at, isDay: time === undefined };
}
