/** The way to production: evidence, the demo, and the conversation with support. */
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { Moment } from '../parts/moment.tsx'
import { OutsideLink } from '../parts/outside-link.tsx'
import { Panel } from '../parts/panel.tsx'
import { Conversation } from '../platform/conversation.tsx'
import { Evidence, metCount } from '../platform/evidence.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { DemoForm } from './demo-form.tsx'
import { type Application, DEMO_WITHDRAW, MESSAGE_SEND } from './queries.ts'

const calendarHref = (file: string): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`

const Scheduled = ({ demo }: { readonly demo: NonNullable<Application['demo']> }) => {
  if (demo.demoAt === null) {
    return (
      <p>
        Support picks one of{' '}
        {demo.timeList.map((time, index) => (
          <span key={time}>
            {index > 0 && ', '}
            <Moment at={time} as="full" />
          </span>
        ))}
        .
      </p>
    )
  }
  return (
    <p className="row">
      <b>
        <Moment at={demo.demoAt} as="full" />
      </b>
      {demo.link !== null && <OutsideLink href={demo.link} />}
      {demo.calendarFile !== null && (
        <a href={calendarHref(demo.calendarFile)} download="demo.ics">
          Calendar file
        </a>
      )}
    </p>
  )
}

const Withdraw = ({ clientId }: { readonly clientId: string }) => {
  const [reason, setReason] = useState('')
  const withdrawal = useChange(DEMO_WITHDRAW)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    withdrawal.mutate({ clientId, reason })
  }
  return (
    <form className="form" onSubmit={submit}>
      <TextInput
        label="Why you withdraw"
        required
        withAsterisk={false}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {withdrawal.isError && <FailureNote error={withdrawal.error} what="It was not withdrawn." />}
      <div className="form-feet">
        <Button type="submit" loading={withdrawal.isPending}>
          Withdraw the request
        </Button>
      </div>
    </form>
  )
}

const Demo = ({ application }: { readonly application: Application }) => {
  const { clientId, mode, demo } = application
  if (mode === 'test') return <DemoForm clientId={clientId} />
  if (mode !== 'demo-requested' && mode !== 'demo-scheduled') return null
  return (
    <Panel title={mode === 'demo-requested' ? 'Demo asked for' : 'Demo scheduled'}>
      <div className="panel-body stack">
        {demo && <Scheduled demo={demo} />}
        <Withdraw clientId={clientId} />
      </div>
    </Panel>
  )
}

export const Production = ({ application }: { readonly application: Application }) => {
  const sending = useChange(MESSAGE_SEND)
  const { clientId, evidenceList, messageList } = application
  return (
    <>
      <Panel title="Evidence" hint="measured from what your application did" aside={metCount(evidenceList)}>
        <Evidence lines={evidenceList} />
        <p className="panel-foot small">Nothing here stops you from asking. Support sees the same list.</p>
      </Panel>
      <Demo application={application} />
      <Panel title="Conversation" hint="with support, each message is also a mail">
        <Conversation
          messages={messageList}
          isBusy={sending.isPending}
          error={sending.error}
          onSend={(text, done) => sending.mutate({ clientId, text }, { onSuccess: done })}
        />
      </Panel>
    </>
  )
}
