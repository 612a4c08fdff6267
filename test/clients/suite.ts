export interface SuiteRun {
  api: string;
  key: string;
  /** For the report of the run. */
  folder: string;
}

interface NamedTest {
  test: string;
  reason: string;
}

export interface SuiteOutcome {
  client: string;
  passed: number;
  failed: NamedTest[];
  skipped: NamedTest[];
}
