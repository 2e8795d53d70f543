/** The way to production: evidence, the demo, and the conversation with support. */
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { ActionMenu } from '../../parts/action-menu.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Moment } from '../../parts/moment.tsx'
import { OutsideLink } from '../../parts/outside-link.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Conversation } from '../../platform/conversation.tsx'
import { Evidence, metCount } from '../../platform/evidence.tsx'
import { Timeline } from '../../platform/mode.tsx'
import { Note } from '../../states/note.tsx'
import { localTime } from '../../text/instant.ts'
import { ApplicationFrame } from '../application-frame.tsx'
import { WayToProduction } from '../application-page.tsx'
import type { Application } from '../queries.ts'
import { DemoForm } from './demo-form.tsx'
import { DEMO_WITHDRAW, MESSAGE_SEND } from './queries.ts'

const calendarHref = (file: string): string => `data:text/calendar;charset=utf-8,${encodeURIComponent(file)}`

type Demo = NonNullable<Application['demo']>

const Offered = ({ demo }: { readonly demo: Demo }) => (
  <dl className="facts">
    <dt>Times</dt>
    <dd>
      {demo.timeList.map((time) => (
        <div key={time}>
          <Moment at={time} as="weekday" />
        </div>
      ))}
    </dd>
    <dt>Your zone</dt>
    <dd>{demo.timeZone}</dd>
    <dt>Who comes</dt>
    <dd>{demo.attendees}</dd>
    <dt>Length</dt>
    <dd>45 minutes, by video</dd>
  </dl>
)

const Scheduled = ({ demo }: { readonly demo: Demo }) => {
  if (demo.demoAt === null) return <Offered demo={demo} />
  return (
    <div className="stack-tight">
      <b>
        <Moment at={demo.demoAt} as="weekday" />
      </b>
      <span className="small muted">{localTime(new Date(demo.demoAt))}, 45 minutes</span>
      <span className="row">
        {demo.link !== null && <OutsideLink href={demo.link} />}
        {demo.calendarFile !== null && (
          <a href={calendarHref(demo.calendarFile)} download="demo.ics" className="with-icon">
            Calendar file
            <Icon name="calendar" />
          </a>
        )}
      </span>
    </div>
  )
}

const Withdrawal = ({ clientId, onClose }: { readonly clientId: string; readonly onClose: () => void }) => {
  const [reason, setReason] = useState('')
  const withdrawal = useChange(DEMO_WITHDRAW)
  return (
    <ConfirmDialog
      title="Withdraw the request?"
      verb="Withdraw"
      change={withdrawal}
      onConfirm={() => withdrawal.mutate({ clientId, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>The sandbox keeps working, and you can ask again at any time. Support reads why.</p>
      <TextInput label="Why you withdraw" value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
    </ConfirmDialog>
  )
}

/** While a demo is asked for or set. */
const DemoAhead = ({ application: { clientId, mode, demo } }: { readonly application: Application }) => {
  const [isWithdrawing, setWithdrawing] = useState(false)
  return (
    <Panel
      title={mode === 'demo-requested' ? 'Next: support picks a time' : 'Next: the demo'}
      aside={<ActionMenu actions={[{ label: 'Withdraw the request', onChoose: () => setWithdrawing(true) }]} />}
    >
      <div className="panel-body stack">
        {demo && <Scheduled demo={demo} />}
        <p className="small muted">
          {mode === 'demo-requested'
            ? 'You get a mail with the time and the link; usually within two working days.'
            : 'Show a real day: a wrong state that is refused, a Retry-After that is kept. The decision follows by mail.'}
        </p>
        {isWithdrawing && <Withdrawal clientId={clientId} onClose={() => setWithdrawing(false)} />}
      </div>
    </Panel>
  )
}

/** What comes next, and from whom. */
const NextPanel = ({ application }: { readonly application: Application }) => {
  const { clientId, mode } = application
  if (mode === 'test') return <DemoForm clientId={clientId} />
  return mode === 'demo-requested' || mode === 'demo-scheduled' ? <DemoAhead application={application} /> : null
}

/** What the last decision said, where it said no. */
const SentBack = ({ application: { mode, transitionList, demo } }: { readonly application: Application }) => {
  const last = transitionList.at(-1)
  if (mode !== 'test' || last?.action !== 'refuse') return null
  const open = demo?.requirementList?.filter(({ isMet }) => !isMet).map(({ text }) => text) ?? []
  return (
    <Note tone="fail" icon="circleCross">
      <b>
        Not yet, <Moment at={last.at} as="full" />.
      </b>{' '}
      “{last.reason}”{open.length > 0 && ` Open: ${open.join(', ')}.`} The sandbox keeps working; ask again when it is
      done.
    </Note>
  )
}

const InProduction = ({ application: { mode, transitionList } }: { readonly application: Application }) => {
  const last = transitionList.findLast(({ toMode }) => toMode === mode)
  if (mode === 'suspended') {
    return (
      <Note tone="fail" icon="circleCross">
        <b>Suspended{last && <> since </>}</b>
        {last && <Moment at={last.at} as="full" />}. {last?.reason !== null && `“${last?.reason}” `}No operator’s token
        works until support resumes it. Write below.
      </Note>
    )
  }
  if (mode !== 'production') return null
  return (
    <Note tone="good" icon="circleCheck">
      <b>In production{last && <> since </>}</b>
      {last && <Moment at={last.at} as="full" />}. Every operator’s administrator can connect it, with the same client
      ID and secrets.
    </Note>
  )
}

const Production = ({ application }: { readonly application: Application }) => {
  const sending = useChange(MESSAGE_SEND)
  const { clientId, evidenceList, messageList, transitionList, registeredAt } = application
  return (
    <>
      <SentBack application={application} />
      <InProduction application={application} />
      <WayToProduction application={application} isAtChecklist />
      <div className="columns">
        <div className="stack">
          <Panel title="Evidence" hint="measured from what your application did" aside={metCount(evidenceList)}>
            <Evidence lines={evidenceList} />
            <p className="panel-foot small">
              {application.mode === 'test' && 'Nothing here stops you from asking. '}Support sees the same list.
            </p>
          </Panel>
          <Panel title="Conversation" hint="with support, each message is also a mail">
            <Conversation
              messages={messageList}
              change={sending}
              onSend={(text, done) => sending.mutate({ clientId, text }, { onSuccess: done })}
            />
          </Panel>
        </div>
        <div className="stack">
          <NextPanel application={application} />
          <Panel title="Timeline" hint="both sides see it">
            <Timeline steps={transitionList} registeredAt={registeredAt} />
          </Panel>
        </div>
      </div>
    </>
  )
}

export const ProductionPage = () => (
  <ApplicationFrame tab="Production">{(application) => <Production application={application} />}</ApplicationFrame>
)
