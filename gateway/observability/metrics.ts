import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ImageSource } from '../../contracts/images/source.ts';

export type Interface = 'api' | 'images' | 'dashboard';

/** Where an image came from; `fallback` if the search took too long or failed. */
export type AnswerOrigin = 'memory' | 'storage' | 'rendered' | 'fallback';

interface Answered {
  method: string;
  /** The pattern of the route rather than the path, which has an unlimited number of values. */
  route: string;
  status: number;
}

export interface GatewayMetrics {
  /** Called when a request arrives; the returned function is called with its answer. */
  requestStarted(face: Interface): (answered: Answered) => void;
  imageAnswered(origin: AnswerOrigin, source: ImageSource): void;
  /** Called when a write of that many image requests starts; the returned function is called when it has ended. */
  imagesCounted(requests: number): () => void;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The metrics of one gateway process. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const requests = new Histogram({
    name: 'sightread_http_request_duration_seconds',
    help: 'Time until a request was answered, by interface, route and status.',
    labelNames: ['interface', 'method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const inFlight: Record<Interface, number> = { api: 0, images: 0, dashboard: 0 };
  new Gauge({
    name: 'sightread_http_requests_in_flight',
    help: 'Requests that are not answered yet.',
    labelNames: ['interface'],
    registers,
    collect() {
      for (const [face, count] of Object.entries(inFlight)) this.set({ interface: face }, count);
    },
  });
  const images = new Counter({
    name: 'sightread_images_total',
    help: 'Images answered, by how they were obtained and by their source.',
    labelNames: ['way', 'source'],
    registers,
  });
  const counted = new Counter({
    name: 'sightread_image_requests_total',
    help: 'Image requests counted for an account.',
    registers,
  });
  const countWait = new Histogram({
    name: 'sightread_image_count_wait_seconds',
    help: 'Time to write the counts of a group of image requests.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    requestStarted(face) {
      inFlight[face] += 1;
      const startedAt = performance.now();
      return ({ method, route, status }) => {
        inFlight[face] -= 1;
        const known = methods.has(method) ? method : 'OTHER';
        requests.observe({ interface: face, method: known, route, status }, (performance.now() - startedAt) / 1_000);
      };
    },
    imageAnswered: (origin, source) => images.inc({ way: origin, source }),
    imagesCounted(count) {
      counted.inc(count);
      const observe = countWait.startTimer();
      return () => void observe();
    },
  };
}
