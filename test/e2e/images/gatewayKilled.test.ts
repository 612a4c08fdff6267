import { describe, expect, it } from 'vitest';
import { killGatewayUnderLoad } from '../../support/gatewayKill.ts';
import { fetchImage } from '../../support/imageClient.ts';
import { newPublishableKey } from '../../support/publishableKeys.ts';

describe('the count of image requests of a gateway that is killed under load', () => {
  it('includes every answered request and no request that was not sent', async () => {
    const { token, requestCount } = await newPublishableKey();
    const { sent, answered } = await killGatewayUnderLoad(20, () => fetchImage('github.com', { token }));
    const counted = await requestCount(answered);
    expect(counted).toBeGreaterThanOrEqual(answered);
    expect(counted).toBeLessThanOrEqual(sent);
  });
});
