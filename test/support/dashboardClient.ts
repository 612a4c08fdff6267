/** The dashboard over plain HTTP, with cookies and CSRF tokens like a browser's. */
import { api } from './client.ts';

export interface Page {
  status: number;
  headers: Headers;
  location: string;
  html: string;
}

export class DashboardClient {
  readonly cookies = new Map<string, string>();

  async request(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(api() + path, {
      redirect: 'manual',
      ...init,
      headers: {
        accept: 'text/html',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...init.headers,
      },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? '';
    return { status: response.status, headers: response.headers, location, html: await response.text() };
  }

  get = (path: string) => this.request(path);

  /** Sends a form with exactly these fields, without adding a CSRF token. */
  post = (path: string, fields: Record<string, string>) =>
    this.request(path, { method: 'POST', body: new URLSearchParams(fields) });

  async csrfToken(page = '/account'): Promise<string> {
    const { html } = await this.get(page);
    return /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  /** Sends a form with the CSRF token of a page. */
  async submit(path: string, fields: Record<string, string> = {}, page?: string): Promise<Page> {
    return this.post(path, { ...fields, csrf: await this.csrfToken(page) });
  }

  signIn = (email: string, password: string) => this.submit('/sign-in', { email, password }, '/sign-in');
}

export async function signInAs({ email, password }: { email: string; password: string }): Promise<DashboardClient> {
  const client = new DashboardClient();
  const { status, html } = await client.signIn(email, password);
  if (status !== 303) throw new Error(`${email} could not sign in: ${status} ${html}`);
  return client;
}
