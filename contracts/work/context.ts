/** On whose behalf a workflow or activity runs, and the id that joins its log lines to the request. */
export interface WorkContext {
  readonly account: string;
  readonly requestId: string;
}

/** Work on one job; its input and its results are in storage, under the job's id. */
export interface JobWork extends WorkContext {
  readonly job: string;
}
