/** SVG paths on a 24 × 24 grid, for a stroke width of 1.75. */
const paths = {
  home: 'M4 11.5 12 5l8 6.5M6 10v9h12v-9M10 19v-5h4v5',
  key: 'M8 16a4 4 0 1 1 3.5-6H21v3.5h-2.5V16h-3v-2h-4A4 4 0 0 1 8 16M8 12h.01',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  pulse: 'M3 12h4l2.5-6.5 5 13L17 12h4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  eye: 'M3 12c2-4 5.2-6 9-6s7 2 9 6c-2 4-5.2 6-9 6s-7-2-9-6M12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M7 5.5v13l11-6.5z',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4L15 13l5 5M15.5 9h.01',
  person: 'M12 12a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M5 19.5c.8-3.4 3.6-5 7-5s6.2 1.6 7 5',
  theme: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  out: 'M14 8V5H5v14h9v-3M10 12h10M17 9l3 3-3 3',
  copy: 'M9 9h10v11H9zM6 15H5V4h10v2',
  check: 'M5 12.5 10 17l9-10',
  cross: 'M6 6l12 12M18 6 6 18',
  warn: 'M12 4 3 19.5h18zM12 10v4M12 17h.01',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l1 12.5h8L17 7',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  again: 'M19 12a7 7 0 1 1-2-4.9M19 4v4h-4',
  book: 'M5 5.5C8 4.5 10 5 12 6.5c2-1.5 4-2 7-1v13c-3-1-5-.5-7 1-2-1.5-4-2-7-1zM12 6.5v13',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13M15.3 15.3 20 20',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** A musical note on three staff lines. */
export function SightreadLogo() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" class="mark-field" />
      <path d="M6 10h20M6 16h20M6 22h20" class="mark-lines" />
      <ellipse cx="13" cy="19" rx="5" ry="4" transform="rotate(-18 13 19)" class="mark-note" />
      <path d="M17.6 17.5V6.5" class="mark-stem" />
    </svg>
  );
}
