import { errors, type ErrorCode } from '@parley/contract/errors.ts';
import { html, type Html } from '../../../http/html/html.ts';
import { prose } from '../prose.ts';

/** The meaning of each code, with a link to its details. */
export function errorTable(
  label: string,
  codes: readonly ErrorCode[],
  page: string,
  statusOf: (code: ErrorCode) => string = (code) => String(errors[code].status),
): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">
    <table>
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Status</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${codes.map(
          (code) =>
            html`<tr>
              <th scope="row">
                <a href="${page}#${code}"><code>${code}</code></a>
              </th>
              <td>${statusOf(code)}</td>
              <td>${prose(errors[code].doc)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
