import { BROWSER_PREFIX } from '@parley/contract/endpoints/spectators.ts';
import { PREFIX } from '@parley/server/http/prefix.ts';
import { ORIGIN, type Exchange, type ForgeryStage } from './stage.ts';

/** A server with a hole, as it would treat a request: the request is changed on its way to one without. */
export type ForgeryHole = (exchange: Exchange, stage: ForgeryStage) => Exchange;

function withHeaders(exchange: Exchange, headers: Readonly<Record<string, string>>): Exchange {
  return { ...exchange, headers: { ...exchange.headers, ...headers } };
}

/** Mistakes that must be noticed, by name. */
export const plantedHoles: Readonly<Record<string, ForgeryHole>> = {
  'every origin is trusted': (exchange) =>
    exchange.headers['origin'] === undefined ? exchange : withHeaders(exchange, { origin: ORIGIN }),
  'one site is one origin': (exchange) =>
    exchange.headers['sec-fetch-site'] === 'same-site'
      ? withHeaders(exchange, { 'sec-fetch-site': 'same-origin' })
      : exchange,
  'the marker is not needed': (exchange) => withHeaders(exchange, { 'x-parley': 'web' }),
  'an absent header is trusted': (exchange) =>
    exchange.headers['origin'] === undefined && exchange.headers['sec-fetch-site'] === undefined
      ? withHeaders(exchange, { 'sec-fetch-site': 'same-origin' })
      : exchange,
  'keys and cookies are the same': (exchange) => ({
    ...exchange,
    path: exchange.path.replace(PREFIX, BROWSER_PREFIX),
  }),
  'a cookie fits every organization': (exchange, { cookies }) =>
    exchange.headers['cookie'] === cookies.sibling
      ? withHeaders(exchange, { cookie: cookies.valid })
      : exchange,
};
