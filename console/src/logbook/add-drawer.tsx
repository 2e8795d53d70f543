/** What to add: a flight elsewhere, a simulator session, or the totals of an older logbook. */
import { RadioChoice } from '../parts/radio-choice.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { useViewer } from '../shell/viewer.ts'
import { EntryForm } from './entry-form.tsx'
import { ENTRY_KINDS, type EntryKind } from './search.ts'

interface KindChoiceProps {
  readonly kind: EntryKind
  readonly onChange: (kind: EntryKind) => void
}

const KindChoice = ({ kind, onChange }: KindChoiceProps) => {
  const { operatorName } = useViewer()
  const words: Readonly<Record<EntryKind, readonly [string, string]>> = {
    FLIGHT: ['Flight', `Not with ${operatorName}: those come by themselves`],
    FSTD: ['Simulator session', 'Counts apart from flight time'],
    BROUGHT_FORWARD: ['Brought forward', 'Totals of an older logbook, one line'],
  }
  return (
    <fieldset className="logbook-kinds">
      <legend className="unseen">What to add</legend>
      {ENTRY_KINDS.map((one) => (
        <RadioChoice
          key={one}
          name="kind"
          isChosen={one === kind}
          isFirst={one === kind}
          about={words[one][1]}
          onChoose={() => onChange(one)}
        >
          {words[one][0]}
        </RadioChoice>
      ))}
    </fieldset>
  )
}

interface AddDrawerProps {
  readonly kind: EntryKind | undefined
  readonly onChange: (kind: EntryKind | undefined) => void
  readonly onAdded: (logbookEntryId: string) => void
}

export const AddDrawer = ({ kind, onChange, onAdded }: AddDrawerProps) => (
  <SideDrawer title="Add to the logbook" isOpen={kind !== undefined} onClose={() => onChange(undefined)}>
    {kind !== undefined && (
      <>
        <KindChoice kind={kind} onChange={onChange} />
        <EntryForm key={kind} kind={kind} entry={null} onDone={onAdded} onCancel={() => onChange(undefined)} />
      </>
    )}
  </SideDrawer>
)
