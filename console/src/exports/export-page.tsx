/** Takes everything that the operator holds out of the console: asked for once a day, made beside other work, there for a day (ADR 177). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { Moment } from '../parts/moment.tsx'
import { Panel } from '../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { Note } from '../states/note.tsx'
import { counted, grouped } from '../text/count.ts'
import { possessive } from '../text/possessive.ts'
import { fileWords, sizeWords } from './file-words.ts'
import { OPEN_EXPORT, OPERATOR_EXPORT, type OperatorExport, START_EXPORT } from './queries.ts'

const LOOK_AGAIN_MS = 2_000

const Start = () => {
  const start = useChange(START_EXPORT)
  return (
    <>
      <FailureNote error={start.error} what="No export was started." />
      <Button variant="filled" loading={start.isPending} onClick={() => start.mutate({})}>
        Start an export
      </Button>
    </>
  )
}

/** The files open for whoever is present: after a while the password is asked for first. */
const Save = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const open = useChange(OPEN_EXPORT, () => window.location.assign(path))
  return (
    <>
      <FailureNote error={open.error} what="Nothing was saved." />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<Icon name="download" />}
        loading={open.isPending}
        onClick={() => open.mutate({})}
      >
        Save<span className="unseen"> {fileWords(name)}</span>
      </Button>
    </>
  )
}

const Files = ({ made }: { readonly made: OperatorExport }) => (
  <Table
    fitsFrom={560}
    label="Files"
    columns={[
      'File',
      { name: 'Rows', align: 'number' },
      { name: 'Size', align: 'number' },
      { name: 'Actions', isUnseen: true },
    ]}
  >
    {made.fileList.map(({ name, path, rowCount, byteCount }) => (
      <Row key={name}>
        <NameCell>{fileWords(name)}</NameCell>
        <Cell label="Rows" kind="number">
          {grouped(rowCount)}
        </Cell>
        <Cell label="Size" kind="number">
          {sizeWords(byteCount)}
        </Cell>
        <Cell kind="action">
          <Save name={name} path={path} />
        </Cell>
      </Row>
    ))}
  </Table>
)

const Asked = ({ asked }: { readonly asked: OperatorExport }) => {
  const who = asked.askedByName ?? 'Somebody who is gone'
  const isOver = new Date(asked.nextAt) <= new Date()
  return (
    <Panel
      title="The last export"
      hint={
        <>
          {who} asked for it <Moment at={asked.askedAt} />
        </>
      }
    >
      {asked.state === 'WAITING' && (
        <Note icon="clock" role="status">
          <b>It is being made.</b> {counted(asked.rowCount, 'row')} so far. You can leave this page: a mail tells when
          it is ready.
        </Note>
      )}
      {asked.state === 'TOO_LARGE' && (
        <Note tone="attention" icon="alert" role="status">
          <b>It is larger than is kept here.</b> Whoever runs the service can write it for you.
        </Note>
      )}
      {asked.state === 'MADE' && asked.expiresAt !== null && (
        <>
          <Files made={asked} />
          <p className="panel-body small muted">
            Administrators can save them, with their password where they signed in a while ago, until{' '}
            <Moment at={asked.expiresAt} />.
          </p>
        </>
      )}
      <div className="panel-body">
        {isOver ? (
          <Start />
        ) : (
          <p className="small muted">
            One export a day is made: the next one from <Moment at={asked.nextAt} /> on.
          </p>
        )}
      </div>
    </Panel>
  )
}

const Body = () => {
  const query = useQuery({
    ...queryOf(OPERATOR_EXPORT, {}),
    refetchInterval: ({ state }) => (state.data?.operatorExport?.state === 'WAITING' ? LOOK_AGAIN_MS : false),
  })
  return (
    <div className="columns">
      <div>
        <Loaded query={query}>
          {({ operatorExport }) =>
            operatorExport ? (
              <Asked asked={operatorExport} />
            ) : (
              <Panel title="No export is here">
                <div className="panel-body stack-tight">
                  <p>It takes seconds, or minutes where there is much. Every administrator gets a mail.</p>
                  <div>
                    <Start />
                  </div>
                </div>
              </Panel>
            )
          }
        </Loaded>
      </div>
      <div>
        <Panel title="What is in it">
          <div className="panel-body stack-tight">
            <p>Records of every kind with their history, people and roles, settings, the audit log and use.</p>
            <p className="muted">
              The one file can be brought in at another place (<code>airside-server operator import</code>). The tables
              have one kind of record each. Passwords, keys, tokens, second steps and passkeys are in none of them.
            </p>
            <p className="muted">They hold personal data: keep them where only the right people find them.</p>
          </div>
        </Panel>
      </div>
    </div>
  )
}

export const ExportPage = () => {
  const viewer = useViewer()
  return (
    <AdminsOnly scope="user:write" title="Export">
      <PageHead
        title="Export"
        about={`${possessive(viewer.operatorName)} data as files, to keep or to take elsewhere.`}
      />
      <Body />
    </AdminsOnly>
  )
}
