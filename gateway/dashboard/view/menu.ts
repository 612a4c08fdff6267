import type { IconName } from './Icon.tsx';

export interface MenuItem {
  href: string;
  label: string;
  icon: IconName;
  /** Behind “More” on a phone, where the bar has room for five. */
  isSecondary?: true;
}

export const menuItems: readonly MenuItem[] = [
  { href: '/', label: 'Home', icon: 'home' },
  { href: '/requests', label: 'Requests', icon: 'pulse' },
  { href: '/playground', label: 'Playground', icon: 'play' },
  { href: '/jobs', label: 'Jobs', icon: 'list' },
  { href: '/keys', label: 'Keys', icon: 'key', isSecondary: true },
  { href: '/usage', label: 'Usage', icon: 'chart', isSecondary: true },
  { href: '/monitors', label: 'Monitors', icon: 'eye', isSecondary: true },
  { href: '/icons', label: 'Icons', icon: 'image', isSecondary: true },
];

export function isCurrent(path: string, href: string) {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
