/**
 * The style sheet of e-mails. Plain properties come first, because mail programs that do not support media queries
 * show the light form.
 */
export const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.ground { background: #f2f4f7; color: #1b1e23; }
.sheet { max-width: 600px; margin: 0 auto; padding: 24px 28px; background: #ffffff; border: 1px solid #dde1e7;
  border-radius: 12px; overflow-wrap: anywhere; }
.realm { margin: 0; font-size: 14px; color: #565b63; }
.title { margin: 2px 0 20px; font-size: 21px; line-height: 1.3; font-weight: 650; }
.section { margin: 24px 0 0; font-size: 17px; line-height: 1.3; font-weight: 650; }
.label { margin: 20px 0 6px; font-size: 13px; font-weight: 600; color: #565b63; }
.context { padding-left: 14px; border-left: 3px solid #dde1e7; color: #565b63; }
.heading { margin: 18px 0 4px; }
.sender { font-weight: 650; }
.time { font-size: 13px; color: #565b63; }
.message p { margin: 0 0 8px; }
.message h1, .message h2, .message h3, .message h4, .message h5, .message h6 { margin: 12px 0 6px; font-size: 17px; }
.mention { padding: 0 4px; border-radius: 4px; background: #e3eefb; color: #174a85; }
.quote { margin: 8px 0; padding-left: 12px; border-left: 3px solid #b9c1cc; color: #565b63; }
.code, .code-block { font: 14px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: #f2f4f7;
  border-radius: 4px; }
.code { padding: 1px 4px; }
.code-block { padding: 10px 12px; margin: 8px 0; white-space: pre-wrap; }
.code-block .code { padding: 0; }
.table { border-collapse: collapse; margin: 8px 0; }
.cell { padding: 4px 10px; border: 1px solid #dde1e7; text-align: left; }
.quiet { font-size: 14px; color: #565b63; }
.button { display: inline-block; margin: 18px 0 6px; padding: 11px 20px; border-radius: 8px; font-weight: 650;
  text-decoration: none; background: #1f5fa8; color: #ffffff; }
.footer { margin: 22px 0 0; padding-top: 16px; border-top: 1px solid #dde1e7; font-size: 13px; color: #565b63; }
a { color: #1f5fa8; }
@media (prefers-color-scheme: dark) {
  .ground { background: #16181c; color: #e8eaee; }
  .sheet { background: #202329; border-color: #343941; }
  .realm, .label, .context, .time, .quote, .quiet, .footer { color: #a9b0ba; }
  .context, .footer, .cell { border-color: #343941; }
  .quote { border-color: #747c87; }
  .mention { background: #203a58; color: #b9d7fa; }
  .code, .code-block { background: #16181c; }
  .button { background: #8ab8f0; color: #10233a; }
  a { color: #8ab8f0; }
}
@media (max-width: 480px) { body { padding: 0; } .sheet { padding: 20px 16px; border: 0; border-radius: 0; } }
`;
