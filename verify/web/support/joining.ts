import type { Page } from 'playwright-core';

export type Joining = { readonly name: string; readonly email?: string };

export const NEW_PASSWORD = 'nine nights under the stars';

/** Opens the link of an invitation and fills its page. */
export async function joinWith(page: Page, link: string, { name, email }: Joining): Promise<void> {
  await page.goto(new URL(link).pathname);
  await page.getByLabel('Your name').fill(name);
  if (email !== undefined) await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: /^Join / }).click();
}

/** The path of the link in an e-mail. */
export function linkIn(text: string): string {
  const path = /https?:\/\/[^/\s]+(\/\S+\/\w{32})/.exec(text)?.[1];
  if (path === undefined) throw new Error(`The e-mail has no link:\n${text}`);
  return path;
}
