/** What staff find: pages, operators, providers, applications, cases, and a request by its id. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../graph/query.ts'
import type { Entry } from '../../palette/entry.ts'
import { PaletteBox } from '../../palette/palette-box.tsx'
import { modeInWords } from '../../platform/mode.tsx'
import { WORK } from '../case-words.ts'
import { OPERATORS } from '../operators/queries.ts'
import { PROVIDERS } from '../providers/queries.ts'
import { APPLICATIONS, QUEUE } from '../queries.ts'
import { SUPPORT_SECTIONS } from '../sections.ts'

const PLACES: readonly Entry[] = SUPPORT_SECTIONS.map(({ to, label, icon }) => ({
  key: to,
  group: 'Go to',
  icon,
  label,
  hint: 'page',
  href: to,
}))

/** A request id is looked up on its page, where the look-up says that the operator reads of it. */
const requestEntries = (typed: string): Entry[] =>
  /^req_\w+$/.test(typed.trim())
    ? [
        {
          key: typed.trim(),
          group: 'Do',
          icon: 'search',
          label: `Look up ${typed.trim()}`,
          hint: 'request',
          href: `/requests?id=${encodeURIComponent(typed.trim())}`,
        },
      ]
    : []

const useCases = (): Entry[] =>
  (useQuery(queryOf(QUEUE, {})).data?.queue ?? []).map(({ work, application: { clientId, name } }) => ({
    key: `case ${clientId} ${work}`,
    group: 'Records',
    icon: 'clock',
    label: `${name}: ${WORK[work]}`,
    hint: 'case',
    href: `/applications/${clientId}`,
  }))

const useApplications = (): Entry[] =>
  (useQuery(queryOf(APPLICATIONS, {})).data?.applicationList ?? []).map(({ clientId, name, mode, providerName }) => ({
    key: clientId,
    group: 'Records',
    icon: 'plug',
    label: `${name}, ${providerName ?? 'the host'}`,
    hint: modeInWords(mode),
    href: `/applications/${clientId}`,
  }))

const useOperators = (): Entry[] =>
  (useQuery(queryOf(OPERATORS, {})).data?.operatorList ?? []).map(({ operatorId, name }) => ({
    key: `operator ${operatorId}`,
    group: 'Records',
    icon: 'aircraft',
    label: `${name} (${operatorId})`,
    hint: 'operator',
    href: `/operators/${operatorId}`,
  }))

const useProviders = (): Entry[] =>
  (useQuery(queryOf(PROVIDERS, {})).data?.providerList ?? []).map(({ providerId, name, memberEmailList }) => ({
    key: providerId,
    group: 'Records',
    icon: 'users',
    label: `${name} ${memberEmailList.join(' ')}`,
    hint: 'provider',
    href: `/providers/${providerId}`,
  }))

export const SupportPalette = ({ onClose }: { readonly onClose: () => void }) => {
  const [typed, setTyped] = useState('')
  const records = [...useCases(), ...useOperators(), ...useProviders(), ...useApplications()]
  return (
    <PaletteBox
      typed={typed}
      onType={setTyped}
      entries={[...requestEntries(typed), ...(typed.trim() === '' ? [] : records), ...PLACES]}
      placeholder="An operator, a provider, an application, a case, a request id"
      nothingFound="A request is found by its whole id."
      onClose={onClose}
    />
  )
}
