/** Staff allow one application scopes beyond its kind, until a day and with a reason, and take them back. */
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { DayField } from '../../parts/day-field.tsx'
import { ExtraScopes } from '../../platform/extra-scopes.tsx'
import { useStaffRole } from '../role.ts'
import { StepButton } from '../step-form.tsx'
import { type Dossier, EXTRA_SCOPES_ALLOW, EXTRA_SCOPES_WITHDRAW } from './queries.ts'
import { seenOf } from './seen.ts'
import { ChangedMeanwhile, useSeenDigest } from './seen-digest.tsx'

interface PartProps {
  readonly dossier: Dossier
}

const Allow = ({ dossier }: PartProps) => {
  const held = dossier.extraScopeList.map(({ name }) => name)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(held))
  const [lastDay, setLastDay] = useState(dossier.extraScopesLastDay ?? undefined)
  const [isTried, setTried] = useState(false)
  const { seenDigest, isChanged, lookedAgain, readAgain } = useSeenDigest(dossier)
  const change = useChange(EXTRA_SCOPES_ALLOW)
  const problems = problemsByField(change.error)
  const ends = held.filter((name) => !chosen.has(name))
  return (
    <StepButton
      button={held.length === 0 ? 'Allow more than its kind' : 'Change what is allowed'}
      title={`Allow ${dossier.name} more than its kind`}
      verb="Allow until that day"
      change={change}
      fields={['scopeList', 'lastDay']}
      onSubmit={(reason, done) => {
        setTried(true)
        if (lastDay === undefined) return
        const given = { ...seenOf(dossier), seenDigest, scopeList: [...chosen], lastDay, reason }
        change.mutate(given, { onSuccess: done, onError: readAgain })
      }}
    >
      {isChanged && <ChangedMeanwhile onLooked={lookedAgain} />}
      <p>
        Every operator can then allow it, for all of its data. The consent page says in heavy words that it goes beyond
        the kind.
      </p>
      <Checkbox.Group
        label="Scopes beyond its kind"
        value={[...chosen]}
        error={problems.scopeList}
        onChange={(names) => setChosen(new Set(names))}
      >
        <div className="stack-tight scope-picks">
          {dossier.allowableScopeList.map(({ name, text }) => (
            <Checkbox key={name} size="xs" value={name} label={text} description={name} />
          ))}
        </div>
      </Checkbox.Group>
      {ends.length > 0 && <p>Ends at once at every operator: {ends.join(', ')}.</p>}
      <DayField
        label="Last day (UTC), within a year"
        value={lastDay}
        error={problems.lastDay ?? (isTried && lastDay === undefined ? 'Say until which day' : undefined)}
        onChange={setLastDay}
      />
    </StepButton>
  )
}

const Withdraw = ({ dossier }: PartProps) => {
  const change = useChange(EXTRA_SCOPES_WITHDRAW)
  const { clientId } = dossier
  return (
    <StepButton
      button="Take back"
      title={`Take back what goes beyond its kind from ${dossier.name}`}
      verb="Take back at every operator"
      readBy="the provider and connected operators"
      isDangerous
      change={change}
      onSubmit={(reason, done) => change.mutate({ clientId, reason }, { onSuccess: done })}
    >
      <p>
        What operators allowed of it ends with the next request, for good: allowing it again later asks each of them
        anew.
      </p>
    </StepButton>
  )
}

export const BeyondItsKind = ({ dossier }: PartProps) => {
  const { mayReview } = useStaffRole()
  if (dossier.isPersonal) return null
  return (
    <ExtraScopes of={dossier}>
      {mayReview && (
        <div className="row">
          <Allow key={dossier.scopeDecisionList.length} dossier={dossier} />
          {dossier.extraScopeList.length > 0 && <Withdraw dossier={dossier} />}
        </div>
      )}
    </ExtraScopes>
  )
}
