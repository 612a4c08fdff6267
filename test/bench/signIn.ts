/** Signs the owner in to the dashboard; the result shows pages of it. */
export async function signInToDashboard(api: string, password: string): Promise<(path: string) => Promise<string>> {
  const cookies = new Map<string, string>();
  async function request(path: string, init: RequestInit = {}): Promise<string> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(api + path, { redirect: 'manual', ...init, headers: { accept: 'text/html', cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    if (response.status >= 400) throw new Error(`${path} answered ${response.status}`);
    return response.text();
  }
  const csrf = /name="csrf" value="([^"]+)"/.exec(await request('/sign-in'))?.[1] ?? '';
  const fields = { email: 'owner@localhost', password, csrf };
  await request('/sign-in', { method: 'POST', body: new URLSearchParams(fields) });
  return (path) => request(path);
}
