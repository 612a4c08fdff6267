import { readdir, readFile } from 'node:fs/promises';

/** A process and all that it started, from /proc; elsewhere than on Linux the process alone, of unknown size. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc').catch(() => [])) {
    const parent = /^\d+$/.test(name) ? await parentOf(name) : undefined;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** The fourth field, counted after the name, which may itself hold blanks and brackets. */
async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : undefined;
}

/** Resident memory of all of them, without what they share. */
export async function treeMemory(root: number): Promise<number> {
  const sizes = await Promise.all((await processTree(root)).map(ownMemory));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const pageSize = 4_096;

async function ownMemory(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0 0');
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
  return (resident - shared) * pageSize;
}

export async function killTree(root: number): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}
