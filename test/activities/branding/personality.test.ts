import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { evidenceWith, textStyle } from './support/evidence.ts';

const developers = `One command deploys a probe next to your database. The API is documented, the CLI is open source on GitHub.
Developers read the code, deploy it on Kubernetes and keep their own infrastructure. Low latency, one runtime, no surprises in production.`;

describe('the personality by rules', () => {
  it('is guessed from the words, with low confidence', () => {
    const { personality, confidence } = decide(evidenceWith({ words: developers, texts: [textStyle()] })).profile;
    expect(personality).toMatchObject({ tone: 'technical', targetAudience: 'developers', energy: 'low' });
    expect(confidence.personality).toBeLessThanOrEqual(0.4);
  });

  it('is absent if the page has hardly any words', () => {
    const { personality, confidence } = decide(evidenceWith({ words: 'Hello' })).profile;
    expect(personality).toBeUndefined();
    expect(confidence).not.toHaveProperty('personality');
  });

  it('has high energy if vivid colors cover much of the page', () => {
    const strip = [...new Array<string>(40).fill('rgb(255, 0, 85)'), ...new Array<string>(60).fill('')];
    expect(decide(evidenceWith({ words: developers, strip })).profile.personality?.energy).toBe('high');
  });
});
