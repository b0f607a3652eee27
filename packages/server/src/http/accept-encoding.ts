import { boundedHeader } from './bounded-header.ts';

/** Whether an Accept-Encoding header permits a coding. Codings that it does not name are not permitted. */
export function acceptsCoding(accepted: string | undefined, coding: 'br' | 'gzip'): boolean {
  return (boundedHeader(accepted) ?? '').split(',').some((part) => {
    const [name = '', weight = 'q=1'] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return (name === coding || name === `x-${coding}`) && Number(weight.slice(2)) > 0;
  });
}
