/** What the provider of an add-on changed since it was connected: administrators allowed what it was before. */

import { graphNameOf } from '../../../services/providers/registering.ts'
import type { RegistrationItems, RegistrationNews } from '../../../services/providers/registration-news.ts'
import { registrationChanges } from '../../../storage/support/staff-log.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

const MAX_CHANGES = 20

interface ChangedItem {
  readonly item: string
  readonly before: string | null
  readonly after: string | null
}

interface AddOnChangeValue {
  readonly at: number
  readonly items: readonly ChangedItem[]
}

const textOf = (items: RegistrationItems | undefined, item: string): string | null => {
  const value = items?.[item as keyof RegistrationItems] ?? null
  return value === null || typeof value === 'string' ? value : value.join(' ')
}

const ItemNode = builder.objectRef<ChangedItem>('AddOnChangedItem').implement({
  ...needs('add-on:read'),
  fields: (t) => ({
    name: t.string({
      description: 'name, redirectUriList, logo, connectUrl, website, description or contact.',
      resolve: ({ item }) => graphNameOf(item),
    }),
    before: t.exposeString('before', {
      nullable: true,
      description: 'Null for a logo, and where nothing stood there.',
    }),
    after: t.exposeString('after', { nullable: true }),
  }),
})

export const AddOnChange = builder.objectRef<AddOnChangeValue>('AddOnChange').implement({
  ...needs('add-on:read'),
  description: 'A change that the provider of an add-on made.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    itemList: t.field({ type: [ItemNode], resolve: ({ items }) => [...items] }),
  }),
})

/** The latest ones since then, newest first. */
export const addOnChanges = async (
  { at }: QueryContext,
  clientId: string,
  since: number,
): Promise<AddOnChangeValue[]> => {
  const entries = await registrationChanges(at.platform, clientId, MAX_CHANGES)
  return entries
    .filter((entry) => entry.at > since)
    .map((entry) => {
      const { changed, before, after } = JSON.parse(entry.detail) as RegistrationNews
      const items = changed.map((item) => ({ item, before: textOf(before, item), after: textOf(after, item) }))
      return { at: entry.at, items }
    })
}
