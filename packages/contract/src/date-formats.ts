/** More than twice the time zones of the tz database. */
const MAX_FORMATS = 1_500;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A formatter of dates. It is kept, because making one takes longer than formatting a hundred times. */
export function dateFormat(options: Intl.DateTimeFormatOptions, locale = 'en-GB'): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, made);
  return made;
}
