/** What operators will see of an application, while it is typed: its card, and the question of the consent page. */
import { kindInWords } from '../../add-ons/kinds.ts'
import { Monogram } from '../../parts/monogram.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { RegistrationDraft } from './draft.ts'

const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

export const Preview = ({ draft }: { readonly draft: RegistrationDraft }) => {
  const name = draft.name.trim() || 'Your application'
  const [firstUri = ''] = draft.redirectUris.split('\n')
  return (
    <div className="stack">
      <Panel title="Add-on card" hint="as operators see it">
        <div className="panel-body stack-tight">
          <span className="row">
            <Monogram name={name} />
            <span className="two-lines">
              <b>{name}</b>
              <span className="small muted">{draft.contact || 'Contact'}</span>
            </span>
            <Tag tone="line">{kindInWords(draft.kind)}</Tag>
          </span>
          <p>{draft.description || 'What it does for an operator.'}</p>
          <p className="small muted">{hostOf(draft.website) || 'website'}</p>
        </div>
      </Panel>
      <Panel title="Consent" hint="before anything is shared">
        <div className="panel-body stack-tight">
          <p>
            <b>Allow {name} to connect to Alpine Jet?</b>
          </p>
          <p className="small muted">
            {draft.contact || 'Contact'} · {hostOf(draft.website) || 'website'} · test environment only
          </p>
          <p className="small">Then the browser goes to {hostOf(firstUri) || 'your redirect URI'}.</p>
        </div>
      </Panel>
    </div>
  )
}
