import { refusalIn } from '../../engine/words/server-words.ts';
import { checkText } from '../fields.ts';
import { errorResponse } from '../response.ts';
import type { Page } from '../page.ts';
import { ApiError } from '../../engine/api-error.ts';
import { deadEndPage } from './document.ts';

/** Wraps a page handler so that API errors become an HTML page instead of JSON. */
export function withErrorPage(handle: Page['handle']): Page['handle'] {
  return async (world, request) => {
    try {
      checkText(request.fields.query);
      checkText(request.fields.body);
      checkText(new Map(Object.entries(request.pathParameters)));
      return await handle(world, request);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { status, headers } = errorResponse(error);
      const page = deadEndPage(request.words, status, {
        title: request.words.t('This did not work'),
        text: refusalIn(request.words, error.message),
      });
      return { ...page, headers: { ...headers, ...page.headers } };
    }
  };
}
