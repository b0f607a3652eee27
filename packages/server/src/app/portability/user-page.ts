import { html, joinHtml, Html } from '../../http/html/html.ts';
import { purposeOf, type StoredTable } from './stored-data/stored-table.ts';

export const TABLE_END = '</table></div>\n';
export const PAGE_END = '</html>\n';

const STYLE =
  new Html(`body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:75rem;padding:0 1rem;color:#222}
div{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}th,td{border:1px solid #ccc;padding:.3rem .5rem;text-align:left;vertical-align:top}
td{white-space:pre-wrap;max-width:40rem;overflow-wrap:anywhere}`);

/** The beginning of the page; nothing in it runs or loads anything. */
export function pageHead(name: string): string {
  return html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <title>Data of ${name}</title
      ><style>
        ${STYLE}
      </style>
      <h1>Data of ${name}</h1>
      <p>
        Everything that the server stores about this person, in the words of its operators. Files are in the
        directory "files", and the same data for programs in data.json.
      </p>
    </html> `.text;
}

export function tableHead(table: StoredTable, columns: readonly string[]): string {
  const titles = columns.map((name) => html`<th>${purposeOf(table.columns[name] ?? name)}</th>`);
  const title = `${(table.purpose[0] ?? '').toUpperCase()}${table.purpose.slice(1)}`;
  return html`<h2>${title}</h2>
    <p>Kept ${table.kept}.</p>
    <div>
      <table>
        <tr>
          ${joinHtml(titles, '')}
        </tr>
      </table>
    </div> `.text;
}

export function rowOf(columns: readonly string[], row: Readonly<Record<string, unknown>>): string {
  const cells = columns.map((name) => html`<td>${textOf(row[name])}</td>`);
  return html`<tr>
    ${joinHtml(cells, '')}
  </tr> `.text;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
