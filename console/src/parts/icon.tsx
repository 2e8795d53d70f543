/** The console's icons: 16 px, one stroke, drawn for it. */
const PATHS = {
  alert: 'M8 2.2L14.5 13.3H1.5zM8 6.5v3M8 11.4v.1',
  aircraft:
    'M8 1.8c.8 0 1.1 1 1.1 2v2.6l5 3v1.4l-5-1.5v2.9l1.6 1.2v1L8 13.7l-2.7.7v-1l1.6-1.2V9.3l-5 1.5V9.4l5-3V3.8c0-1 .3-2 1.1-2z',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  chevron: 'M6 3.5L10.5 8 6 12.5',
  circleCheck: 'M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8zM5.2 8.3l2 2 3.7-4',
  circleCross: 'M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8zM5.8 5.8l4.4 4.4M10.2 5.8l-4.4 4.4',
  clock: 'M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8zM8 4.5V8l2.4 1.6',
  copy: 'M7 5.5h5A1.5 1.5 0 0113.5 7v5a1.5 1.5 0 01-1.5 1.5H7A1.5 1.5 0 015.5 12V7A1.5 1.5 0 017 5.5zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M2.5 13.5h11',
  external: 'M9.5 2.5h4v4M13.5 2.5L7.5 8.5M11.5 9.5v4h-9v-9h4',
  eye: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 100 4 2 2 0 000-4z',
  flask: 'M6.2 2h3.6M6.8 2v4L3 12.6c-.4.8.1 1.4.9 1.4h8.2c.8 0 1.3-.6.9-1.4L9.2 6V2M4.6 10h6.8',
  key: 'M5 8.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6zM7 9l6-6M11 5l2 2M9.2 6.8l1.3 1.3',
  list: 'M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  lock: 'M4.5 7h7A1.5 1.5 0 0113 8.5V12a1.5 1.5 0 01-1.5 1.5h-7A1.5 1.5 0 013 12V8.5A1.5 1.5 0 014.5 7zM5.2 7V5a2.8 2.8 0 015.6 0v2',
  minus: 'M4 8h8',
  pencil: 'M10.5 2.8l2.7 2.7L5.6 13l-3.3.6.6-3.3zM9 4.3L11.7 7',
  person: 'M8 2.4a2.7 2.7 0 100 5.4 2.7 2.7 0 000-5.4zM2.8 13.6c.4-2.8 2.4-4.2 5.2-4.2s4.8 1.4 5.2 4.2',
  plug: 'M2 3a1 1 0 011-1h3a1 1 0 011 1v3a1 1 0 01-1 1H3a1 1 0 01-1-1zM2 10a1 1 0 011-1h3a1 1 0 011 1v3a1 1 0 01-1 1H3a1 1 0 01-1-1zM9 10a1 1 0 011-1h3a1 1 0 011 1v3a1 1 0 01-1 1h-3a1 1 0 01-1-1zM11.5 2v5M9 4.5h5',
  plus: 'M8 3v10M3 8h10',
  search: 'M7 2.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM10.4 10.4L14 14',
  theme: 'M8 1.8a6.2 6.2 0 100 12.4A6.2 6.2 0 008 1.8zM8 1.8v12.4M8 5.5l4.8-1.6M8 9l6.1-2M8 12.5l4.6-1.5',
  unused: '',
  users:
    'M6 2.8a2.4 2.4 0 100 4.8 2.4 2.4 0 000-4.8zM1.8 13.2c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.6 3a2.3 2.3 0 010 4.4M12 9.6c1.3.5 2 1.7 2.2 3.6',
} as const

export type IconName = keyof typeof PATHS

/** Always beside a word, so never spoken. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    {name === 'unused' ? <circle cx="8" cy="8" r="6" strokeDasharray="2.2 2.5" /> : <path d={PATHS[name]} />}
  </svg>
)
