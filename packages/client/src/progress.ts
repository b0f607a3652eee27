/** How much of a file is on its way. */
export type Progress = { readonly sent: number; readonly total: number };

/** Everything of a request that an upload needs. */
type Sending = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal?: AbortSignal;
};

/** Sends a form and tells after every piece how many bytes have gone out. */
export function sendTold(
  fetch: typeof globalThis.fetch | undefined,
  url: string,
  sending: Sending,
  tell: (bytes: number) => void,
): Promise<Response> {
  // Browsers tell nothing of what `fetch` sends; in Node.js there is nothing else.
  return fetch === undefined && 'XMLHttpRequest' in globalThis
    ? sendByXhr(url, sending, tell)
    : sendByStream(fetch ?? globalThis.fetch, url, sending, tell);
}

function sendByXhr(
  url: string,
  { method, headers, body, signal }: Sending,
  tell: (bytes: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const give = (): void => {
      request.abort();
      reject(signal?.reason as Error);
    };
    request.open(method, url);
    for (const [name, value] of Object.entries(headers))
      if (name !== 'user-agent') request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      tell(loaded);
    });
    request.addEventListener('load', () => {
      const retry = request.getResponseHeader('retry-after');
      const told = retry === null ? {} : { headers: { 'retry-after': retry } };
      resolve(new Response(request.responseText, { status: request.status, ...told }));
    });
    request.addEventListener('error', () => {
      reject(new TypeError('The server cannot be reached.'));
    });
    request.addEventListener('loadend', () => {
      signal?.removeEventListener('abort', give);
    });
    signal?.addEventListener('abort', give);
    if (signal?.aborted === true) give();
    else request.send(body);
  });
}

function sendByStream(
  fetch: typeof globalThis.fetch,
  url: string,
  { body, headers, ...sending }: Sending,
  tell: (bytes: number) => void,
): Promise<Response> {
  // Writes the form down, and knows the line between its parts.
  const form = new Response(body);
  let bytes = 0;
  const counted = form.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, next) => {
        bytes += piece.byteLength;
        tell(bytes);
        next.enqueue(piece);
      },
    }),
  );
  const init = {
    ...sending,
    headers: { ...headers, 'content-type': form.headers.get('content-type') ?? '' },
    body: counted,
    duplex: 'half',
  };
  return fetch(url, init as RequestInit);
}
