import { Failure } from '../../../contracts/failures.ts';

/** The proxy itself fails, whatever is asked of it: another one may do. Its message has no address and no password. */
export class ProxyDown extends Failure {
  constructor(
    readonly proxy: string,
    problem: string,
    options: { cause?: unknown } = {},
  ) {
    super('PageUnreachable', `The proxy ${proxy} ${problem}.`, options);
  }
}
