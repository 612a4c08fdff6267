import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ImageSource } from '../images/answer.ts';

/** The three faces of the gateway. */
export type Face = 'api' | 'images' | 'dashboard';

/** How an answer was come by; `fallback` where looking took too long or failed. */
export type ImageWay = 'memory' | 'storage' | 'rendered' | 'fallback';

interface Answered {
  method: string;
  /** The pattern of the route, never the path that was asked for: that has no end of values. */
  route: string;
  status: number;
}

export interface GatewayMetrics {
  /** A request has come; the returned function is told its answer. */
  requestCame(face: Face): (answered: Answered) => void;
  imageFound(way: ImageWay, source: ImageSource): void;
  /** So many image requests are being written; the returned function is called once they are. */
  imagesCounted(requests: number): () => void;
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The counters of one gateway process. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const requests = new Histogram({
    name: 'sightread_http_request_duration_seconds',
    help: 'Time until a request was answered, by interface, route and status.',
    labelNames: ['interface', 'method', 'route', 'status'],
    buckets: seconds,
    registers,
  });
  const inFlight: Record<Face, number> = { api: 0, images: 0, dashboard: 0 };
  new Gauge({
    name: 'sightread_http_requests_in_flight',
    help: 'Requests that are not answered yet.',
    labelNames: ['interface'],
    registers,
    collect() {
      for (const [face, requests] of Object.entries(inFlight)) this.set({ interface: face }, requests);
    },
  });
  const images = new Counter({
    name: 'sightread_images_total',
    help: 'Images answered, by how they were come by and what they come from.',
    labelNames: ['way', 'source'],
    registers,
  });
  const counted = new Counter({
    name: 'sightread_image_requests_total',
    help: 'Image requests counted for an account.',
    registers,
  });
  const commitWait = new Histogram({
    name: 'sightread_image_count_wait_seconds',
    help: 'Time that it took to write the counts of a group of image requests.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  return {
    requestCame(face) {
      inFlight[face] += 1;
      const came = performance.now();
      return ({ method, route, status }) => {
        inFlight[face] -= 1;
        const known = methods.has(method) ? method : 'OTHER';
        requests.observe({ interface: face, method: known, route, status }, (performance.now() - came) / 1_000);
      };
    },
    imageFound: (way, source) => images.inc({ way, source }),
    imagesCounted(requests) {
      counted.inc(requests);
      const observe = commitWait.startTimer();
      return () => void observe();
    },
  };
}
