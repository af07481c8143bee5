/** Strokes of the icons on a grid of 24, drawn for this console. */
export const PATHS = {
  chart: 'M5 20V10M5 7V4M12 20v-4M12 12V4M19 20v-7M19 9V4M3 10h4V7H3zM10 16h4v-4h-4zM17 13h4V9h-4z',
  market: 'M3 4h10v9H3zM15 4h6v5h-6zM15 11h6v9h-6zM3 15h10v5H3z',
  performance: 'M3 17l5-6 4 3 8-9M15 5h5v5M3 21h18',
  activity: 'M3 12h4l3-7 4 14 3-7h4',
  reference: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 8h6',
  approvals: 'M4 12.5l5 5L20 6.5',
  import: 'M12 3v12M7 10.5l5 5 5-5M4 20h16',
  data: 'M4 6c0-1.7 3.6-3 8-3s8 1.3 8 3-3.6 3-8 3-8-1.3-8-3zM4 6v12c0 1.7 3.6 3 8 3s8-1.3 8-3V6M4 12c0 1.7 3.6 3 8 3s8-1.3 8-3',
  tokens: 'M15 4a5 5 0 1 1-4.6 6.9L3 18.3V21h3v-2h2v-2h2l1.4-1.4M16 8.5v.1',
  search: 'M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM16.2 16.2L21 21',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  help: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1 1-1.1 1.8M12 16.5v.1',
  exit: 'M10 4H5v16h5M15 8l4 4-4 4M19 12H9',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  alert: 'M12 4L2.5 20h19zM12 10v4.5M12 17v.1',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M13 7a2 2 0 1 0 4 0 2 2 0 0 0-4 0zM7 17a2 2 0 1 0 4 0 2 2 0 0 0-4 0z',
  table: 'M3 5h18v14H3zM3 10h18M3 14.5h18M9 10v9',
  more: 'M4 7h16M4 12h16M4 17h16',
  plus: 'M12 5v14M5 12h14',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
} as const;

/** Names of the icons. */
export type IconName = keyof typeof PATHS;
