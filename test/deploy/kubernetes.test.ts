import ipaddr from 'ipaddr.js';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isPublicAddress } from '../../contracts/egress/address.ts';
import { queues } from '../../contracts/queues.ts';
import {
  type Container,
  documents,
  imageTargets,
  type Manifest,
  manifests,
  read,
  type Selector,
  unknownSettings,
  workerStopSeconds,
} from './manifests.ts';

const everything = manifests('deploy/k8s/base', 'deploy/k8s/workers', 'deploy/k8s/overlays/example/workers');
const secrets = documents('deploy/k8s/secrets.example.yaml');

function ofKind(kind: string) {
  return everything.filter((each) => each.kind === kind);
}

function named(kind: string, name: string): Manifest {
  const found = [...everything, ...secrets].find((each) => each.kind === kind && each.metadata.name === name);
  if (!found) throw new Error(`there is no ${kind} ${name}`);
  return found;
}

function podOf(deployment: Manifest) {
  const template = deployment.spec.template;
  if (!template) throw new Error(`${deployment.metadata.name} has no pods`);
  return { labels: template.metadata.labels, ...template.spec, container: template.spec.containers[0] };
}
const deployments = ofKind('Deployment');
const ours = deployments.filter((each) => podOf(each).container.image.startsWith('sightread/'));
const settings = named('ConfigMap', 'sightread-settings').data ?? {};

type Model = new (data: never) => { validate(): void };
const models: Record<string, Model> = {
  'apps/v1 Deployment': apps.Deployment,
  'v1 Service': core.Service,
  'v1 ConfigMap': core.ConfigMap,
  'v1 Secret': core.Secret,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaling.HorizontalPodAutoscaler,
  'networking.k8s.io/v1 Ingress': networking.Ingress,
  'networking.k8s.io/v1 NetworkPolicy': networking.NetworkPolicy,
  'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
};

describe('the Kubernetes manifests', () => {
  it.each(
    [...everything, ...secrets]
      .filter(({ kind }) => kind !== 'ScaledObject')
      .map((each) => [each.kind, each.metadata.name, each] as const),
  )('%s %s matches its Kubernetes schema', (kind, _, manifest) => {
    const model = models[`${manifest.apiVersion} ${kind}`];
    if (!model) throw new Error(`there is no schema for ${manifest.apiVersion} ${kind}`);
    new model(manifest as never).validate();
  });

  it('have a Deployment, a scaler by backlog and a disruption budget for each queue', () => {
    for (const queue of queues) {
      const name = `worker-${queue}`;
      const { container } = podOf(named('Deployment', name));
      expect(container.ports.some((port) => port.name === 'calls')).toBe(isCalled(queue));
      expect(container.args?.slice(-2)).toEqual(['--queues', queue]);
      const { scaleTargetRef, triggers, minReplicaCount } = named('ScaledObject', name).spec;
      expect({ scaleTargetRef, minReplicaCount }).toEqual({ scaleTargetRef: { name }, minReplicaCount: 1 });
      expect(triggers).toEqual([
        ...(isCalled(queue) ? [{ type: 'cpu', metricType: 'Utilization', metadata: { value: '80' } }] : []),
        {
          type: 'temporal',
          metadata: {
            endpointFromEnv: 'TEMPORAL_ADDRESS',
            namespace: settings['TEMPORAL_NAMESPACE'],
            taskQueue: queue,
            queueTypes: expect.stringMatching(/^(workflow,)?activity$/),
            targetQueueSize: expect.stringMatching(/^\d+$/),
            workerDeploymentName: settings['DEPLOYMENT_NAME'],
            workerDeploymentBuildId: 'unset',
          },
        },
      ]);
      expect(named('PodDisruptionBudget', name).spec.selector).toEqual(named('Deployment', name).spec.selector);
    }
    expect(ofKind('ScaledObject')).toHaveLength(queues.length);
  });

  it('use only images that the Dockerfile builds', () => {
    const images = ours.map((each) => podOf(each).container.image.slice('sightread/'.length));
    expect(imageTargets()).toEqual(expect.arrayContaining(images));
    const overlays = ['base', 'workers'].flatMap(
      (folder): { name: string }[] => parse(read(`deploy/k8s/overlays/example/${folder}/kustomization.yaml`)).images,
    );
    expect(new Set(overlays.map(({ name }) => name))).toEqual(new Set(images.map((image) => `sightread/${image}`)));
  });

  it('set only variables that runtime/settings.ts has, and refer only to secrets in secrets.example.yaml', () => {
    const envNames = (container: Container) =>
      [...(container.envFrom ?? [])].flatMap(({ configMapRef, secretRef }) => {
        const source = configMapRef ? named('ConfigMap', configMapRef.name) : named('Secret', secretRef?.name ?? '');
        return Object.keys(source.data ?? source.stringData ?? {});
      });
    for (const each of ours) {
      const { container } = podOf(each);
      expect(unknownSettings([...envNames(container), ...(container.env ?? []).map(({ name }) => name)])).toEqual([]);
      expect(envNames(container)).toEqual(expect.arrayContaining(['MONGODB_URI', 'TEMPORAL_ADDRESS', 'METRICS_HOST']));
    }
    // Browser workers run untrusted pages, so they get no key except those of the stores.
    expect(envNames(podOf(named('Deployment', 'worker-browser')).container)).not.toContain('OPENAI_API_KEY');
    for (const { valueFrom } of deployments.flatMap((each) => podOf(each).container.env ?? [])) {
      const { name = '', key = '' } = valueFrom?.secretKeyRef ?? {};
      if (name) expect(named('Secret', name).stringData).toHaveProperty([key]);
    }
  });

  it('give every process a grace period longer than its shutdown takes', () => {
    for (const each of ours) {
      const { terminationGracePeriodSeconds } = podOf(each);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(workerStopSeconds(settings['SHUTDOWN_GRACE_MS']));
    }
  });

  it('run every process without root, capabilities or a writable root file system', () => {
    for (const each of deployments) {
      const { container, ...pod } = podOf(each);
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
      expect(pod.securityContext.seccompProfile.type).toBe(
        each.metadata.name === 'worker-browser' ? 'Localhost' : 'RuntimeDefault',
      );
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.resources).toMatchObject({ limits: { memory: expect.any(String) } });
      const ports = container.ports.map(({ name }) => name);
      expect(ports).toContain(container.livenessProbe.httpGet.port);
      expect(ports).toContain(container.readinessProbe.httpGet.port);
    }
    expect(settings).toMatchObject({ METRICS_PORT: '9464', HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' });
  });

  it('use the same build name everywhere in an overlay', () => {
    const { nameSuffix, images } = parse(read('deploy/k8s/overlays/example/workers/kustomization.yaml'));
    const build = named('ConfigMap', 'sightread-build').data?.['BUILD_ID'];
    expect(nameSuffix).toBe(`-${build}`);
    expect(new Set(images.map(({ newTag }: { newTag: string }) => newTag))).toEqual(new Set([build]));
  });
});

/** Gateways call the workers of these directly, and what they call for waits in no queue. */
function isCalled(queue: string): boolean {
  return ['fetch', 'browser', 'image'].includes(queue);
}

describe('the network policies', () => {
  const policies = ofKind('NetworkPolicy');
  const selects = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Record<string, string>) =>
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'));
  /** The IP blocks that a Deployment may connect to. */
  function blocksFor(name: string) {
    const { labels } = podOf(named('Deployment', name));
    return policies
      .filter(({ spec }) => selects(spec.podSelector ?? {}, labels))
      .flatMap(({ spec }) => spec.egress ?? [])
      .flatMap(({ to }) => to.flatMap(({ ipBlock }) => (ipBlock ? [ipBlock] : [])));
  }
  function inside(address: string, range: string) {
    const [base, bits] = ipaddr.parseCIDR(range);
    const parsed = ipaddr.parse(address);
    return parsed.kind() === base.kind() && parsed.match(base, bits);
  }
  const mayReach = (name: string, address: string) =>
    blocksFor(name).some(
      ({ cidr, except = [] }) => inside(address, cidr) && !except.some((range) => inside(address, range)),
    );

  it('deny all traffic by default', () => {
    expect(named('NetworkPolicy', 'nothing').spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });

  it('allow only the workers to connect to the internet', () => {
    for (const queue of queues) expect([queue, mayReach(`worker-${queue}`, '93.184.216.34')]).toEqual([queue, true]);
    expect(mayReach('worker-fetch', '2606:2800:220:1::1')).toBe(true);
    for (const name of ['gateway', 'edge']) expect(blocksFor(name)).toEqual([]);
  });

  it('let the gateway, and nobody else, call the workers that take calls', () => {
    const called = queues.filter(isCalled).map((queue) => `worker-${queue}`);
    const calls = (direction: 'ingress' | 'egress') =>
      policies.filter(({ spec }) => JSON.stringify(spec[direction] ?? []).includes('"port":"calls"'));
    expect(calls('egress')).toHaveLength(1);
    expect(calls('ingress')).toHaveLength(1);
    for (const name of ['gateway', 'edge', ...queues.map((queue) => `worker-${queue}`)]) {
      const { labels } = podOf(named('Deployment', name));
      const isSelected = ({ spec }: (typeof policies)[number]) => selects(spec.podSelector ?? {}, labels);
      expect([name, calls('egress').some(isSelected)]).toEqual([name, name === 'gateway']);
      expect([name, calls('ingress').some(isSelected)]).toEqual([name, called.includes(name)]);
    }
  });

  it('block every address that the address guard blocks', () => {
    const probes = specialAddresses().filter((address) => !isPublicAddress(address));
    expect(probes.length).toBeGreaterThan(80);
    expect(probes.filter((address) => mayReach('worker-fetch', address))).toEqual([]);
  });

  /** The first and last address of every special range, and some addresses that only the guard blocks. */
  function specialAddresses(): string[] {
    const ranges = [ipaddr.IPv4, ipaddr.IPv6].flatMap((family) =>
      Object.values<unknown>(Reflect.get(family.prototype, 'SpecialRanges')).flatMap((list) => rangesIn(list)),
    );
    const ends = ranges.flatMap(([base, bits]) => [base.toString(), lastOf(base, bits)]);
    return [...ends, '168.63.129.16', 'fec0::1', '4000::1', '::ffff:10.0.0.1', '::7f00:1', '64:ff9b::a00:1'];
  }
  type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
  /** `list` is one range or a list of them. */
  function rangesIn(list: unknown): Range[] {
    if (!Array.isArray(list)) return [];
    const [base, bits] = list;
    if ((base instanceof ipaddr.IPv4 || base instanceof ipaddr.IPv6) && typeof bits === 'number') return [[base, bits]];
    return list.flatMap(rangesIn);
  }
  function lastOf(base: ipaddr.IPv4 | ipaddr.IPv6, bits: number): string {
    const bytes = base.toByteArray().map((byte, at) => {
      const free = Math.min(8, Math.max(0, (at + 1) * 8 - bits));
      return byte | (2 ** free - 1);
    });
    return ipaddr.fromByteArray(bytes).toString();
  }
});
