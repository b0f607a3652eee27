/** Whether an Accept-Encoding header permits a coding. Codings that it does not name are not permitted. */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return (accepted ?? '').split(',').some((part) => {
    const [name = '', weight = 'q=1'] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return (name === coding || name === `x-${coding}`) && Number(weight.slice(2)) > 0;
  });
}
