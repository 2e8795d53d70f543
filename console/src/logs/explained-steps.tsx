/** The steps of a defect that take a few words: rectified, extended, opened again. */
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { StepDialog } from '../parts/step-dialog.tsx'
import { utcDay } from '../text/instant.ts'
import { extendedEnd } from './log-words.ts'
import { DEFECT_EXTEND, DEFECT_RECTIFY, DEFECT_REOPEN, type Defect } from './queries.ts'

interface StepProps {
  readonly defect: Defect
  readonly registration: string
  readonly onClose: () => void
}

const MAX_TEXT = 2000
const MAX_PART = 100

export const Rectifying = ({ defect, registration, onClose }: StepProps) => {
  const [done, setDone] = useState('')
  const [parts, setParts] = useState({ partOff: '', partOn: '' })
  const [isTried, setTried] = useState(false)
  const rectify = useChange(DEFECT_RECTIFY)
  const problems = problemsByField(rectify.error)
  const close = () => {
    rectify.reset()
    onClose()
  }
  const confirm = () => {
    setTried(true)
    if (done.trim() === '') return
    const { techLogEntryId, version: expectedVersion } = defect
    const given = { partOff: parts.partOff.trim() || null, partOn: parts.partOn.trim() || null }
    rectify.mutate({ techLogEntryId, rectification: done.trim(), ...given, expectedVersion }, { onSuccess: close })
  }
  const part = (name: 'partOff' | 'partOn', label: string) => (
    <TextInput
      label={label}
      name={name}
      placeholder="none"
      maxLength={MAX_PART}
      autoComplete="off"
      value={parts[name]}
      error={problems[name]}
      onChange={(event) => setParts({ ...parts, [name]: event.currentTarget.value })}
    />
  )
  return (
    <StepDialog
      question={{
        title: `Is “${defect.description}” rectified?`,
        verb: 'Rectified',
        follows: [
          {
            icon: 'clock',
            says: defect.isNoGo
              ? `${registration} stays on the ground until it is released to service`
              : 'It waits for its release to service',
          },
        ],
      }}
      isBusy={rectify.isPending}
      error={rectify.error}
      onConfirm={confirm}
      onClose={close}
    >
      <Textarea
        label="What was done"
        name="rectification"
        autosize
        minRows={2}
        maxLength={MAX_TEXT}
        value={done}
        error={isTried && done.trim() === '' ? 'Say what was done: it stands in the release.' : problems.rectification}
        onChange={(event) => setDone(event.currentTarget.value)}
      />
      <div className="pair">
        {part('partOff', 'Part off')}
        {part('partOn', 'Part on')}
      </div>
    </StepDialog>
  )
}

export const Extending = ({ defect, onClose }: StepProps) => {
  const extend = useChange(DEFECT_EXTEND)
  const then = extendedEnd(defect)
  const close = () => {
    extend.reset()
    onClose()
  }
  const confirm = (reason: string | null) => {
    const { techLogEntryId, version: expectedVersion } = defect
    extend.mutate({ techLogEntryId, reason: reason ?? '', expectedVersion }, { onSuccess: close })
  }
  return (
    <StepDialog
      question={
        then && defect.deferredUntil
          ? {
              title: `Extend “${defect.description}”?`,
              verb: 'Extend once',
              about: (
                <>
                  Category {defect.melCategory}, until <s>{utcDay(new Date(defect.deferredUntil))}</s> then{' '}
                  <b>{utcDay(then)}</b>, end of the day in UTC.
                </>
              ),
              follows: [{ icon: 'lock', says: 'A deferral is extended once; after that it is rectified' }],
              reason: { label: 'Reason', isNeeded: true, reader: 'whoever opens the technical log' },
            }
          : null
      }
      isBusy={extend.isPending}
      error={extend.error}
      onConfirm={confirm}
      onClose={close}
    />
  )
}

export const Reopening = ({ defect, registration, onClose }: StepProps) => {
  const reopen = useChange(DEFECT_REOPEN)
  const close = () => {
    reopen.reset()
    onClose()
  }
  const confirm = (reason: string | null) => {
    const { techLogEntryId, version: expectedVersion } = defect
    reopen.mutate({ techLogEntryId, reason: reason ?? '', expectedVersion }, { onSuccess: close })
  }
  return (
    <StepDialog
      question={{
        title: `Open “${defect.description}” again?`,
        verb: 'Open it again',
        follows: [
          ...(defect.isNoGo ? [{ icon: 'aircraft' as const, says: `${registration} stays on the ground` }] : []),
          { icon: 'list', says: 'It stands as it was found; what was done stays in its history' },
        ],
        reason: { label: 'Why', isNeeded: true, reader: 'whoever opens the technical log' },
      }}
      isBusy={reopen.isPending}
      error={reopen.error}
      onConfirm={confirm}
      onClose={close}
    />
  )
}
