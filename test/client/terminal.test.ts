import { describe, expect, it } from 'vitest';
import { brandSheet } from '../../client/command/brandSheet.ts';
import { coloredMarkdown } from '../../client/command/markdown.ts';
import { createProgressLine } from '../../client/command/progressLine.ts';
import { printable } from '../../client/command/terminal.ts';

const plain = { style: (text: string) => text };

describe('what the command shows', () => {
  it('has nothing of a page that a terminal would obey', () => {
    const hostile = 'a\u001b]52;c;ZXZpbA==\u0007b\u009b2Jc\r\nd\te';
    expect(printable(hostile)).toBe('a]52;c;ZXZpbA==b2Jc\nd\te');
    expect(coloredMarkdown(`# ${hostile}`, plain)).not.toContain('\u001b');
  });

  it('keeps the words of markdown, and the address of a link', () => {
    const markdown = '# Title\n\n- one [two](https://example.com)\n\n```\n# code\n```';
    expect(coloredMarkdown(markdown, plain)).toBe('# Title\n\n- one two (https://example.com)\n\n```\n# code\n```');
    const bold = { style: (text: string, style: unknown) => (style === 'bold' ? `<b>${text}</b>` : text) };
    expect(coloredMarkdown(markdown, bold)).toMatch(/^<b># Title<\/b>\n/);
    expect(coloredMarkdown(markdown, bold)).not.toContain('<b># code');
  });

  it('says how fast a job is and how long it will take', () => {
    let now = 0;
    const lineOf = createProgressLine(() => now);
    const progress = { id: '', status: 'scraping' as const, total: 1_000, creditsUsed: 0, expiresAt: '' };
    expect(lineOf({ ...progress, completed: 0, failed: 0 })).toBe('[--------------------]  0/1000  0 %');
    now = 10_000;
    expect(lineOf({ ...progress, completed: 90, failed: 10 })).toBe(
      '[##------------------]  100/1000  10 %  10.0 pages/s  1:30 left  10 failed',
    );
  });

  it('takes nothing of a site for HTML in a brand sheet', () => {
    const hostile = '"><script>alert(1)</script>';
    const sheet = brandSheet('https://example.com', {
      confidence: {},
      brandName: hostile,
      colors: { primary: `red${hostile}` },
      typography: { fontFamilies: { primary: hostile } },
      images: { logo: `javascript:${hostile}` },
    });
    expect(sheet).not.toContain('<script');
    expect(sheet).not.toContain('javascript:');
  });
});
