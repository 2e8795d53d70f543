/** The pages of one application, in the order of the work. */
export const APPLICATION_TABS = [
  { name: 'Overview', path: '' },
  { name: 'Registration', path: '/registration' },
  { name: 'Credentials', path: '/credentials' },
  { name: 'Connect', path: '/connect' },
  { name: 'Events', path: '/events' },
  { name: 'Usage', path: '/usage' },
  { name: 'Production', path: '/production' },
] as const

export type Tab = (typeof APPLICATION_TABS)[number]['name']
