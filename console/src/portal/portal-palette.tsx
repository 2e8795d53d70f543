/** What a provider's members find: pages, and each page of their applications. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../graph/query.ts'
import type { Entry } from '../palette/entry.ts'
import { PaletteBox } from '../palette/palette-box.tsx'
import { modeInWords } from '../platform/mode.tsx'
import { APPLICATION_TABS } from './application-tabs.ts'
import { APPLICATIONS } from './home/queries.ts'
import { PORTAL_SECTIONS } from './sections.ts'

const PLACES: readonly Entry[] = PORTAL_SECTIONS.map(({ to, label, icon, href }) => ({
  key: to,
  group: 'Go to',
  icon,
  label,
  hint: 'page',
  href: href === undefined ? to : `${location.origin}${href}`,
}))

const useApplications = (): Entry[] =>
  (useQuery(queryOf(APPLICATIONS, {})).data?.applicationList ?? []).flatMap(({ clientId, name, mode }) =>
    APPLICATION_TABS.map((tab) => ({
      key: `${clientId} ${tab.path}`,
      group: 'Records' as const,
      icon: 'plug' as const,
      label: tab.path === '' ? name : `${name}: ${tab.name.toLowerCase()}`,
      hint: modeInWords(mode),
      href: `/applications/${clientId}${tab.path}`,
    })),
  )

export const PortalPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const applications = useApplications()
  return (
    <PaletteBox
      typed={typed}
      onType={setTyped}
      entries={[...applications, ...PLACES]}
      placeholder="An application, or a page of it"
      nothingFound="Operators’ data is found in the explorer."
      onClose={onClose}
    />
  )
}
