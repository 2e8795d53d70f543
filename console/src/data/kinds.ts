/** The kinds of data that are shown as tables, each with the scope it needs. */
export const DATA_KINDS = [
  { to: '/data/flights', label: 'Flights', scope: 'flight:read' },
  { to: '/data/aircraft', label: 'Aircraft', scope: 'aircraft:read' },
  { to: '/data/crew', label: 'Crew', scope: 'crew:read' },
] as const
