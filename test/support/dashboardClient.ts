/** A person with a browser, as far as HTTP goes: cookies, forms and the tokens in them. */
import { api } from './client.ts';

export interface Page {
  status: number;
  headers: Headers;
  location: string;
  html: string;
}

export class Visitor {
  readonly cookies = new Map<string, string>();
  constructor(readonly base = api()) {}

  async request(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(this.base + path, {
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

  /** Sends a form as it is, with no token but the one that is given. */
  send = (path: string, fields: Record<string, string>) =>
    this.request(path, { method: 'POST', body: new URLSearchParams(fields) });

  async token(page = '/account'): Promise<string> {
    const { html } = await this.get(page);
    return /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  }

  /** Fills in a form of a page and sends it. */
  async form(path: string, fields: Record<string, string> = {}, page?: string): Promise<Page> {
    return this.send(path, { ...fields, csrf: await this.token(page) });
  }

  signIn = (email: string, password: string) => this.form('/sign-in', { email, password }, '/sign-in');
}

export async function signedIn({ email, password }: { email: string; password: string }): Promise<Visitor> {
  const visitor = new Visitor();
  const { status, html } = await visitor.signIn(email, password);
  if (status !== 303) throw new Error(`${email} could not sign in: ${status} ${html}`);
  return visitor;
}
