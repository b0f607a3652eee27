/** Runs in the page of the second step: asks the browser for a passkey and sends its answer with the form. */
export const PASSKEY_SCRIPT = `
const button = document.getElementById('other');
const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
async function answer() {
  const state = location.pathname.split('/').at(-1);
  const body = new URLSearchParams({ state });
  const headers = { 'X-Parley': 'web' };
  const asked = await fetch('/json/session/second-step/passkey', { method: 'POST', headers, body });
  const { options } = await asked.json();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const { id, response } = await navigator.credentials.get({ publicKey });
  return {
    id,
    client_data: text(response.clientDataJSON),
    authenticator_data: text(response.authenticatorData),
    signature: text(response.signature),
    user_handle: response.userHandle === null ? null : text(response.userHandle),
  };
}
button.hidden = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === undefined;
button.addEventListener('click', async () => {
  button.disabled = true;
  try {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'passkey';
    field.value = JSON.stringify(await answer());
    button.form.append(field);
    button.form.submit();
  } catch {
    button.disabled = false;
  }
});
`;
