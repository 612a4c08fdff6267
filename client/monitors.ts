import type { MonitorInfo, MonitorRequest, MonitorRun, MonitorUpdate, PageChange } from './api.ts';
import type { CallOptions, Http } from './http/request.ts';

interface Answer<T> {
  data: T;
}

/** A run with the pages that have changed in it. */
interface RunWithChanges extends MonitorRun {
  changes: PageChange[];
}

/**
 * Pages that are read again and again, and what has changed on them: `client.monitors`.
 *
 * @example
 * ```ts
 * const { id } = await client.monitors.create({ url: 'https://example.com/a', every: '6h' });
 * console.log((await client.monitors.get(id)).status); // active
 * await client.monitors.delete(id);
 * ```
 */
export class Monitors {
  readonly #http: Http;

  /** @internal */
  constructor(http: Http) {
    this.#http = http;
  }

  create(request: MonitorRequest, options: CallOptions = {}): Promise<{ id: string; url: string }> {
    return this.#http.json('/v1/monitors', { method: 'POST', body: request, ...options });
  }

  async list(options: CallOptions = {}): Promise<MonitorInfo[]> {
    return (await this.#http.json<Answer<MonitorInfo[]>>('/v1/monitors', options)).data;
  }

  async get(id: string, options: CallOptions = {}): Promise<MonitorInfo> {
    return (await this.#http.json<Answer<MonitorInfo>>(pathOf(id), options)).data;
  }

  async update(id: string, changes: MonitorUpdate, options: CallOptions = {}): Promise<MonitorInfo> {
    return (await this.#http.json<Answer<MonitorInfo>>(pathOf(id), { method: 'PATCH', body: changes, ...options }))
      .data;
  }

  pause(id: string, options: CallOptions = {}): Promise<MonitorInfo> {
    return this.#tell(id, 'pause', options);
  }

  resume(id: string, options: CallOptions = {}): Promise<MonitorInfo> {
    return this.#tell(id, 'resume', options);
  }

  /** Has it run now, also while it is paused. */
  run(id: string, options: CallOptions = {}): Promise<MonitorInfo> {
    return this.#tell(id, 'run', options);
  }

  /** The last runs, newest first; or one of them with its changes. */
  runs(id: string, options?: CallOptions): Promise<MonitorRun[]>;
  runs(id: string, options: CallOptions & { run: string }): Promise<RunWithChanges>;
  async runs(id: string, options: CallOptions & { run?: string } = {}): Promise<MonitorRun[] | RunWithChanges> {
    const { run, ...call } = options;
    const path = run === undefined ? `${pathOf(id)}/runs` : `${pathOf(id)}/runs/${encodeURIComponent(run)}`;
    return (await this.#http.json<Answer<MonitorRun[] | RunWithChanges>>(path, call)).data;
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.#http.json(pathOf(id), { method: 'DELETE', ...options });
  }

  async #tell(id: string, word: string, options: CallOptions): Promise<MonitorInfo> {
    return (await this.#http.json<Answer<MonitorInfo>>(`${pathOf(id)}/${word}`, { method: 'POST', ...options })).data;
  }
}

function pathOf(id: string): string {
  return `/v1/monitors/${encodeURIComponent(id)}`;
}
