import type { Page } from '../../../http/page.ts';

export const ICON_PATH = '/static/images/organization.svg';

/** Two speech bubbles: the default icon of an organization. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">
<rect width="64" height="64" rx="12" fill="#2f5d62"/>
<path d="M12 16h28a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4H24l-8 8v-8h-4a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4z" fill="#dfeeea"/>
<path d="M48 26h4a4 4 0 0 1 4 4v12a4 4 0 0 1-4 4h-2v7l-7-7H30a4 4 0 0 1-4-4h14a8 8 0 0 0 8-8z" fill="#a7c4bc"/>
</svg>
`;

export const organizationIcon: Page = {
  path: ICON_PATH,
  handle: async () => ({
    status: 200,
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' },
    body: icon,
  }),
};
