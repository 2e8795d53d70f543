/** What the provider changed since an administrator allowed the add-on. */
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { itemInWords } from './item-words.ts'
import type { AddOn } from './queries.ts'

export const ProviderChanges = ({ addOn }: { readonly addOn: AddOn }) =>
  addOn.providerChangeList.length > 0 && (
    <Panel title="Changed by the provider" hint="since it was connected">
      <ol className="panel-body stack">
        {addOn.providerChangeList.map(({ at, itemList }) => (
          <li key={at} className="stack-tight">
            <span className="small muted">
              <Moment at={at} as="full" />
            </span>
            {itemList.map(({ name, before, after }) => (
              <p key={name}>
                <b>{itemInWords(name)}</b>
                {(before !== null || after !== null) && (
                  <span className="small">
                    {' '}
                    {before ?? 'none'} → {after ?? 'none'}
                  </span>
                )}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
