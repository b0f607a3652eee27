/** Whether the header `Accept` prefers a page to JSON, as browsers do when a user opens an address. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const weightOf = (type: string): number => {
    let best = 0;
    for (const part of accept.split(',')) {
      const [range, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = Number(parameters.find((p) => p.startsWith('q='))?.slice(2) ?? 1);
      const matches = range === type || range === '*/*' || range === `${type.split('/')[0]}/*`;
      // An exact media type takes precedence over a range that includes it.
      if (matches) best = Math.max(best, weight + (range === type ? 0.0001 : 0));
    }
    return best;
  };
  return weightOf('text/html') > weightOf('application/json');
}
