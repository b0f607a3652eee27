/** A result of RFC 8601, such as `dmarc=pass header.from=example.org`. */
type Result = { readonly method: string; readonly verdict: string; readonly words: readonly string[] };

/** Later characters of a header are not read. */
const MAX_HEADER_LENGTH = 4_000;

/**
 * Whether a mail server states in `Authentication-Results` that DMARC passes for the domain of the author. Headers of other
 * servers are ignored, because senders can write them; the receiving server removes those with its own name.
 */
export function dmarcPasses(headers: readonly string[], authservId: string, domain: string): boolean {
  const results = headers.flatMap((header) => resultsOf(header, authservId));
  const dmarc = results.filter(({ method }) => method === 'dmarc');
  return (
    dmarc.length > 0 &&
    dmarc.every(({ verdict, words }) => verdict === 'pass' && words.includes(`header.from=${domain}`))
  );
}

function resultsOf(header: string, authservId: string): Result[] {
  const [server = '', ...results] = statementsOf(header.slice(0, MAX_HEADER_LENGTH).toLowerCase());
  // A version may follow the name of the server.
  if (server.split(/\s/, 1)[0] !== authservId.toLowerCase()) return [];
  return results.map((result) => {
    const [first = '', ...words] = result.split(/\s+/);
    const [method = '', verdict = ''] = first.split('=');
    return { method, verdict, words };
  });
}

/** The parts between semicolons, without comments and quotation marks. */
function statementsOf(header: string): string[] {
  const statements = [''];
  let depth = 0;
  let isQuoted = false;
  let isEscaped = false;
  for (const character of header) {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) append(statements, character === ';' || character === ' ' ? '_' : character);
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (character === ';') statements.push('');
    else append(statements, character);
  }
  return statements.map((statement) => statement.trim());
}

function append(statements: string[], character: string): void {
  statements.push((statements.pop() ?? '') + character);
}
