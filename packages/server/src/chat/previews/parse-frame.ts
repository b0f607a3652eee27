import { Parser } from 'htmlparser2';

/** The player of a provider: its HTML must be one frame of the provider's own host. The result is written from its address alone. */
export function frameOf(html: string, domain: string): string | undefined {
  const frames: string[] = [];
  let others = 0;
  const parser = new Parser({
    onopentag: (name, { src }) => {
      if (name === 'iframe') frames.push(src ?? '');
      else others += 1;
    },
    ontext: (text) => {
      if (text.trim() !== '') others += 1;
    },
  });
  parser.write(html);
  parser.end();
  const [source = ''] = frames;
  const url = URL.parse(source);
  if (others > 0 || frames.length !== 1 || url?.protocol !== 'https:') return undefined;
  if (url.username !== '' || (url.hostname !== domain && !url.hostname.endsWith(`.${domain}`)))
    return undefined;
  const address = url.href.replaceAll('&', '&amp;').replaceAll('"', '%22');
  return `<iframe src="${address}" width="640" height="360" allowfullscreen sandbox="allow-scripts allow-same-origin allow-presentation"></iframe>`;
}
