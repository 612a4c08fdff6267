import type { IconName } from './Icon.tsx';

interface MenuItem {
  href: string;
  label: string;
  icon: IconName;
}

export const menuItems: readonly MenuItem[] = [
  { href: '/', label: 'Home', icon: 'home' },
  { href: '/keys', label: 'Keys', icon: 'key' },
  { href: '/usage', label: 'Usage', icon: 'chart' },
  { href: '/jobs', label: 'Jobs', icon: 'list' },
  { href: '/monitors', label: 'Monitors', icon: 'eye' },
  { href: '/playground', label: 'Playground', icon: 'play' },
  { href: '/icons', label: 'Icons', icon: 'image' },
];

export function isCurrent(path: string, href: string) {
  return href === '/' ? path === '/' : path === href || path.startsWith(`${href}/`);
}
