import { readdir, readFile } from 'node:fs/promises';

/** The ids of a process and all its descendants, read from /proc. On systems other than Linux, the process only. */
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

/** The parent is the fourth field. The second is the name in parentheses, which may itself contain blanks and `)`. */
async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return Number.isInteger(parent) ? parent : undefined;
}

/** Resident memory of a process and its descendants without shared pages; 0 on systems other than Linux. */
export async function processTreeMemoryBytes(root: number): Promise<number> {
  const sizes = await Promise.all((await processTree(root)).map(unsharedMemoryBytes));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const memoryPageBytes = 4_096;

async function unsharedMemoryBytes(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '0 0 0');
  const [, resident = 0, shared = 0] = statm.split(' ').map(Number);
  return (resident - shared) * memoryPageBytes;
}

export async function killProcessTree(root: number): Promise<void> {
  for (const pid of await processTree(root)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}
