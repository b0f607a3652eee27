import type { Client } from '@parley/client';
import type { Upload } from '@parley/markdown';
import type { RenderFacts } from './context.ts';
import type { Topics } from '../derived/topics.ts';

const MAX_KNOWN_UPLOADS = 500;

/** Facts for the renderer: topics from their lists, files from the server's rendering of a link to them. */
export function createRenderFacts(client: Client, topics: Topics): RenderFacts {
  const uploads = new Map<string, Upload | null>();
  const loadUpload = async (path: string): Promise<void> => {
    const { rendered } = await client.renderMessage({ content: `![file](/user_uploads/${path})` });
    uploads.set(path, uploadIn(rendered, path));
    for (const old of uploads.keys()) if (uploads.size > MAX_KNOWN_UPLOADS) uploads.delete(old);
  };
  return {
    topicsOf: topics.known,
    uploadOf: (path) => uploads.get(path),
    load: async (channelIds, paths) => {
      await Promise.all([...channelIds.map(topics.load), ...paths.map(loadUpload)]);
    },
  };
}

/** Reads from the HTML of a picture or sound what the server knows of the file. */
function uploadIn(html: string, path: string): Upload | null {
  if (html.includes('<audio ')) return { path, contentType: 'audio/mpeg' };
  const attribute = (name: string): string | undefined => new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1];
  const [width, height] = attribute('data-original-dimensions')?.split('x').map(Number) ?? [];
  const contentType = attribute('data-original-content-type');
  if (contentType === undefined || width === undefined || height === undefined) return null;
  const transcoded = attribute('data-transcoded-image');
  return {
    path,
    contentType,
    image: {
      width,
      height,
      thumbnail: html.includes('image-loading-placeholder') ? 'pending' : 'ready',
      animated: attribute('data-animated') === 'true',
      ...(transcoded === undefined ? {} : { transcoded }),
    },
  };
}
