/** The clock of a sandbox: moved forwards by a step or to a time; production has none (events §4). */
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Panel } from '../parts/panel.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { otherOrigin } from '../shell/tenant-chip.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Loading } from '../states/loading.tsx'
import { Note } from '../states/note.tsx'
import { ClockMover } from './clock-mover.tsx'
import type { Way } from './clock-way.tsx'
import { TEST_CLOCK_ADVANCE, TEST_CLOCK_WAY } from './queries.ts'
import { aheadWords } from './running-clock.ts'
import { useTestClock } from './use-clock.ts'

const useOwnWay = (seconds: number | null): Way | undefined =>
  useQuery({ ...queryOf(TEST_CLOCK_WAY, { seconds: seconds ?? 0 }), enabled: seconds !== null }).data?.testClock?.way

const Body = () => {
  const viewer = useViewer()
  const shown = useTestClock()
  const advance = useChange(TEST_CLOCK_ADVANCE)
  if (!shown) return <Loading />
  if (!shown.clock)
    return (
      <Note icon="lock">
        <b>There is no test clock here.</b> {viewer.operatorName} in production keeps the world’s time.{' '}
        <a href={`${otherOrigin(viewer)}/console/test-clock`}>Open its sandbox</a>
      </Note>
    )
  const { clock, now } = shown
  return (
    <div className="columns">
      <div>
        <Panel title="Move it" hint={`up to ${aheadWords(clock.mostSeconds)} ahead of the world’s time`}>
          <ClockMover
            clock={clock}
            now={now}
            advance={advance}
            useWay={useOwnWay}
            happened={advance.data?.testClockAdvance.way}
          />
        </Panel>
      </div>
      <div>
        <Panel title="What follows it">
          <div className="panel-body stack-tight">
            <p>
              Tokens, codes, API keys, papers, reminders, the retention of passengers, idempotency keys and cursors of
              this sandbox.
            </p>
            <p className="muted">
              Sign-in and its sessions, limits, mails, webhooks’ tries and the audit log keep the world’s time. Each
              answer carries <code>X-Airside-Test-Clock</code>, so that a log shows which time was meant.
            </p>
          </div>
        </Panel>
        <Panel title="Other ways">
          <div className="panel-body stack-tight">
            <h3>Command line</h3>
            <pre className="code-lines">airside clock +30d</pre>
            <CopyButton text="airside clock +30d" label="Copy the command" />
            <h3>Mutation</h3>
            <pre className="code-lines">testClockAdvance(seconds: 2592000)</pre>
            <CopyButton
              text="mutation { testClockAdvance(seconds: 2592000) { testClock { now } userErrorList { message } } }"
              label="Copy the mutation"
            />
          </div>
        </Panel>
      </div>
    </div>
  )
}

export const TestClockPage = () => {
  const viewer = useViewer()
  return (
    <AdminsOnly scope="settings:write" title="Test clock">
      <PageHead
        title="Test clock"
        about={`Moves time for ${viewer.operatorName}’s sandbox alone. Sign-in sessions stay. Forwards only.`}
      />
      <Body />
    </AdminsOnly>
  )
}
