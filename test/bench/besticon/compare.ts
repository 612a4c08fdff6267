/**
 * Runs in a network namespace in which every address is this machine's. besticon keeps what it has found out about the
 * icons of a site, but no icon: it either tells the browser where one is, or gets it again for every request.
 */
import { writeFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { reserveFreePorts } from '../../../deploy/local/servers/ports.ts';
import { egressMap } from '../../support/egressMap.ts';
import { forkScript } from '../childProcess.ts';
import { loadInTurns } from '../load.ts';
import { printTable } from '../printTable.ts';
import { against, type Program, type Row } from '../row.ts';
import { measuredExitCodes } from '../runBench.ts';
import { benchKeys, withStack } from '../stack.ts';
import { msOf, secondsOf } from '../timing.ts';
import { askForIcon, type IconServer, startBesticon } from './iconServers.ts';

const [, , program = '', version = ''] = process.argv;
const hosts = ['lighthouse.com', 'lighthouse.org', 'lighthouse.net', 'lighthouse.dev'];
/** Any that besticon takes for a public one. */
const siteAddress = '9.9.9.9';
const sitesOfRound = 60;
const concurrency = 16;

type Servers = readonly [ours: IconServer, besticon: IconServer];

async function compare(): Promise<Row[]> {
  const { message: site, stop } = await forkScript('iconSite', ['0.0.0.0']);
  const { ports, release } = await reserveFreePorts();
  const homePage = `http://${siteAddress}:${new URL(site).port}/`;
  const downloading = await startBesticon({ program, version, mode: 'download', port: ports.PORT, homePage });
  const redirecting = await startBesticon({ program, version, mode: 'redirect', port: ports.IMAGE_PORT, homePage });
  try {
    return await withStack({ EGRESS_MAP: egressMap(hosts, site) }, async ({ images }) => {
      const ours: IconServer = {
        name: 'sightread',
        address: images,
        pathOf: (number) => `/site${number}.${hosts[number % hosts.length]}?token=${benchKeys.publishable}`,
      };
      const known = 'icon of a known site, over 50 connections';
      const many = `icons of unknown sites, ${concurrency} asked for at once`;
      return [
        against(known, 'requests/s', await ratesOfKnown([ours, downloading]), { min: 1 }),
        against(known, 'requests/s', await ratesOfKnown([ours, redirecting]), { min: 1 }),
        against('icon of an unknown site that takes 100 ms', 'ms', await timesOfUnknown([ours, downloading])),
        against(many, 'sites/s', await ratesOfUnknown([ours, downloading])),
      ];
    });
  } finally {
    stop();
    release();
  }
}

async function ratesOfKnown(servers: Servers): Promise<[Program, Program]> {
  const site = newSite();
  const targets = await Promise.all(
    servers.map(async (server) => ({
      address: server.address,
      path: server.pathOf(site),
      status: await askForIcon(server, site),
    })),
  );
  const [own = [], theirs = []] = (await loadInTurns(targets)).map((turns) => turns.map(({ rate }) => rate));
  return named(servers, own, theirs);
}

async function timesOfUnknown(servers: Servers): Promise<[Program, Program]> {
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    const site = newSite();
    own.push(await msOf(() => askForIcon(servers[0], site)));
    theirs.push(await msOf(() => askForIcon(servers[1], site)));
  }
  return named(servers, own, theirs);
}

async function ratesOfUnknown(servers: Servers): Promise<[Program, Program]> {
  const [own, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const sites = Array.from({ length: sitesOfRound }, newSite);
    own.push(await rateOf(servers[0], sites));
    theirs.push(await rateOf(servers[1], sites));
  }
  return named(servers, own, theirs);
}

async function rateOf(server: IconServer, sites: readonly number[]): Promise<number> {
  const limit = pLimit(concurrency);
  const askForAll = () => Promise.all(sites.map((site) => limit(() => askForIcon(server, site))));
  return sites.length / (await secondsOf(askForAll));
}

let lastSite = 0;

/** One that neither has been asked about. */
function newSite(): number {
  lastSite += 1;
  return lastSite;
}

function named(servers: Servers, own: readonly number[], theirs: readonly number[]): [Program, Program] {
  return [
    { name: servers[0].name, samples: own },
    { name: servers[1].name, samples: theirs },
  ];
}

// besticon keeps two connections to a site open, and makes the others anew: those that are closed would use up all ports.
writeFileSync('/proc/sys/net/ipv4/tcp_tw_reuse', '1');
const { reached, missed } = measuredExitCodes;
process.exitCode = printTable(await compare()) ? reached : missed;
