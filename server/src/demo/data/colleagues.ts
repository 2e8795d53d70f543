/** Further users of the demo's operators, beside the administrator and the pilot whose credentials are printed. */
export interface DemoColleague {
  readonly name: string
  readonly surname: string
  readonly roles: readonly string[]
  /** Null if they were invited and have not signed in yet. */
  readonly lastSeenHoursAgo: number | null
  readonly device: string
}

const NAMES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  alpine: [
    ['Beat', 'Huber'],
    ['Sofia', 'Marti'],
    ['Luca', 'Frei'],
    ['Nora', 'Graf'],
  ],
  northsea: [
    ['Oliver', 'Shaw'],
    ['Emma', 'Hughes'],
    ['Callum', 'Ross'],
    ['Freya', 'Lind'],
  ],
  liberty: [
    ['Henry', 'Adams'],
    ['Chloe', 'Baker'],
    ['Mason', 'Reed'],
    ['Zoe', 'Turner'],
  ],
}

const PLACES: readonly Omit<DemoColleague, 'name' | 'surname'>[] = [
  { roles: ['OPS'], lastSeenHoursAgo: 1, device: 'Firefox on Windows' },
  { roles: ['SALES'], lastSeenHoursAgo: 26, device: 'Safari on Mac' },
  { roles: ['MAINTENANCE', 'SAFETY'], lastSeenHoursAgo: 74, device: 'Chrome on Android' },
  { roles: ['OPS'], lastSeenHoursAgo: null, device: '' },
]

/** The first was an administrator once and connected the applications that are still connected (threats row 29). */
export const colleaguesOf = (operatorId: string): DemoColleague[] =>
  (NAMES[operatorId] ?? []).flatMap(([name, surname], index) => {
    const place = PLACES[index]
    return place ? [{ name, surname, ...place }] : []
  })
