import { describe, expect, it } from 'vitest';
import { decide } from '../../../activities/branding/decide.ts';
import { seen, text } from './seen.ts';

const developers = `One command deploys a probe next to your database. The API is documented, the CLI is open source on GitHub.
Developers read the code, deploy it on Kubernetes and keep their own infrastructure. Low latency, one runtime, no surprises in production.`;

describe('personality from rules', () => {
  it('is read off the words, and is never sure', () => {
    const { personality, confidence } = decide(seen({ words: developers, texts: [text()] })).profile;
    expect(personality).toMatchObject({ tone: 'technical', targetAudience: 'developers', energy: 'low' });
    expect(confidence.personality).toBeLessThanOrEqual(0.4);
  });

  it('is absent where there are no words', () => {
    const { personality, confidence } = decide(seen({ words: 'Hello' })).profile;
    expect(personality).toBeUndefined();
    expect(confidence).not.toHaveProperty('personality');
  });

  it('is louder where strong colours cover much of the page', () => {
    const strip = [...new Array<string>(40).fill('rgb(255, 0, 85)'), ...new Array<string>(60).fill('')];
    expect(decide(seen({ words: developers, strip })).profile.personality?.energy).toBe('high');
  });
});
