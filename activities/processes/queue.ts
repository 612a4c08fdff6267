/** Urgent jobs leave before the others; within each class the oldest leaves first. */
export interface JobQueue<Job> {
  readonly length: number;
  push(job: Job, options: { isUrgent: boolean }): void;
  shift(): Job | undefined;
  /** Takes a job out; false if it has left already. */
  remove(job: Job): boolean;
  /** Takes all of them out. */
  clear(): Job[];
}

export function createJobQueue<Job>(): JobQueue<Job> {
  // A set keeps the order of insertion, and any job can be taken out of it at once.
  const urgent = new Set<Job>();
  const others = new Set<Job>();
  return {
    get length() {
      return urgent.size + others.size;
    },
    push: (job, { isUrgent }) => void (isUrgent ? urgent : others).add(job),
    shift() {
      const jobs = urgent.size > 0 ? urgent : others;
      const [oldest] = jobs;
      if (oldest !== undefined) jobs.delete(oldest);
      return oldest;
    },
    remove: (job) => urgent.delete(job) || others.delete(job),
    clear() {
      const jobs = [...urgent, ...others];
      urgent.clear();
      others.clear();
      return jobs;
    },
  };
}
