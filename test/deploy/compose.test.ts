import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { queues } from '../../contracts/queues.ts';
import {
  type ComposeService,
  compose,
  imageTargets,
  projectRoot,
  read,
  unknownSettings,
  workerStopSeconds,
} from './manifests.ts';

const { services, networks, volumes } = compose();
const all = Object.entries(services);
const ours = all.filter(([, service]) => service.build);

function named(name: string): ComposeService {
  const service = services[name];
  if (!service) throw new Error(`there is no service ${name}`);
  return service;
}

function seconds(text = '10s') {
  return (text.endsWith('m') ? 60 : 1) * Number(text.slice(0, -1));
}

function isOneShot(service: ComposeService) {
  return !service.deploy;
}

describe('the compose file', () => {
  it('has a worker service for each queue, and builds the browser worker with Chromium', () => {
    for (const queue of queues) {
      const { command, build } = named(`worker-${queue}`);
      expect(command?.slice(-2)).toEqual(['--queues', queue]);
      expect(build?.target).toBe(queue === 'browser' ? 'worker-browser' : 'worker');
    }
    expect(ours).toHaveLength(queues.length + 1);
  });

  it('builds only targets that the Dockerfile has', () => {
    expect(imageTargets()).toEqual(expect.arrayContaining(ours.map(([, { build }]) => build?.target)));
  });

  it('sets only variables that runtime/settings.ts has', () => {
    expect(unknownSettings(ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})))).toEqual([]);
  });

  it('lets the gateway listen on the address of its container', () => {
    expect(named('gateway').environment).toMatchObject({ HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' });
    expect(read('deploy/docker/Dockerfile')).toMatch(/^\s+HOST=0\.0\.0\.0/m);
  });

  it('gives every worker a grace period longer than its shutdown takes', () => {
    for (const [name, { environment, stop_grace_period }] of ours) {
      const shutdownSeconds = workerStopSeconds(environment?.['SHUTDOWN_GRACE_MS']);
      expect({ name, enough: seconds(stop_grace_period) > shutdownSeconds }).toEqual({ name, enough: true });
    }
  });

  it('refers only to files, volumes, networks and services that exist', () => {
    for (const [, service] of all) {
      const sources = (service.volumes ?? []).map((volume) => volume.split(':')[0] ?? '');
      const files = sources.filter((source) => source.startsWith('./docker'));
      for (const file of files) expect([file, existsSync(join(projectRoot, 'deploy', file))]).toEqual([file, true]);
      const known = sources.filter((source) => !/^[.$]/.test(source));
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(known));
      expect(Object.keys(networks)).toEqual(expect.arrayContaining(service.networks ?? []));
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(service.depends_on ?? {})));
    }
    const profile = named('worker-browser').security_opt?.find((option) => option.startsWith('seccomp='));
    expect(existsSync(join(projectRoot, 'deploy', profile?.slice('seccomp='.length) ?? 'none'))).toBe(true);
    const { dockerfile = '', context = '' } = named('gateway').build ?? {};
    expect(existsSync(join(projectRoot, 'deploy', context, dockerfile))).toBe(true);
    expect(dirname(dockerfile)).toBe('deploy/docker');
  });

  it('waits only for services that have a health check', () => {
    for (const [name, { depends_on = {} }] of all) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const hasHealthCheck = condition !== 'service_healthy' || named(other).healthcheck || named(other).build;
        expect({ name, other, hasHealthCheck: Boolean(hasHealthCheck) }).toEqual({ name, other, hasHealthCheck: true });
      }
    }
  });

  it('drops all capabilities, and limits the memory and CPU of every long-running service', () => {
    for (const [name, service] of all.filter(([, each]) => !isOneShot(each))) {
      expect({ name, drop: service.cap_drop, escalate: service.security_opt?.[0] }).toEqual({
        name,
        drop: ['ALL'],
        escalate: 'no-new-privileges:true',
      });
      // On start, Temporal's image writes its configuration into the folder of the program.
      if (name !== 'temporal') expect({ name, readOnly: service.read_only }).toEqual({ name, readOnly: true });
      expect(service.deploy?.resources.limits).toMatchObject({ memory: expect.any(String), cpus: expect.any(String) });
    }
  });

  it('publishes every port on loopback by default, and keeps the stores on an internal network', () => {
    const published = all.flatMap(([name, { ports = [] }]) => ports.map((port) => ({ name, port })));
    for (const { name, port } of published) {
      expect({ name, port, loopback: /^(\$\{\w+:-)?127\.0\.0\.1:/.test(port) }).toEqual({ name, port, loopback: true });
    }
    expect(networks['back']).toEqual({ internal: true });
    for (const name of ['mongodb', 'minio', 'postgresql', 'temporal']) expect(named(name).networks).toEqual(['back']);
  });

  it('contains no secret, and requires only variables that compose.env.example has', () => {
    const required = new Set([...read('deploy/compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name));
    const offered = [...read('deploy/compose.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(offered).toEqual(expect.arrayContaining([...required]));
    for (const [name, { environment = {} }] of all) {
      for (const [key, value] of Object.entries(environment).filter(([each]) =>
        /PASSWORD|PWD|SECRET|_KEY$/.test(each),
      )) {
        const isHardCoded = key !== 'MINIO_ACCESS_KEY' && !String(value).includes('${');
        expect({ name, key, isHardCoded }).toEqual({ name, key, isHardCoded: false });
      }
    }
  });
});
