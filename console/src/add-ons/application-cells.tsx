/** What tables of applications that are not connected show of each: who it is, and what it does. */
import { ApplicationEntity } from '../parts/application-entity.tsx'
import { Cell, NameCell } from '../parts/table.tsx'
import { kindInWords } from './kinds.ts'

interface ShownApplication {
  readonly name: string
  readonly logoPath: string | null
  readonly kind: string
  readonly description: string
  readonly provider: string
  readonly isTestOnly?: boolean
}

export const ApplicationCells = ({ addOn }: { readonly addOn: ShownApplication }) => (
  <>
    <NameCell>
      <ApplicationEntity
        name={addOn.name}
        logoPath={addOn.logoPath}
        shownName={<b>{addOn.name}</b>}
        below={
          <span className="small muted">
            {kindInWords(addOn.kind)}
            {addOn.isTestOnly && ', test environment only'}
          </span>
        }
      />
    </NameCell>
    <Cell kind="wide">
      <span className="two-lines">
        <span>{addOn.description}</span>
        <span className="small muted">By {addOn.provider}</span>
      </span>
    </Cell>
  </>
)
