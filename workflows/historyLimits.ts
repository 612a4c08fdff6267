import { workflowInfo } from '@temporalio/workflow';

/** Whether a run should continue in a new one: it has that many events, or so many bytes that Temporal suggests it. */
export function isHistoryFull(maxEvents: number): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength >= maxEvents || continueAsNewSuggested;
}
