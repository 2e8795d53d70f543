/** The part of an endpoint's form that says what it hears and what is told of it. */
import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Hearing, HearingProblems } from './hearing.ts'
import { ChangePicker, FieldPicker, KindPicker, StatusPicker } from './kind-picker.tsx'

interface HearingFieldsProps {
  readonly hearing: Hearing
  readonly scopes: ReadonlySet<string>
  readonly whyNot: (scope: string) => ReactNode
  readonly problems: HearingProblems
  readonly onChange: (part: Partial<Hearing>) => void
  /** Whose rights and budget the query has. */
  readonly budgetOf: string
  readonly children?: ReactNode
}

export const HearingFields = ({
  hearing,
  scopes,
  whyNot,
  problems,
  onChange,
  budgetOf,
  children,
}: HearingFieldsProps) => (
  <>
    <KindPicker
      chosen={hearing.entities}
      scopes={scopes}
      whyNot={whyNot}
      error={problems.entityList}
      onChange={(entities) => onChange({ entities })}
    />
    <ChangePicker chosen={hearing.kinds} error={problems.kindList} onChange={(kinds) => onChange({ kinds })} />
    {children}
    <FieldPicker
      entities={[...hearing.entities]}
      chosen={hearing.fields}
      error={problems.fieldList}
      onChange={(fields) => onChange({ fields })}
    />
    <StatusPicker
      entities={[...hearing.entities]}
      chosen={hearing.statuses}
      error={problems.statusList}
      onChange={(statuses) => onChange({ statuses })}
    />
    <details className="more" open={hearing.query !== '' || problems.query ? true : undefined}>
      <summary>A query for the payload, optional</summary>
      <Textarea
        name="query"
        className="mono-input"
        aria-label="Query for the payload"
        description={`Its answer goes along as data.result, with the rights and from the budget of ${budgetOf}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={'query ($entityId: ID!) {\n  flight(flightId: $entityId) { flightNo status }\n}'}
        autosize
        minRows={4}
        spellCheck={false}
        value={hearing.query}
        error={problems.query}
        onChange={(event) => onChange({ query: event.currentTarget.value })}
      />
    </details>
  </>
)
