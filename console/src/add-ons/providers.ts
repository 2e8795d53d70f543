/** The handlers, suppliers and authorities among the contacts, by name. */
import { queryOptions } from '@tanstack/react-query'
import { textOf } from '../graph/graphql.ts'
import { allNodes } from '../graph/pages.ts'
import { personName } from '../text/party-name.ts'
import { type AddOn, PROVIDERS, type Provider } from './queries.ts'

type Named = Pick<AddOn['providerContactList'][number], 'name' | 'surname' | 'company'>

export const providerName = ({ company, ...person }: Named): string =>
  [personName(person), company].filter(Boolean).join(', ')

const allProviders = async (): Promise<Provider[]> => {
  const all = await allNodes(
    PROVIDERS,
    (page) => ({ page }),
    (data) => data.contactList,
  )
  return all
    .filter(({ erasedAt }) => erasedAt === null)
    .toSorted((a, b) => providerName(a).localeCompare(providerName(b), 'en'))
}

export const providersQuery = queryOptions({ queryKey: [textOf(PROVIDERS), 'all'], queryFn: allProviders })
