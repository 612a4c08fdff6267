/** Reads the compose file, the Kubernetes manifests and the Dockerfile of deploy/. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { settingsTable } from '../../runtime/settings.ts';

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url));

export function read(path: string) {
  return readFileSync(join(projectRoot, path), 'utf8');
}

export interface ComposeService {
  image: string;
  build?: { target: string; context: string; dockerfile: string };
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  stop_grace_period?: string;
  security_opt?: string[];
  cap_drop?: string[];
  read_only?: boolean;
  user?: string;
  deploy?: { resources: { limits: { memory: string; cpus: string } } };
}

export function compose(): {
  services: Record<string, ComposeService>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, object>;
} {
  return parse(read('deploy/compose.yaml'), { merge: true });
}

export interface Container {
  image: string;
  args?: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[];
  envFrom?: { configMapRef?: { name: string }; secretRef?: { name: string; optional?: boolean } }[];
  ports: { name: string; containerPort: number }[];
  livenessProbe: Probe;
  readinessProbe: Probe;
  resources: { requests: object; limits: { memory: string } };
  securityContext: object;
}
interface Probe {
  httpGet: { path: string; port: string };
}
/** The fields of a manifest that the tests check. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec: {
    podSelector?: Selector;
    selector?: { matchLabels: Record<string, string> };
    policyTypes?: string[];
    ingress?: object[];
    egress?: { to: { ipBlock?: { cidr: string; except?: string[] } }[]; ports?: object[] }[];
    scaleTargetRef?: { name: string };
    triggers?: { type: string; metadata: Record<string, string> }[];
    minReplicaCount?: number;
    template?: {
      metadata: { labels: Record<string, string> };
      spec: {
        terminationGracePeriodSeconds: number;
        automountServiceAccountToken: boolean;
        securityContext: { runAsNonRoot: boolean; runAsUser: number; seccompProfile: { type: string } };
        containers: [Container];
      };
    };
  };
}
export interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}

/** Every YAML document in the files of the folders. */
export function manifests(...folders: string[]): Manifest[] {
  return folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder))
      .filter((name) => name.endsWith('.yaml') && !['kustomization.yaml', 'names.yaml'].includes(name))
      .flatMap((name) => documents(`${folder}/${name}`)),
  );
}

export function documents(path: string): Manifest[] {
  return parseAllDocuments(read(path)).map((document): Manifest => document.toJS());
}

/** The stage names of the Dockerfile: `FROM … AS name`. */
export function imageTargets(): string[] {
  return [...read('deploy/docker/Dockerfile').matchAll(/^FROM .* AS (\S+)$/gm)].map(([, name = '']) => name);
}

/** The names that runtime/settings.ts does not have. */
export function unknownSettings(names: Iterable<string>): string[] {
  return [...names].filter((name) => !Object.hasOwn(settingsTable, name));
}

/** After the grace period a worker cancels its work, which takes at most five seconds (workers/createWorkers.ts). */
export function workerStopSeconds(graceMs: string | undefined) {
  return Number(graceMs) / 1_000 + 5;
}
