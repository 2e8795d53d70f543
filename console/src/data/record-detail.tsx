/** A record that stands open: its fields, what a kind adds, what other systems call it, and who changed it. */

import { Button } from '@mantine/core'
import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.ts'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { mutationDocument, shownFields } from './documents.ts'
import { FieldValue } from './field-value.tsx'
import { idOf, type Kind, type MutationOfKind, type Row, upperFirst } from './kinds.ts'
import { titleOf } from './objects.ts'
import { RecordForm } from './record-form.tsx'
import { ExternalIds, Facts, Section, Version } from './record-parts.tsx'
import { useNames } from './use-names.ts'

const RecordConversation = lazily(() => import('./conversation/record-conversation.tsx'), 'RecordConversation')

const QueryShown = lazily(() => import('./query-shown.tsx'), 'QueryShown')

const RecordHistory = lazily(() => import('./record-history.tsx'), 'RecordHistory')

/** What a kind shows beyond its fields. */
export type OwnSections = ComponentType<{ readonly id: string }>

interface RecordDetailProps {
  readonly kind: Kind
  readonly row: Row
  /** The query that read it, and the scopes that it needs. */
  readonly query: { readonly text: string; readonly scopes: readonly string[] }
  /** Why nothing is changed here; null where it is. */
  readonly changedElsewhere?: string | null
  /** Above its two columns. */
  readonly head?: ReactNode
  readonly main: ReactNode
  /** Beside it, above its history. */
  readonly side?: ReactNode
  readonly onGone: () => void
}

interface DeleteProps {
  readonly kind: Kind
  readonly row: Row
  readonly mutation: MutationOfKind
  readonly onGone: () => void
}

const Delete = ({ kind, row, mutation, onGone }: DeleteProps) => {
  const [isOpen, setOpen] = useState(false)
  // The form goes with its record, before its own callback would run.
  const removal = useChange(mutationDocument(kind, mutation), onGone)
  const remove = () => removal.mutate({ [kind.id.field]: idOf(kind, row), expectedVersion: row.version })
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete ${titleOf(kind, row)}?`}
        verb="Delete"
        isOpen={isOpen}
        change={removal}
        onConfirm={remove}
        onClose={() => setOpen(false)}
      >
        <p>This {kind.noun} is removed for everybody, also for connected applications. It cannot be undone.</p>
      </ConfirmDialog>
    </>
  )
}

/** Every field that the description shows. */
export const KindFacts = ({ kind, row }: { readonly kind: Kind; readonly row: Row }) => {
  const viewer = useViewer()
  const mayRead = (scope: string) => mayDo(viewer, scope)
  const names = useNames(kind, [row], mayRead)
  return (
    <Section title={upperFirst(kind.noun)}>
      <Facts
        facts={shownFields(kind, mayRead).map((field) => ({
          name: field.label,
          value: <FieldValue field={field} row={row} names={names} />,
        }))}
      />
    </Section>
  )
}

interface Stamped extends Row {
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly externalIdList: readonly { readonly system: string; readonly value: string }[]
}

export const RecordDetail = ({ kind, row, query, changedElsewhere, head, main, side, onGone }: RecordDetailProps) => {
  const viewer = useViewer()
  const [isEditing, setEditing] = useState(false)
  const { update, delete: remove } = kind.mutations
  const mayWrite = mayDo(viewer, kind.scopes.write)
  const stamped = row as Stamped
  const id = idOf(kind, row)
  if (isEditing && update) {
    const close = () => setEditing(false)
    return <RecordForm kind={kind} mutation={update} record={row} onDone={close} onCancel={close} />
  }
  return (
    <div className="record">
      {head}
      {mayWrite && changedElsewhere && <p className="muted record-whole">{changedElsewhere}</p>}
      {mayWrite && !changedElsewhere && (update || remove) && (
        <p className="row record-whole">
          {update && (
            <Button size="xs" leftSection={<Icon name="pencil" />} onClick={() => setEditing(true)}>
              Change
            </Button>
          )}
          {remove && <Delete kind={kind} row={row} mutation={remove} onGone={onGone} />}
        </p>
      )}
      <div>
        {main}
        <Suspense fallback={null}>
          <RecordConversation of={kind.name} id={id} />
        </Suspense>
        <Suspense fallback={null}>
          <RecordHistory kind={kind} id={id} />
        </Suspense>
      </div>
      <div>
        {side}
        <ExternalIds ids={stamped.externalIdList} />
        <Version record={stamped} id={id} />
      </div>
      <div className="record-whole">
        <Suspense fallback={null}>
          <QueryShown {...query} />
        </Suspense>
      </div>
    </div>
  )
}
