/** The behavior that google/robotstxt publishes with its tests, for a crawler with our name. */
import { describe, expect, it } from 'vitest';
import { parseRobots } from '../../../../activities/pages/robots/robotsRules.ts';

const us = 'user-agent: Sightread\n';
const maxLineLength = 2083 * 8;

interface Case {
  name: string;
  robots: string;
  allowed?: readonly string[];
  disallowed?: readonly string[];
  /** Instead of our name. */
  as?: string;
}

const groups = `allow: /foo/bar/

user-agent: Sightread
disallow: /
allow: /x/
user-agent: BarBot
disallow: /
allow: /y/


allow: /w/
user-agent: BazBot

user-agent: Sightread
allow: /z/
disallow: /
`;

function lettersOf(upperOrLower: (text: string) => string): string {
  return `${upperOrLower('User-Agent')}: Sightread\n${upperOrLower('Allow')}: /x/\n${upperOrLower('Disallow')}: /\n`;
}

/** `Allow` becomes `AlLoW`. */
function camel(text: string): string {
  return [...text].map((letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())).join('');
}

function fish(pattern: string): string {
  return `${us}disallow: /\nallow: ${pattern}\n`;
}

/** A path that fills a line behind `field` to its last character. */
function filling(field: string, letter: string): string {
  return `/x/${letter.repeat(maxLineLength - field.length - '/x/'.length)}`;
}
const longDisallowed = filling('disallow: ', 'a');
const longAllowed = [filling('allow: ', 'a'), filling('allow: ', 'b')] as const;

const cases: readonly Case[] = [
  { name: 'an empty file', robots: '', allowed: ['/', '/x/y'] },
  { name: 'a rule', robots: `${us}disallow: /\n`, disallowed: ['/', '/x/y'] },
  { name: 'unknown fields', robots: 'foo: Sightread\nbar: /\n', allowed: ['/x/y'] },
  { name: 'lines without a colon', robots: 'user-agent Sightread\ndisallow /\n', disallowed: ['/x/y'] },
  { name: 'groups', robots: groups, allowed: ['/x/b', '/z/d'], disallowed: ['/y/c', '/foo/bar/'] },
  { name: 'groups', robots: groups, as: 'BarBot', allowed: ['/y/c', '/w/a'], disallowed: ['/z/d', '/foo/bar/'] },
  { name: 'groups', robots: groups, as: 'BazBot', allowed: ['/z/d'], disallowed: ['/foo/bar/'] },
  {
    name: 'fields in capitals',
    robots: lettersOf((text) => text.toUpperCase()),
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  {
    name: 'fields in small letters',
    robots: lettersOf((text) => text.toLowerCase()),
    allowed: ['/x/y'],
    disallowed: ['/a/b'],
  },
  { name: 'fields in mixed letters', robots: lettersOf(camel), allowed: ['/x/y'], disallowed: ['/a/b'] },
  ...['SIGHTREAD BAR', 'sightread bar', 'SiGhTrEaD bAr'].flatMap((agent) =>
    ['Sightread', 'sightread'].map((as) => ({
      name: 'our name in any letters, with words behind it',
      robots: `User-Agent: ${agent}\nAllow: /x/\nDisallow: /\n`,
      as,
      allowed: ['/x/y'],
      disallowed: ['/a/b'],
    })),
  ),
  {
    name: 'our name up to the first space, before everybody',
    robots: 'User-Agent: *\nDisallow: /\nUser-Agent: Sightread Bar\nAllow: /x/\nDisallow: /\n',
    allowed: ['/x/y'],
  },
  { name: 'the group for everybody', robots: `user-agent: *\nallow: /\n${us}disallow: /\n`, disallowed: ['/x/y'] },
  { name: 'everybody', robots: `user-agent: *\nallow: /\n${us}disallow: /\n`, as: 'BarBot', allowed: ['/x/y'] },
  {
    name: 'groups for others only',
    robots: `${us}allow: /\nuser-agent: BarBot\ndisallow: /\nuser-agent: BazBot\ndisallow: /\n`,
    as: 'QuxBot',
    allowed: ['/x/y'],
  },
  { name: 'the case of paths', robots: `${us}disallow: /x/\n`, disallowed: ['/x/y'] },
  { name: 'the case of paths', robots: `${us}disallow: /X/\n`, allowed: ['/x/y'] },
  {
    name: 'the longest rule',
    robots: `${us}disallow: /x/page.html\nallow: /x/\n`,
    disallowed: ['/x/page.html'],
  },
  {
    name: 'the longest rule',
    robots: `${us}allow: /x/page.html\ndisallow: /x/\n`,
    allowed: ['/x/page.html'],
    disallowed: ['/x/'],
  },
  { name: 'empty rules', robots: `${us}disallow: \nallow: \n`, allowed: ['/x/page.html'] },
  { name: 'equal rules', robots: `${us}disallow: /\nallow: /\n`, allowed: ['/x/page.html'] },
  { name: 'a slash at the end', robots: `${us}disallow: /x\nallow: /x/\n`, allowed: ['/x/'], disallowed: ['/x'] },
  {
    name: 'equal rules',
    robots: `${us}disallow: /x/page.html\nallow: /x/page.html\n`,
    allowed: ['/x/page.html'],
  },
  {
    name: 'the longest rule with a wildcard',
    robots: `${us}allow: /page\ndisallow: /*.html\n`,
    allowed: ['/page'],
    disallowed: ['/page.html'],
  },
  {
    name: 'the longest rule with a wildcard',
    robots: `${us}allow: /x/page.\ndisallow: /*.html\n`,
    allowed: ['/x/page.html'],
    disallowed: ['/x/y.html'],
  },
  {
    name: 'the most specific group',
    robots: `User-agent: *\nDisallow: /x/\n${us}Disallow: /y/\n`,
    allowed: ['/x/page'],
    disallowed: ['/y/page'],
  },
  {
    name: 'a query with a URL',
    robots: `${us}Disallow: /\nAllow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par\n`,
    allowed: ['/foo/bar?qux=taz&baz=http://foo.bar?tar&par'],
  },
  {
    name: 'a rule with letters that a URL escapes',
    robots: `${us}Disallow: /\nAllow: /foo/bar/ツ\n`,
    allowed: ['/foo/bar/%E3%83%84'],
  },
  {
    name: 'a rule with escapes',
    robots: `${us}Disallow: /\nAllow: /foo/bar/%E3%83%84\n`,
    allowed: ['/foo/bar/%E3%83%84'],
  },
  {
    name: 'needless escapes',
    robots: `${us}Disallow: /\nAllow: /foo/bar/%62%61%7A\n`,
    allowed: ['/foo/bar/%62%61%7A'],
    disallowed: ['/foo/bar/baz'],
  },
  {
    name: 'a wildcard',
    robots: `${us}Disallow: /foo/bar/quz\nAllow: /foo/*/qux\n`,
    allowed: ['/foo/quz', '/foo//quz', '/foo/bax/quz'],
    disallowed: ['/foo/bar/quz'],
  },
  {
    name: 'the end of a path',
    robots: `${us}Disallow: /foo/bar$\nAllow: /foo/bar/qux\n`,
    allowed: ['/foo/bar/qux', '/foo/bar/', '/foo/bar/baz'],
    disallowed: ['/foo/bar'],
  },
  {
    name: 'comments',
    robots: `${us}# Disallow: /\nDisallow: /foo/quz#qux\nAllow: /\n`,
    allowed: ['/foo/bar'],
    disallowed: ['/foo/quz'],
  },
  {
    name: 'index.html stands for its folder',
    robots: 'User-Agent: *\nAllow: /allowed-slash/index.html\nDisallow: /\n',
    allowed: ['/allowed-slash/', '/allowed-slash/index.html'],
    disallowed: ['/allowed-slash/index.htm', '/anyother-url'],
  },
  {
    name: 'a line that is too long is cut',
    robots: `${us}disallow: ${longDisallowed}/qux\n`,
    allowed: ['/fux'],
    disallowed: [`${longDisallowed}/fux`],
  },
  {
    name: 'lines that are too long are cut',
    robots: `${us}disallow: /\nallow: ${longAllowed[0]}/qux\nallow: ${longAllowed[1]}/qux\n`,
    allowed: [`${longAllowed[0]}/qux`, `${longAllowed[1]}/fux`],
    disallowed: ['/'],
  },
  ...['/fish', '/fish*'].map((pattern) => ({
    name: pattern,
    robots: fish(pattern),
    allowed: [
      '/fish',
      '/fish.html',
      '/fish/salmon.html',
      '/fishheads',
      '/fishheads/yummy.html',
      '/fish.html?id=anything',
    ],
    disallowed: ['/bar', '/Fish.asp', '/catfish', '/?id=fish'],
  })),
  {
    name: '/fish/',
    robots: fish('/fish/'),
    allowed: ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    disallowed: ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  },
  {
    name: '/*.php',
    robots: fish('/*.php'),
    allowed: [
      '/filename.php',
      '/folder/filename.php',
      '/folder/filename.php?parameters',
      '//folder/any.php.file.html',
      '/filename.php/',
      '/index?f=filename.php/',
    ],
    disallowed: ['/bar', '/php/', '/index?php', '/windows.PHP'],
  },
  {
    name: '/*.php$',
    robots: fish('/*.php$'),
    allowed: ['/filename.php', '/folder/filename.php'],
    disallowed: [
      '/bar',
      '/filename.php?parameters',
      '/filename.php/',
      '/filename.php5',
      '/php/',
      '/filename?php',
      '/aaaphpaaa',
      '//windows.PHP',
    ],
  },
  {
    name: '/fish*.php',
    robots: fish('/fish*.php'),
    allowed: ['/fish.php', '/fishheads/catfish.php?parameters'],
    disallowed: ['/bar', '/Fish.PHP'],
  },
  { name: 'the order of rules', robots: `${us}allow: /p\ndisallow: /\n`, allowed: ['/page'] },
  { name: 'the order of rules', robots: `${us}allow: /folder\ndisallow: /folder\n`, allowed: ['/folder/page'] },
  { name: 'the order of rules', robots: `${us}allow: /page\ndisallow: /*.htm\n`, disallowed: ['/page.htm'] },
  {
    name: 'the front page alone',
    robots: `${us}allow: /$\ndisallow: /\n`,
    allowed: ['/'],
    disallowed: ['/page.html'],
  },
  ...['\n', '\r\n', '\r'].map((end) => ({
    name: `lines that end with ${JSON.stringify(end)}`,
    robots: ['User-Agent: foo', 'Allow: /some/path', 'User-Agent: Sightread', '', '', 'Disallow: /'].join(end),
    disallowed: ['/', '/some/path'],
  })),
  ...['\uFEFF', '\uFFFD'].map((mark) => ({
    name: `a byte order mark ${JSON.stringify(mark)}`,
    robots: `${mark}${us}disallow: /\n`,
    disallowed: ['/'],
  })),
  { name: 'a broken byte order mark', robots: `\uFFFD\x11\uFFFD${us}disallow: /\n`, allowed: ['/'] },
  ...['useragent', 'user agent'].map((field) => ({
    name: `the typo ${field}`,
    robots: `${field}: Sightread\ndisallow: /\n`,
    disallowed: ['/'],
  })),
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map((field) => ({
    name: `the typo ${field}`,
    robots: `${us}${field}: /\n`,
    disallowed: ['/'],
  })),
];

describe('a robots.txt', () => {
  it.each(cases)(
    'is read like Google reads it: $name',
    ({ robots, as = 'Sightread', allowed = [], disallowed = [] }) => {
      const rules = parseRobots(robots, as);
      const judged = [...allowed, ...disallowed].filter((path) => rules.isAllowed(`http://foo.bar${path}`));
      expect(judged).toEqual(allowed);
    },
  );

  it('may have patterns with thousands of wildcards', () => {
    const robots = us + `disallow: /${'*a'.repeat(4_000)}*b\n`.repeat(60);
    const rules = parseRobots(robots, 'Sightread');
    expect(rules.isAllowed(`http://foo.bar/${'a'.repeat(8_000)}`)).toBe(true);
  });
});
